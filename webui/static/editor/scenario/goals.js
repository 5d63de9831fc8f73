// The places that a mission goes to, in their order.

import { button, el } from "../../common/dom.js";

/** @import { Model } from "./model.js" */
/** @import { Goal } from "./scenario.d.ts" */

/** @typedef {{write: (key: string, fields: Record<string, any>) => void, goal: (key: string) => void}} GoalDoors */

/** @param {string} key
 * @param {Model} model
 * @param {GoalDoors} doors
 */
export function goalsField(key, model, doors) {
  // What was said of another goal meanwhile must stay: they are read when one is changed.
  const now = () => /** @type {Goal[]} */ (model.things[key]?.goals ?? []),
    write = (/** @type {Goal[]} */ goals) => doors.write(key, { goals });
  const objectives = model.of("objective");
  return el(
    "fieldset",
    { class: "goals" },
    el("legend", {}, "Places, in this order"),
    now().map((goal, n) => goalRow(goal, n, now, write)),
    button("Choose a place on the map", () => doors.goal(key), { id: "add-goal" }),
    el(
      "label",
      { class: "field" },
      el("span", {}, "or an objective"),
      el(
        "select",
        {
          name: "goal-objective",
          onchange: (/** @type {Event} */ { target }) => {
            const one = model.things[/** @type {any} */ (target).value];
            if (one) write([...now(), { name: one.name, lon: one.lon, lat: one.lat }]);
          },
        },
        el("option", { value: "" }, "–"),
        objectives.map(([one, { name }]) => el("option", { value: one }, name)),
      ),
    ),
  );
}

/** @param {Goal} goal
 * @param {number} n
 * @param {() => Goal[]} now
 * @param {(goals: Goal[]) => void} write
 */
function goalRow(goal, n, now, write) {
  const name = goal.name || "a place",
    change = (/** @type {Goal} */ said) => write(now().map((one, i) => (i === n ? { ...one, ...said } : one)));
  const day = el("input", {
    type: "number",
    min: 0,
    max: 60,
    value: goal.by ?? "",
    "aria-label": `Day by which ${name} is to be reached`,
    onchange: () => change({ by: Number(day.value) || null }),
  });
  const via = el("input", {
    type: "checkbox",
    checked: goal.via === true,
    onchange: () => change({ via: via.checked }),
  });
  return el(
    "div",
    { class: "goal" },
    el("b", {}, `${n + 1}. ${name}`),
    el("label", {}, "by day ", day),
    el("label", { class: "check" }, via, "on the way"),
    button("×", () => write(now().filter((_, i) => i !== n)), { "aria-label": `Leave out ${name}` }),
  );
}
