-- 2: unknown name `ipair`, did you mean `ipairs`?
for _ in ipair({}) do end
