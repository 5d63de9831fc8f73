// The line over the map says what the viewer sees, and how late he is who observes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { click, html, page } from "./page.js";

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

/** What stands over the map in this state, and whether the page is one of the past. */
function shown(more) {
  const root = page({ page: "div", banner: "div" }),
    at = (id) => root.getElementById(id),
    done = [];
  Object.assign(at("page").dataset, { sees: "the United States" });
  showBanner({ ...STATE, viewer: "umpire", ...more }, () => done.push("now"));
  return {
    words: at("banner").hidden ? null : html(at("banner")),
    past: at("page").classList.contains("past"),
    at,
    done,
  };
}

test("a moment that is past is told, with a way back to now", () => {
  const clock = { day: 2, turn: "Dawn", phase: "Night: movement" };
  const { words, past, at, done } = shown({ at: 0, view: { clock, ended: false } });
  assert.equal(
    words,
    "<div>You look at day 2, Dawn: Movement. Nothing can be ordered here. <button>Back to now</button></div>",
  );
  assert.equal(past, true);
  click(at("banner").querySelector("button"));
  assert.deepEqual(done, ["now"]);
  assert.equal(shown({}).past, false);
});

test("that the server is away goes before all, and before there is a view nothing is said; an end has its reports", () => {
  assert.match(shown({ away: true, at: 3, view: null }).words, /^<div>The server does not answer\./);
  assert.equal(shown({ view: null }).words, null);
  const ended = shown({ view: { clock: {}, ended: true, ending: "Red has won." } });
  assert.equal(ended.words, "<div>Red has won. <a>Points, losses and reports</a></div>");
});
