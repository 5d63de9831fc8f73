// Reads files of other programs with those programs' own libraries: `node readers.js msdl FILE`, `node readers.js codes`.

import { readFileSync } from "node:fs";

async function msdl(file) {
  const { DOMParser, Element } = await import("@xmldom/xmldom");
  const { MilitaryScenario } = await import("@orbat-mapper/msdllib");
  const { default: symbols } = await import("milsymbol");
  // The library reads fields that hold text alone by this property of browsers.
  const innerHTML = {
    get() {
      return this.textContent;
    },
  };
  Object.defineProperty(Element.prototype, "innerHTML", innerHTML);
  const root = new DOMParser().parseFromString(readFileSync(file, "utf8"), "text/xml").documentElement;
  const scenario = new MilitaryScenario(root);
  const sides = scenario.sides.map((side) => ({
    name: side.name,
    hostile: side.associations.map((one) => scenario.forceSideMap[one.affiliateHandle].name),
    units: side.rootUnits.map(unitOf),
  }));
  function unitOf(unit) {
    const { name, sidc, location, symbolModifiers, subordinates } = unit;
    const valid = new symbols.Symbol(sidc).isValid();
    return { name, sidc, valid, location, modifiers: { ...symbolModifiers }, units: subordinates.map(unitOf) };
  }
  return { sides, count: scenario.unitCount };
}

async function codes() {
  const { convertLetterSidc2NumberSidc: toDigits } = await import("@orbat-mapper/convert-symbology");
  const { default: symbols } = await import("milsymbol");
  return JSON.parse(readFileSync(0, "utf8")).map(([digits, letters]) => ({
    digits: toDigits(letters).sidc,
    drawn: new symbols.Symbol(digits).isValid(),
    drawnLetters: new symbols.Symbol(letters).isValid(),
    size: new symbols.Symbol(digits).getMetadata().echelon,
  }));
}

const [what, file] = process.argv.slice(2);
console.log(JSON.stringify(await { msdl, codes }[what](file)));
