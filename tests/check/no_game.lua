--: 2:1: error: a game script ends with `return game { ... }`
return { title = "Pond" }
