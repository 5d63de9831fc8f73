// What the server sends of a ground that is being made.

export type Box = [number, number, number, number];

/** Longitude, latitude. */
export type Spot = [number, number];

export interface Draft {
  name: string;
  version: number;
  box: Box | null;
  outline: [number, number][];
  width_km: number;
  layout: "flat" | "pointy";
  date: string;
  countries: string[];
  classes: string;
  online: string[];
  limits: Record<string, number>;
  missing: string[];
}

export interface GroundFile {
  name: string;
  kind_now: string;
  licence: string;
  format?: string;
  boxes?: Box[];
  cell_m?: number | null;
  notes?: string[];
  faults?: string[];
  bytes?: number;
  places?: [string, number, number][];
}

export interface Threshold {
  key: string;
  terrain: string;
  rule: string;
  words: string;
  unit: string;
  usual: number;
  value: number;
  most: number;
  step: number;
  whole: boolean;
}

/** A kind of terrain or of hexside of the map's own; `file`: that it stands in, "" for the area file. */
export interface Kind {
  table: "kind" | "hexside";
  key: string;
  file: string;
  said: Record<string, string | number | string[]>;
  /** What its file says besides. */
  more: string[];
}

export interface KindSaid {
  table: "kind" | "hexside";
  /** Its name before; "": it is new. */
  was: string;
  /** "": it is taken away. */
  key: string;
  said: Record<string, string | number | string[] | null>;
}

/** What the form of a kind offers. */
export interface Choices {
  terrain: string[];
  covers: string[];
  marks: string[];
  resembled: string[];
  lines: string[];
  symbols: string[];
  looks: Record<string, { tint: string; mark: string }>;
}

export interface Width {
  width_km: number;
  hexes: number;
  columns?: number;
  rows?: number;
  terrain?: [string, number][];
  /** Hexsides of the map's own. */
  borders?: [string, number][];
  picture?: string;
  wide?: number;
  high?: number;
  fault?: string;
  /** What this picture does not show yet. */
  not_yet?: string[];
  /** What the first picture did not show, and after how many seconds that was there. */
  first?: string[];
  first_s?: number;
  /** What a picture leaves out of a map that has too much of it. */
  shows?: string;
  /** After how many seconds everything was drawn. */
  whole_s?: number;
}

/** A layer that nobody understands. */
export interface Asked {
  layer: string;
  shape: string;
  count: number;
  columns: { heading: string; values: [string, number][]; known: number }[];
}

export interface Covered {
  questions: Asked[];
  file: string;
  kind: string;
  covers: number | null;
  cell_m: [number, number] | null;
  honest_km: Record<string, number>;
  counts: Record<string, number>;
  notes: string[];
  faults: string[];
}

export interface Cover {
  sources: Covered[];
  missing: string[];
  warnings: string[];
  warned: number;
  online: { name: string; gives: string; cached: string }[];
}

export interface Compared {
  count: number;
  hexes: number;
  sides: number;
  same_grid: boolean;
  terrain: [string, string, number][];
  rows: [string, string, string, string][];
  /** How many rows there are; those of a page may be fewer. */
  total: number;
}

export interface Job {
  number?: number;
  do?: string;
  state?: "running" | "done" | "failed" | "stopped";
  step?: string;
  seconds?: number;
  faults?: string[];
  widths?: Width[];
  cover?: Cover;
  date?: string;
  audit?: {
    words: string;
    verdict: string;
    why: string;
    number: string;
    feature: string;
  }[];
  /** The same without the date. */
  today?: Width & {
    roads: number;
    rails: number;
    rivers: number;
    places: number;
  };
  verdicts?: Record<string, number>;
  doubts?: string[];
  notes?: string[];
  /** How many there are of what is told in part. */
  totals?: Record<string, number>;
  roads?: number;
  rails?: number;
  rivers?: number;
  places?: number;
  saved?: { key: string; hexes: number; name: string };
  compared?: Compared | null;
}

export interface GroundState {
  draft: Draft;
  files: GroundFile[];
  thresholds: Threshold[];
  kinds: Kind[];
  job: Job;
  saved: boolean;
  compares: boolean;
  shipped: { key: string; name: string; box: Box }[];
}

export interface World {
  unit: number;
  arcs: number[][];
  land: number[][];
  borders: number[];
  lakes: number[][];
  towns: [string, number, number, number][];
}
