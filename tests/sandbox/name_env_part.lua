-- done
-- Names that only hold the word.
local _ENVY, my_ENV, A_ENV, z_ENV9, _ENV_ = 1, 2, 3, 4, 5
return _ENVY + my_ENV + A_ENV + z_ENV9 + _ENV_
