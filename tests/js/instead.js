// Put other modules in the place of those that a script imports: what joins many parts is tested with parts that only
// keep what they are given.

import { register } from "node:module";

/** Have modules replaced: ends of their addresses, each with the names that it exports. What is called under a name is
 * `globalThis.standIns[name]`, which the test sets; it is looked up when it is called or made. "=NAME" is no function, and
 * must be set before the import.
 */
export function instead(modules) {
  const sources = Object.fromEntries(
    Object.entries(modules).map(([end, names]) => [end, names.map(standIn).join("\n")]),
  );
  const hook = `const sources = ${JSON.stringify(sources)};
    export async function load(url, context, next) {
      const end = Object.keys(sources).find((one) => url.endsWith(one));
      return end ? { format: "module", source: sources[end], shortCircuit: true } : next(url, context);
    }`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

/** An export that can be called, and made with \`new\`. */
const standIn = (name) =>
  name.startsWith("=")
    ? `export const ${name.slice(1)} = globalThis.standIns.${name.slice(1)};`
    : `export function ${name}(...given) { return globalThis.standIns.${name}(...given); }`;

/** Anything that may be called: it keeps the names of what was called on it, with what was given, in a list. */
export function keeping(calls, name, own = {}) {
  const prefix = name ? `${name}.` : "";
  return new Proxy(own, {
    get: (_, key) => {
      if (key in own || typeof key === "symbol" || key === "then") return own[key];
      return (...given) => void calls.push([prefix + key, ...given]);
    },
  });
}
