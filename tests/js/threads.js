// Runs all files of tests, each in a thread of its own: node tests/js/threads.js
// `node --test` starts a process for each, which takes longer than what most files test. A thread too has its own globals
// and its own modules, so that no file sees what another one left.

import { readdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";

const HERE = new URL("./", import.meta.url);

/**
 * Runs a file, and tells whether all its tests passed and how many did.
 * @param {string} file
 * @returns {Promise<{passed: number, well: boolean, said: string}>}
 */
async function run(file) {
  const worker = new Worker(new URL(file, HERE), { stdout: true });
  let fault = "";
  worker.on("error", (error) => (fault = String(error.stack)));
  const ended = new Promise((resolve) => worker.on("exit", resolve));
  const [said, code] = await Promise.all([text(worker.stdout), ended]);
  const passed = Number(said.match(/^(?:#|ℹ) pass (\d+)/m)?.[1] ?? 0);
  return { passed, well: code === 0 && !fault && passed > 0, said: said + fault };
}

let passed = 0;
const files = readdirSync(HERE).filter((name) => name.endsWith(".test.js"));
for (const file of files.sort()) {
  const done = await run(file);
  passed += done.passed;
  if (!done.well) {
    process.exitCode = 1;
    console.log(`${file}\n${done.said}`);
  }
}
console.log(`# files ${files.length}\n# pass ${passed}`);
