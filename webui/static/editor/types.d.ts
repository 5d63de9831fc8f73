// What the map editor is sent, and what it keeps.

import type { GroundHex } from "../common/data.d.ts";

export interface Correction {
  id: string;
  hex: number;
  number: string;
  words: string;
  why: string;
  source: string;
  by: string;
  came: boolean;
}

export interface Conflict {
  kind: string;
  correction: string;
  hex: number;
  number: string;
  words: string;
  what: string;
  remedy: string;
}

/** What the sources could not tell. */
export interface Doubt {
  place: string;
  what: string;
  remedy: string;
}

/** What was removed, put back or kept for the date of the map. */
export interface Audit {
  date: string;
  count: number;
  rows: { words: string; verdict: string; why: string; feature: string; hex: number; number: string }[];
}

/** What has changed on the map: see Ground.change. */
export interface Change {
  hexes: [number, number, number][];
  places?: unknown[];
  side_names?: unknown[];
  /** Where the drawing of the changed map is to be had. */
  drawn: string;
  [pairs: string]: any;
}

export interface EditorState {
  version: number;
  corrections: Correction[];
  conflicts: Conflict[];
  doubts?: Doubt[];
  undo: string;
  redo: string;
  changed?: Change;
  underlay?: Facts | null;
}

/** A scanned map as the server knows it. */
export interface Facts {
  name: string;
  wide: number;
  high: number;
  count: number;
  way: string;
  frame: { u: number; v: number; wide: number; high: number } | null;
  points: Pair[];
  residuals_m: number[];
}

/** Column and line on the picture, u and v on the map. */
export type Pair = [number, number, number, number];

export type Spot = [number, number];

export interface EditorHex extends GroundHex {
  place: string;
}

export interface Difference {
  hexes: number[];
  sides: number[];
  count: number;
  other: string;
  same_grid: boolean;
  rows: [number, string, string, string, string][];
}

export interface Vocabulary {
  terrain: string[];
  tints: Record<string, string>;
  kinds: Record<string, string[]>;
}

export interface Place {
  name: string;
  u: number;
  v: number;
}

/** Hexsides from corner to corner: where it is, the corners passed, the hexsides between them. */
export interface Trail {
  hex: number;
  k: number;
  keys: number[];
  sides: number[];
}

/** What is drawn and not sent yet. */
export interface Sketch {
  hexes: Set<number>;
  sides: Set<number>;
  way: number[];
  /** Of a drag along hexsides. */
  trail: Trail | null;
  spot: Spot | null;
  more: Record<string, unknown>;
}

/** Have the server change the map; whether it did. */
export type Act = (name: string, body?: object) => Promise<boolean>;
