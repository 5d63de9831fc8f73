// What the scripts are held to. Paths are from the top of the checkout: `npm run lint` starts there.

import js from "@eslint/js";
import globals from "globals";

const ROOMS = "A room may use those before it: common, then map, then page, editor, door, sheets or umpire.";

// Let the scripts of a room import from no room that `barred` names.
function room(name, barred) {
  const patterns = barred.map((other) => ({ group: [`../${other}/**`, `../../${other}/**`], message: ROOMS }));
  return { files: [`webui/static/${name}/**/*.js`], rules: { "no-restricted-imports": ["error", { patterns }] } };
}

export default [
  { ignores: ["**/node_modules/**"] },
  js.configs.recommended,
  {
    files: ["webui/static/**/*.js"],
    languageOptions: { globals: { ...globals.browser, L: "readonly" } },
  },
  {
    files: ["tests/js/**/*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 10],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-depth": ["error", 4],
      "max-len": ["error", 140],
      // Types stand in comments: they are not counted.
      "max-lines": ["error", { max: 300, skipComments: true }],
      "max-lines-per-function": ["error", { max: 45, skipComments: true }],
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  room("common", ["map", "page", "editor", "door", "sheets", "umpire"]),
  room("map", ["page", "editor", "door", "sheets", "umpire"]),
  room("page", ["editor", "door", "sheets", "umpire"]),
  room("editor", ["page", "door", "sheets", "umpire"]),
  room("door", ["map", "page", "editor", "sheets", "umpire"]),
  room("sheets", ["map", "page", "editor", "door", "umpire"]),
];
