-- done
assert(tostring {} == "table" and tostring(assert) == "function")
assert(string.format("%s|%10s|%-8s|", {}, {}, assert) ==
  "table|     table|function|")
assert(("%s"):format(nil) == "nil" and tostring(-0.0) == "-0.0")
