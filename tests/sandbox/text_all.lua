-- done
assert(("ab"):rep(3) == "ababab" and ("ab"):rep(2, "-") == "ab-ab" and ("ab"):rep(1, "-") == "ab")
assert(("ab"):rep(0) == "" and ("ab"):rep(-1) == "" and (""):rep(9) == "" and (""):rep(3, "-") == "--")
assert(("Kh, @[z{"):upper() == "KH, @[Z{" and ("Kh, @[Z{"):lower() == "kh, @[z{")
