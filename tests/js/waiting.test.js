// What the map says while it is drawn: nothing at first, then that it is, and that a part failed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { WORDS, Waiting } from "../../webui/static/map/drawn/waiting.js";

/** What is said last, after as long as is asked for. */
function notice() {
  const said = [],
    waiting = new Waiting((words) => said.push(words));
  const after = (ms) => {
    mock.timers.tick(ms);
    return said.at(-1);
  };
  return { waiting, after };
}

test("a drawing that comes in a moment is not spoken of, one that takes long is, twice", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { waiting, after } = notice();
  waiting.take({ asked: 3, lost: false });
  assert.equal(after(899), "");
  waiting.take({ asked: 2, lost: false });
  assert.equal(after(1), WORDS.drawn);
  assert.equal(after(4099), WORDS.drawn);
  assert.equal(after(1), WORDS.long);
  waiting.take({ asked: 0, lost: false });
  assert.equal(after(0), "");
  waiting.take({ asked: 1, lost: false });
  waiting.take({ asked: 0, lost: false });
  assert.equal(after(9000), "");
  mock.timers.reset();
});

test("a part that failed is spoken of at once, until it is tried again", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { waiting, after } = notice();
  waiting.take({ asked: 2, lost: false });
  waiting.take({ asked: 1, lost: true });
  assert.equal(after(0), WORDS.lost);
  assert.equal(after(9000), WORDS.lost);
  waiting.take({ asked: 1, lost: false });
  assert.equal(after(0), "");
  assert.equal(after(900), WORDS.drawn);
  mock.timers.reset();
});
