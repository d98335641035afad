-- 2: no `package` here: another file is read by `require`
package.loadlib("x", "y")
