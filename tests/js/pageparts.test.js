// Small parts of the page of play: rulings, counters in lists, what else a commander weighs.

import assert from "node:assert/strict";
import test from "node:test";

import { promised } from "./made.js";
import { buttonOf, click, happens, html, page, settled, texts } from "./page.js";
import { RED, Scribe } from "./scribe.js";

const PAGE = "../../webui/static/page/";
const { Fault } = await import("../../webui/static/common/faults.js");
const { rulingForm } = await import(`${PAGE}ruling.js`);
const { counterPictures, swatch } = await import(`${PAGE}counterpicture.js`);
const { priceWords, whyNotSection } = await import(`${PAGE}orders/whynot.js`);

test("a ruling is given with what was set and why; a hex that is none is refused on the page", async () => {
  page({});
  const given = [];
  let fault = null;
  const form = rulingForm(
    { id: "a", losses: 1, number: null },
    { hexOf: (number) => (number === "0101" ? 0 : -1), give: async (order) => (given.push(order), fault) },
  ).querySelector("form");
  const [losses, hex, remove, why] = form.querySelectorAll("input");
  assert.deepEqual([losses.getAttribute("placeholder"), hex.getAttribute("placeholder")], ["1", "off the map"]);
  const rule = async () => {
    const event = happens(form, "submit");
    await settled();
    return [event.stopped, form.querySelector(".note").textContent];
  };
  Object.assign(why, { value: " he said so " });
  Object.assign(hex, { value: "9999" });
  assert.deepEqual(await rule(), [1, " there is no hex 9999"]);
  assert.deepEqual(given, []);
  hex.value = " 0101 ";
  losses.value = "2";
  fault = new Fault(409, { rule: "Z 3", why: "no" });
  assert.deepEqual(await rule(), [1, "Z 3 no"]);
  const [order] = given;
  assert.equal(order.why ?? order.reason, "he said so");
  assert.match(JSON.stringify(order), /"hex":0/);
  hex.value = "";
  remove.checked = true;
  await rule();
  assert.doesNotMatch(JSON.stringify(given[1]), /"hex":0/);
});

test("a counter in a list is drawn as on the map, with a margin, as sharp as the screen up to three times", () => {
  const drawn = [],
    map = { state: { sides: new Map([["red", RED]]) }, press: { draw: (_, ...given) => drawn.push(given) } };
  const picture = (ratio, side = "red") => {
    globalThis.window = { devicePixelRatio: ratio };
    return counterPictures(map)({ id: "a", side }, 26);
  };
  const canvas = picture(2);
  assert.deepEqual([canvas.getAttribute("width"), canvas.getAttribute("height"), canvas.style.width], [64, 64, "32px"]);
  assert.deepEqual(drawn, [[3, 3, 26, 2, { id: "a", side: "red" }, RED]]);
  assert.ok(canvas.getContext() instanceof Scribe);
  assert.equal(canvas.getContext().matrix[0], 2);
  assert.equal(picture(4).getAttribute("width"), 96);
  assert.equal(picture(undefined).getAttribute("width"), 32);
  assert.equal(picture(1, "?").getContext().matrix[0], 1);
  assert.equal(drawn.length, 3, "who is of no side is not drawn");
  const patch = swatch({ ...RED, letter: "R", ink: "white" });
  assert.deepEqual([patch.textContent, patch.style], ["R", { backgroundColor: "pink", color: "white" }]);
  assert.deepEqual([swatch(undefined).textContent, swatch(undefined).style], ["", {}]);
});

const reason = (worth, text = "", what = "w") => ({ worth, text, what });

test("what speaks most against an order is named with its price; where nothing does that is said", () => {
  assert.equal(
    priceWords({ reasons: [reason(-10), reason(-30, "mud"), reason(50)], worth: 10 }),
    "Against it: −0.30 mud; worth +0.10 turns in all.",
  );
  assert.equal(priceWords({ reasons: [reason(-10)], worth: 0 }), "Against it: −0.10 w; worth +0.00 turns in all.");
  assert.equal(
    priceWords({ reasons: [reason(0), reason(5)], worth: 5 }),
    "Nothing speaks against it; worth +0.05 turns in all.",
  );
  assert.equal(priceWords({ reasons: [reason(0)], worth: 0 }), "Nothing speaks for it; worth +0.00 turns in all.");
});

test("what else is weighed for a unit is asked by a button that is dead meanwhile", async () => {
  const answer = promised(),
    taken = [];
  const section = whyNotSection(
      { id: "a" },
      () => answer.promise,
      (offer) => taken.push(offer.notation),
    ),
    ask = buttonOf(section, "Why not?");
  click(ask);
  assert.equal(ask.disabled, true);
  assert.deepEqual(texts(section, ".soft"), ["Thinking ..."]);
  answer.resolve({
    thoughts: [{ name: "a", words: "marches", why: "w", worth: 0, reasons: [], expected: null, notation: "a M" }],
  });
  await settled();
  assert.equal(ask.disabled, false);
  assert.match(html(section), /1 order that a commander weighs/);
  click(buttonOf(section, "Take it"));
  assert.deepEqual(taken, ["a M"]);
  const bad = whyNotSection(
    { id: "a" },
    async () => Promise.reject(new Fault(409, { why: "no seat" })),
    () => {},
  );
  click(buttonOf(bad, "Why not?"));
  await settled();
  assert.match(html(bad), /<p.refusal> no seat<\/p>/);
  assert.equal(buttonOf(bad, "Why not?").disabled, false);
});
