-- done
assert(("x [a] y"):match "%b[]" == "[a]")
assert(("'a' 'b'"):match "%b''" == "'a'") -- both ends the same
assert(("((a)"):match "^%b()" == nil)
assert(("a\0b"):match "%z" == "\0")
assert(("a^b"):match "[%^]" == "^" and ("a-b"):find("-", 1, true) == 2)
assert(("50%"):match "%d+%%$" == "50%")
assert(("THE (quick) fox"):find "%f[%a]%a+%f[%A]" == 1)
assert(("abc"):find("b", -1) == nil and ("abc"):find("", 10) == nil and ("abc"):find("", 4) == 4)
assert(("abab"):match "^(ab)%1$" == "ab")
assert(("abac"):match "^(ab)%1" == nil)
assert(("x"):match "()" == 1)
