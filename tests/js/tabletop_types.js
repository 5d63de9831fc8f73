// Holds a save of Tabletop Simulator against the declarations of its format: `node tabletop_types.js FILE`.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = dirname(fileURLToPath(import.meta.url));
const declarations = resolve(here, "node_modules/@typed-tabletop-simulator/declaration/src");
const written = resolve(here, "written-save.ts");

// Names of things are an enumeration there: a name that it does not have stays a text, which is a fault.
const names = new Map();
for (const [, member, name] of readFileSync(resolve(declarations, "object.d.ts"), "utf8").matchAll(
  /(\w+) = "(\w+)"/g,
)) {
  names.set(name, member);
}
const save = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { CustomImage: image } of save.ObjectStates) {
  // Saves of the program have both; the declarations know neither.
  delete image.ImageScalar;
  delete image.WidthScale;
}
const asCode = (value) =>
  JSON.stringify(value).replace(/"Name":"(\w+)"/g, (all, name) =>
    names.has(name) ? `"Name":ObjectName.${names.get(name)}` : all,
  );
// The list of a save holds things of every kind: there it is what all kinds share that counts.
const shared = save.ObjectStates.map((thing) => ({ ...thing, CustomImage: undefined }));
const text = `export const save: TTSSave = ${asCode({ ...save, ObjectStates: shared })};
export const tiles: TileData[] = ${asCode(save.ObjectStates)};
`;

const options = { noEmit: true, strict: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022 };
const host = ts.createCompilerHost(options);
const { getSourceFile, fileExists } = host;
host.fileExists = (name) => name === written || fileExists(name);
host.getSourceFile = (name, ...rest) =>
  name === written ? ts.createSourceFile(name, text, options.target) : getSourceFile(name, ...rest);
const program = ts.createProgram([written, resolve(declarations, "index.d.ts")], options, host);
const file = program.getSourceFile(written);
const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
console.log(JSON.stringify(faults.map((one) => ts.flattenDiagnosticMessageText(one.messageText, " "))));
