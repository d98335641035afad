-- 2: no `string.pack` here: bytes have no use here
return string.pack("!16 c1000000000", "")
