// What the page of a scenario is sent, and what it keeps.

import type { Side } from "../../common/data.d.ts";

/** A place that a mission goes to. */
export interface Goal {
  name?: string;
  lon?: number | null;
  lat?: number | null;
  via?: boolean;
  by?: number | null;
}

/** A side, a formation, a unit and so on: what it is, where it hangs in the tree, and its fields. */
export interface Thing {
  what: string;
  parent?: string;
  order?: number;
  [field: string]: any;
}

export type Things = Record<string, Thing>;

/** A field of a thing, as the server says it: scenarios/drafting/fields.py. */
export interface Field {
  key: string;
  words: string;
  kind: string;
  known: string[];
  low: number;
  high: number;
  usual: any;
  empty: boolean;
  help: string;
}

export interface Words {
  fields: Record<string, Field[]>;
  patterns: { key: string; name: string; units: number }[];
  rules: [string, string][];
}

/** What a change did; at first, all there is. */
export interface Told {
  version: number;
  undo: string;
  redo: string;
  changed: Record<string, Thing | null>;
  hexes: Record<string, number>;
  sides: Side[];
  in_the_way: string[];
}

export interface Found {
  grade: "fault" | "doubt" | "note";
  place: string;
  what: string;
  remedy: string;
  thing: string;
}

export interface Checked {
  version: number;
  rows: Found[];
  units: number;
  nowhere: number;
  points: Record<string, number>;
  strength: Record<string, number>;
}

export interface Room {
  barred: number[];
  taken: number[];
  fault: string;
}

/** A row of the tree that is in sight. */
export interface Row {
  key: string;
  thing: Thing;
  level: number;
  open: boolean | null;
  units: number;
  nowhere: number;
}

export type Act = (name: string, body: object) => Promise<boolean>;
