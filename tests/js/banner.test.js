// The line over the map says what the viewer sees, and how late he is who observes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./page.js";

const { showBanner } = await import("../../webui/static/page/banner.js");

const STATE = { view: { clock: {}, ended: false }, viewer: "us", at: null, away: false };

/** What stands over the map of a viewer who is so many turns late. */
function told(viewer, late = "") {
  const root = page({ page: "div", banner: "div" });
  Object.assign(root.getElementById("page").dataset, { sees: "the United States", late });
  showBanner({ ...STATE, viewer }, () => {});
  const banner = root.getElementById("banner");
  return banner.hidden ? null : banner.textContent;
}

test("who observes is told how many turns late he is, an observer of both sides too", () => {
  assert.equal(told("us"), "You see what the United States knows, and nothing else. Home");
  assert.equal(told("us", "1"), "You see what the United States knew 1 turn ago, and nothing else. Home");
  assert.equal(told("us", "3"), "You see what the United States knew 3 turns ago, and nothing else. Home");
  assert.equal(told("umpire", "2"), "You see everything as it was 2 turns ago: what observers see is late.");
  assert.equal(told("umpire"), null);
});
