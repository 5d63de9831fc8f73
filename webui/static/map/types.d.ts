// What is drawn, and with what.

import type { Contact, Network, Reach, Side, Stand, Supply, View } from "../common/data.d.ts";
import type { Ground } from "./terrain/terrain_model.js";

/** A canvas to draw on; `scaleR` says how many pixels a hex radius has. */
export type Pen = CanvasRenderingContext2D & { scaleR: number };

/** A place: across and down, in hex radii or in pixels. */
export type Point = [number, number];

/** Left, top, right, bottom. */
export type Box = [number, number, number, number];

/** What a sheet shows: pixels to a hex radius, pixels of the screen to one of ours, the painted part, the window. */
export interface Stage {
  R: number;
  ratio: number;
  box: Box;
  sight: Box;
}

/** What lies on a hexside: hex and side in one number, the two apart, and what it is. */
export interface Pair {
  at: number;
  index: number;
  side: number;
  kind: string;
}

export interface Place {
  name: string;
  index: number;
  u: number;
  v: number;
  population: number;
  rank: number;
}

/** Something that is drawn along points; what else it has depends on what it is. */
export interface Piece {
  points: Point[];
  [more: string]: any;
}

/** A piece of the front with its box: who holds the ground at its sides, its points, and at each the way to its left. */
export interface Front {
  left: string;
  right: string;
  /** Whether nobody of the viewer's is near enough to see it move. */
  stale: boolean;
  points: Point[];
  leftward: Point[];
  u0: number;
  v0: number;
  u1: number;
  v1: number;
}

/** A stand as a counter shows it. */
export type Shown = Omit<Stand, "hex" | "masked" | "facing"> & Partial<Stand>;

/** A stand that is on the map. */
export type Placed = Stand & { hex: number };

/** A counter where it lies, in pixels. */
export interface Counter {
  stand: Placed;
  x: number;
  y: number;
  size: number;
  count?: number;
  /** How it is drawn, if not as the stand: a division that the stand is one of. */
  shown?: Shown;
  /** Where its name is written under it, if it is: left, top, right and foot. */
  named?: Box;
}

export interface Fan {
  hex: number;
  frame: Box;
  counters: Counter[];
}

/** The line to a headquarters, and what is written on it. */
export interface CommandLine {
  from: number | null;
  to: number | null;
  ok: boolean;
  label: string;
}

/** What a map shows besides the ground. */
export interface MapState {
  ground: Ground;
  view: View | null;
  control: Uint8Array | null;
  held: Path2D[];
  front: Front[];
  sides: Map<string, Side>;
  reach: Partial<Reach> | null;
  supply: Supply | null;
  /** The lines of communication of all that the viewer knows, once they were asked for. */
  network: Network | null;
  command: CommandLine | null;
  path: number[] | null;
  /** Where the turns of the path end. */
  ends: number[];
  /** The ways of a plan, and whose it is. */
  ways: PlanWays | null;
  selected: string | null;
  cursor: number | null;
  /** The hexes that a lesson points at, by number. */
  taught: string[];
  fan: Fan | null;
  /** What is known of the enemy, and which of it was chosen. */
  contacts: Contact[];
  chosen: string | null;
  shown: Record<string, boolean>;
}

/** What those are given that draw one part of it: it is there. */
export interface Drawn {
  ground: Ground;
  view: View;
  control: Uint8Array;
  held: Path2D[];
  front: Front[];
  sides: Map<string, Side>;
  reach: Reach;
  supply: Supply;
  network: Network;
  command: CommandLine;
  path: number[];
  ends: number[];
  ways: PlanWays;
  selected: string | null;
  cursor: number;
  taught: string[];
  fan: Fan;
  contacts: Contact[];
  chosen: string | null;
  shown: Record<string, boolean>;
}

/** How a counter looks: all that decides it, and a key of it. */
export interface Look {
  key: string;
  kind: string;
  size: string;
  name: string;
  strength: number | null;
  full: number | null;
  fill: string;
  line: string;
  ink: string;
  pattern: string;
  masked: boolean;
  transport: boolean;
  emplaced: boolean;
  spent: boolean;
  noCommand: boolean;
  noFuel: boolean;
  cutOff: number | string | null;
  facing: number | null;
  /** Colours of the division. */
  band: { colour: string; stripe: string; ink: string } | null;
}

/** What a map maker changed: see Ground.change. */
export interface Change {
  hexes: [number, number, number][];
  places?: any[];
  side_names?: any[];
  /** Where the drawing of the changed map is to be had. */
  drawn: string;
  [pairs: string]: any;
}

/** What a side means to do: the ways of its formations, as hexes, each with what is written where it begins. */
export interface PlanWays {
  side: string;
  ways: number[][];
  words?: string[];
}
