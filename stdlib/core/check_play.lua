local play = {}
function play.new() return { games = 0 } end
function play.go_on() return false end
function play.findings() return {} end
return play
