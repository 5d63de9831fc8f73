// The panel of the commander on a page without a browser, with what a server would answer.

import { made, page } from "./page.js";

const { CommanderPanel } = await import("../../webui/static/page/commander.js");

export const NOTHING = { "missions.json": { sides: [] }, "plans.json": { sides: [], word: "point" } };
export const advice = (more = {}) => ({
  side: "red",
  seat: "commander:veteran:bold",
  thoughts: [],
  estimates: [],
  tasks: [],
  ...more,
});
export const thought = (name) => ({
  name,
  words: "marches",
  why: "why",
  worth: 100,
  reasons: [],
  expected: null,
  notation: `${name} M`,
});

export function panel({ viewer = "umpire", may = true, answers = {}, seats = {}, sent = null } = {}) {
  const box = made("div", { id: "plan-box" }),
    plan = made("section", { id: "plan" });
  page({ plan: plan, "plan-box": box, "tab-plan": "button" });
  const done = [];
  const state = {
    viewer,
    busy: false,
    view: {
      ...{ version: 1, may_order: may, ended: false, seats },
      sides: [
        { key: "red", name: "Red" },
        { key: "blue", name: "Blue" },
      ],
    },
  };
  const get = async (name, query) => {
    done.push(query ? [name, query] : [name]);
    const answer = { ...NOTHING, ...answers }[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const one = new CommanderPanel({
    ...{ state, reader: { get }, guard: (work) => work(), number: (hex) => `no ${hex}` },
    frame: { say: (words) => done.push(["say", words]), toast: (words) => done.push(["toast", words]) },
    send: async (name, body) => (done.push([name, body]), sent),
    propose: (offer) => done.push(["propose", offer.notation]),
    showWays: (ways) => done.push(["ways", ways]),
  });
  return { one, box, plan, state, done, take: () => done.splice(0) };
}
