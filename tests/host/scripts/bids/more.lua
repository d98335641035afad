return { mix = function(t) t.deck:shuffle() end }
