-- done
local function is(text, form, ...) assert(string.format(form, ...) == text, text) end
is("|Zoë  |", "|%-5s|", "Zoë")
is("|  Zoë|", "|%5s|", "Zoë")
is("|Zoë|", "|%2s|", "Zoë")
is("|李 |", "|%-3s|", "李") -- two columns wide
is("|e\u{301} |", "|%-2s|", "e\u{301}") -- an accent takes none
is("Zo", "%.2s", "Zoë")
is("100%, 5, true", "%d%%, %s, %s", 100, 5, true)
