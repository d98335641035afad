-- 2: [2J]0;owned
error("\27[2J\27]0;owned\7")
