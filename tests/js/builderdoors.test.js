// The page of a scenario that is built: what its parts have of one another.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { begin, done, get, on } from "./builderpage.js";
import { settled } from "./page.js";

beforeEach(begin);

test("parts of the page have one another's doors", async () => {
  [on.calls.length, on.sent.length] = [0, 0];
  const [, tree] = on.doors.tree,
    [drag] = on.doors.dragging;
  tree.move("u1", "up");
  tree.drop("u1");
  tree.rename("u1");
  tree.put("u1");
  tree.grab("u1", "event");
  drag.begin("u1");
  drag.over("u1", 3);
  drag.onHex("u1", 4);
  drag.onRow("u1", null, true);
  drag.end();
  assert.deepEqual(done(), [
    ...["acts.shift u1 up", "acts.drop u1", "acts.rename u1", 'onMap.take {"kind":"put","key":"u1"} {"keys":true}'],
    ...[
      "dragging.grab u1 event",
      "onMap.askRoom u1",
      "onMap.aim u1 3",
      "onMap.putDown u1 4",
      "acts.onRow u1 null true",
    ],
    "onMap.letGo",
  ]);
  assert.deepEqual(
    [tree.face("u1"), drag.ghost("u1").textContent, drag.ghost("x").textContent],
    [...["face of u1", "face of u1Guards", "face of x"]],
  );
});

test("the form and the lists have the doors of the map and of what is done", () => {
  on.calls.length = 0;
  const [, , details] = on.doors.details,
    [, lists] = on.doors.lists;
  details.drop("u1");
  details.put("u1");
  details.goal("m1");
  lists.add("plan");
  lists.addOnMap("objective", { a: 1 });
  on.doors.acts[0].toast("hm");
  on.doors.rows[0].put("rows");
  assert.deepEqual(done(), [
    ...["acts.drop u1", 'onMap.take {"kind":"put","key":"u1"}', 'onMap.take {"kind":"goal","key":"m1"}'],
    ...[
      'acts.added {"do":"add","what":"plan","fields":{}}',
      'onMap.take {"kind":"add","key":"objective","fields":{"a":1}}',
    ],
    ...["telling.toast hm", "acts.paste rows"],
  ]);
  assert.deepEqual([details.more("u1"), details.more("head"), on.doors.rows[0].under()], [[], ["picture"], "under"]);
});

test("what is added on the map, taken off it, or pictured is sent", async () => {
  [on.calls.length, on.sent.length] = [0, 0];
  const [, , details] = on.doors.details;
  details.more("head");
  on.doors.onMap[0].add({ do: "add" }, { hex: "0101" });
  assert.deepEqual(on.calls[0], ["acts.added", { do: "add" }, { hex: "0101" }]);
  assert.equal(on.doors.onMap[0].dragged(), false);
  on.dragging.held = {};
  assert.equal(on.doors.onMap[0].dragged(), true);
  details.off("u1");
  await settled();
  on.doors.picture[2].step({ picture: "p" });
  await settled();
  const [off, picture] = on.sent.map(([name, { keys: of, hex, step }]) => [name, of, hex, step]);
  assert.deepEqual(off, ["place", ["u1"], "", undefined]);
  assert.deepEqual(picture[3], { do: "write", keys: ["head"], fields: { picture: "p" } });
  on.doors.picture[2].refused(new Error("no"));
  assert.equal(get("saved").textContent, "Not kept");
  await on.doors.onMap[0].act("place", {});
  assert.equal(on.sent.at(-1)[0], "place");
  await on.doors.onMap[0].line();
  on.calls.length = 0;
  on.doors.onMap[0].choose("u1");
  on.doors.acts[0].choose("u1");
  assert.deepEqual(
    done().filter((one) => one === "shown in u1").length,
    1,
    "what is chosen in the tree is in sight there",
  );
});
