-- The fields of a build: stdlib/table/build.lua.

local build = require "table.build"

TestBuild = {}

function TestBuild.test_has_no_other_fields_than_those_declared()
  local b = build.new { spec = {} }
  b.rounds, b.open_question = 1, nil
  lu.assertEquals(b.rounds, 1)
  lu.assertErrorMsgContains("a build has no field `round`, did you mean `rounds`?", function() b.round = 1 end)
end
