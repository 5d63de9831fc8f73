// What the server sends. tests/webui/test_payload_types.py holds these names to what it does send.

/** What elements are made of. */
export type Child = Node | string | number | null | undefined | false | Child[];

export interface Side {
  key: string;
  name: string;
  letter: string;
  colour: string;
  fill: string;
  line: string;
  pattern: string;
  ink: string;
}

export interface Stand {
  id: string;
  hex: number | null;
  side: string;
  kind: string;
  size: string;
  mover: string;
  traits: string[];
  name: string;
  short: string;
  strength: number | null;
  full: number | null;
  marks: string[];
  isolated: number;
  masked: boolean;
  facing: number | null;
  /** Name of its symbol; put in by the server for all but contacts. */
  symbol?: string;
  /** Id of its division, "" of none; only of units that the viewer leads. */
  division?: string;
  /** When its command reported it there; "" if it is known at once. */
  reported?: string;
  /** Put in by the page: whether its line of supply is cut. */
  cut?: boolean;
}

export interface Turn {
  day: number;
  turn: string;
  night: boolean;
  phase: string;
}

export interface Clock extends Turn {
  turn_word: string;
  /** Of the day, or of all; null where nobody knows. */
  last_turn: number | null;
  side: string;
  days: number;
  date: string;
  short_date: string;
  phase_key: string;
  rule: string;
  weather: string;
  forecast: string;
  sun: Sun;
}

export interface Sun {
  rise: string | null;
  set: string | null;
  dawn: string | null;
  dusk: string | null;
  light: string;
  moon: string;
  moon_lit: number;
}

export interface Moment extends Turn {
  at: number;
}

export interface Declared {
  kind: string;
  stand: string | null;
  formation: string | null;
  notation: string;
  words: string;
  path?: number[];
  attack?: boolean;
  transport?: boolean;
}

export interface Spot {
  name: string;
  side: string;
  hex?: number;
}

export interface Objective extends Spot {
  /** What is written on the map for it. */
  label: string;
  points: number;
  by_day: number;
}

export interface View {
  version: number;
  live: boolean;
  may_order: boolean;
  /** Whether a person who holds a side says here when the phase is over. */
  may_finish: boolean;
  /** Whether the first turn has not begun, and sides may deploy. */
  deploying: boolean;
  /** Who plays each side and command, as far as anybody was seated. */
  seats: Record<string, string>;
  viewer: string;
  viewers: { key: string; name: string }[];
  campaign: { id: string; name: string };
  clock: Clock;
  moments: Moment[];
  ended: boolean;
  ending: string;
  points: Record<string, number>;
  air_dice: Record<string, number>;
  night: boolean;
  sides: Side[];
  stands: Stand[];
  control: string;
  front: FrontPiece[];
  /** The divisions of units that the viewer knows all about, by id. */
  divisions: Record<string, Division>;
  ground: Record<string, string>;
  contacts: [number, number][];
  /** Where all stand still while a battle is settled, as far as the viewer knows. */
  fronts: { hexes: number[]; words: string }[];
  objectives: Objective[];
  sources: (Spot & { id: string })[];
  declared: Declared[];
  /** Put in by the page, from answers of their own. */
  supply_state?: Record<string, string>;
  zones?: Record<string, number[]>;
}

/** A division, or what is in its place, and the colours of its band. */
export interface Division {
  name: string;
  short: string;
  size: string;
  colour: string;
  stripe: string;
  ink: string;
}

/** Lines of communication joined where they run together: see webui/desk/drawn/network.py. */
export interface Network {
  version: number;
  /** How many units have an open line. */
  served: number;
  /** From the units to their source, and how many units each serves. */
  ways: { hexes: number[]; stands: number }[];
  ends: { hex: number; to: string; stands: number }[];
  cut: CutLine[];
}

export interface CutLine {
  hex: number;
  path: number[];
  cut_at: number | null;
  why: string;
  stands: string[];
}

/** A piece of the front: who holds the ground to its left and right as it is walked, and u and v of its points by turns. */
export interface FrontPiece {
  left: string;
  right: string;
  closed: boolean;
  /** Whether nobody of the viewer's is near enough to see it move: it is as he last heard. */
  stale: boolean;
  points: number[];
}

/** Something that is known of an enemy: dated, with its source and how sure it is. */
export interface Contact {
  id: string;
  side: string;
  hex: number;
  number: string;
  place: string | null;
  kind: string;
  size: string;
  name: string;
  short: string;
  what: string;
  strength: string;
  seen: string;
  age: number;
  age_words: string;
  /** fresh, late, old, history, gone or false. */
  stage: string;
  stage_words: string;
  source: string;
  source_words: string;
  confidence: number;
  via: string[];
  /** Whether he is in sight, so that his own counter is on the map. */
  now: boolean;
  radius: number;
  others: number[];
  same: string[];
  words: string;
  /** Whether it was seen from afar or by night alone, and may be something else. */
  doubtful: boolean;
  /** Of one that is inferred, the number of the hex that it was going to. */
  towards: string | null;
  /** For the umpire: who it is in truth and where; "" nobody. */
  truth?: string;
  truth_hex?: number | null;
}

export interface Contacts {
  version: number;
  /** Whose knowledge it is; "" nobody's. */
  of: string;
  /** For the umpire: whose knowledge he may look at. */
  commands: { key: string; name: string }[];
  contacts: Contact[];
  /** How far what is seen may deceive in this campaign, in words. */
  deceives: string;
}

export interface Supplies {
  version: number;
  supply_state: Record<string, string>;
  why: Record<string, string>;
}

export interface Zones {
  version: number;
  zones: Record<string, number[]>;
}

export interface Formation {
  id: string;
  name: string;
  short: string;
  size: string;
  kind: string;
  parent: string | null;
  hq: string | null;
  stores: Record<string, number>;
  limits: Record<string, number>;
  marks: string[];
  hq_lost: unknown[] | null;
}

export interface Arrival {
  day: number;
  turn: number | string;
  number: string;
  place: string | null;
  hex?: number;
}

export interface OobStand extends Omit<Stand, "masked" | "facing"> {
  formation: string;
  number: string | null;
  place: string | null;
  gone: string | null;
  arrives: Arrival | null;
  with: string | null;
  /** Whether an order waits for it, or a march goes on. */
  ordered: boolean;
}

export interface OobSide {
  key: string;
  name: string;
  formations: Formation[];
}

export interface Oob {
  version: number;
  sides: OobSide[];
  stands: OobStand[];
  seen: string[];
}

export interface Command {
  ok: boolean;
  hq: string | null;
  name: string | null;
  hex: number | null;
  far: string;
}

export interface Link {
  id: string;
  name: string;
  short: string;
  size: string;
  stores: Record<string, number>;
  limits: Record<string, number>;
  marks: string[];
  hq: string | null;
}

/** A unit's card; of an enemy the server sends what `Stand` has, his number, and nothing else. */
export interface Unit extends Stand {
  number: string | null;
  known: boolean;
  formation?: string;
  chain?: Link[];
  losses?: number;
  detached?: number;
  band?: string | null;
  condition?: string | null;
  posture?: string;
  sealed?: string;
  looks?: string | null;
  shots?: number | null;
  carries?: string[];
  attached_to?: string | null;
  arrives?: Arrival | null;
  march?: { path: string[]; hours: number; transport: boolean } | null;
  work?: { task: string; number: string; turns: number } | null;
  returning?: { day: number; points: number }[];
  gone?: string | null;
  notices?: string[];
  command?: Command | null;
  contacts?: string[];
  declared?: string[];
}

/** An order as the server takes it: its type, and that type's fields. */
export interface Order {
  type: string;
  stand?: string;
  side?: string;
  formation?: string;
  helpers?: string[];
  facing?: number;
  path?: number[];
  attack?: boolean;
  transport?: boolean;
  [field: string]: unknown;
}

export interface Offer {
  kind: string;
  order: Order;
  notation: string;
  words: string;
  target: number | null;
}

/** How a kind of order is written, and what each of its fields asks for: "hex", "target", "stand", "number" ... */
export interface Verb {
  kind: string;
  keys: Record<string, string>;
  asks: Record<string, string>;
}

export interface Orders {
  stand: string;
  march: Record<string, number[]>;
  transport: Record<string, number[]>;
  attacks: Record<string, number[]>;
  orders: Offer[];
  verbs: Record<string, Verb>;
}

export interface Reach {
  unit: string;
  stand: string;
  hex: number;
  transport: boolean;
  limit: number;
  costs: Record<string, number>;
  paths: Record<string, number[]>;
  contacts: number[];
  /** Whether these are the hexes where the unit may begin: no hours are written in them. */
  placing?: boolean;
}

export interface Supply {
  stand: string;
  to: string;
  path: number[];
  hours: number | null;
  cut_at: number | null;
  cut_by: string;
  why: string;
}

export interface HexSide {
  side: number;
  direction: string;
  neighbour: string;
  water: string;
  river: string;
  crossing: string;
  crossing_name: string;
  road: string;
  rail: string;
  slope: string;
  border: string;
  border_played_as: string;
}

export interface Correction {
  what: string;
  name: string;
  value: string;
  why: string;
  source: string;
}

/** A hex as the ground has it; the map editor and the page show the same. */
export interface GroundHex {
  number: string;
  terrain: string;
  played_as: string;
  rule: string;
  reasons: string[];
  shares: Record<string, number>;
  elevation_m: number | null;
  low_m: number | null;
  high_m: number | null;
  relief_m: number | null;
  slope_deg: number | null;
  /** How steep the ground is, whatever grows on it. */
  steepness: string;
  place: string;
  places: [string, number][];
  sides: HexSide[];
  evidence: string[];
  corrections: Correction[];
  audit: [string, string][];
  invented: string[];
  sources: string[];
  notes: string[];
}

/** A hex in play. */
export interface Hex extends GroundHex {
  index: number;
  references: Record<string, string>;
  held_by: string | null;
  stands: string[];
  works: string[];
  zones: Record<string, string[]>;
  objectives: Objective[];
  supply_sources: Spot[];
  orders: Offer[];
}

export interface LogLine {
  kind: string;
  text: string;
  rule: string;
  quiet: boolean;
  units: string[];
  dice: number[];
  clock: Turn;
  /** What the plan had expected of a fight. */
  expected: Expected | null;
}

export interface LogEntry {
  at?: number;
  kind?: string;
  counts: boolean;
  clock: Turn | null;
  lines: LogLine[];
}

export interface Log {
  last: number;
  /** The number of the first line that is told, and how many come before it. */
  first: number;
  cut: number;
  entries: LogEntry[];
  /** Put in by the page: whether this is all, and what was told before is to be forgotten. */
  whole?: boolean;
}

export interface PostureRow {
  formation: string;
  name: string;
  now: string;
  sealed: string;
  choices: (Offer & { posture: string })[];
}

export type Go = Offer & { name: string; posture: string; stands: string[] };

export interface SideOrders {
  key: string;
  name: string;
  may_act: boolean;
  postures: PostureRow[];
  goes: Go[];
  others: Offer[];
  /** Kinds of orders that may be aimed at more hexes than are listed. */
  asked: { kind: string; count: number }[];
}

export interface AllSideOrders {
  version: number;
  sides: SideOrders[];
}

export interface Roll {
  what: string;
  dice: number[];
}

/** What a side that decides by itself wants next. */
export interface Choice {
  order: (Offer & { path: number[] }) | null;
  /** What is not thought of again if this is passed over. */
  passes: string[];
  /** Who plays: commander:LEVEL:STYLE, or table. */
  seat: string;
  text: string;
  why: string;
  throws: Roll[];
  /** What a commander thought; null of the table. */
  thought: Thought | null;
}

/** What speaks for or against an order, in hundredths of a turn. */
export interface Reason {
  what: string;
  worth: number;
  text: string;
}

/** What a fight should bring, in hundredths of a point, and per cent. */
export interface Expected {
  inflicted: number;
  taken: number;
  chance: number;
  source: string;
}

/** An order of a plan, and why. */
export interface Thought {
  order: string;
  subject: string;
  group: string;
  task: string;
  why: string;
  reasons: Reason[];
  expected: Expected | null;
  needs: string[];
}

/** How often each number came, and the mean with its interval. */
export interface Spread {
  mean: number;
  low: number;
  high: number;
  counts: { number: number; share: number }[];
}

export interface WhatIfSide {
  key: string;
  name: string;
  colour: string;
  losses: Spread;
  lost: Spread;
  ground: Spread;
}

/** What came of many plays of an order, or of a turn. */
export interface WhatIfAnswer {
  plays: number;
  refusal: { rule: string; why: string } | null;
  word: string;
  sides: WhatIfSide[];
  stands: { stand: string; name: string; side: string; mean: number; fates: { words: string; share: number }[] }[];
  places: { name: string; held: { name: string; share: number }[] }[];
  ends: { words: string; share: number }[];
}

export interface Preview {
  notation: string;
  path: number[];
  dice: string;
  allowed: boolean;
  refusal: { rule?: string; why?: string; remedy?: string } | null;
}

/** An order that was thought of, as an offer, with what speaks for and against it. */
export type Advised = Offer & {
  subject: string;
  group: string;
  task: string;
  why: string;
  reasons: Reason[];
  expected: Expected | null;
  needs: string[];
  /** The unit or formation that it is for. */
  name: string;
  /** The sum of the reasons. */
  worth: number;
  path: number[];
};

/** How groups stand with their missions, and what they do now. */
export interface PlanParts {
  estimates: { group: string; name: string; kind: string; text: string; goal: number | null; way: number[] }[];
  tasks: { group: string; name: string; kind: string; text: string; hex: number | null }[];
}

/** What a commander would do for a side; nothing is done. */
export interface Advice extends PlanParts {
  side: string;
  seat: string;
  thoughts: Advised[];
}

/** What else a commander weighs for a unit, the best first. */
export interface WhyNot {
  stand: string;
  thoughts: Advised[];
}

/** An order of an older plan; of one that was to be a fight what was expected, and what came. */
export interface MeantOrder {
  order: string;
  name: string;
  why: string;
  task: string;
  worth: number;
  expected: Expected | null;
  came: { dealt: number; taken: number } | null;
}

/** What a side was told of a phase: fights, hits, points and stands lost, enemies gone, hexes taken and given up. */
export interface CameInSum {
  fights: number;
  dealt: number;
  taken: number;
  units: number;
  foes: number;
  gained: number;
  given: number;
}

/** What a side meant to do in a phase. */
export interface OldPlan extends PlanParts {
  when: { day: number; turn: string; phase: string };
  orders: MeantOrder[];
  /** What was told from then to the next plan of another phase; null if it is not known. */
  came: CameInSum | null;
}

export interface PlansOfSide {
  key: string;
  plans: OldPlan[];
}

/** The missions of a side. */
export interface MissionSide {
  key: string;
  name: string;
  formations: { id: string; name: string; short: string; parent: string | null }[];
  /** `astray`: why it cannot be done on this ground. */
  missions: { formation: string; short: string; text: string; by_hand: boolean; astray: string }[];
}

/** Names by which the page speaks of things. */
export interface Names {
  unit(id: string): string;
  side(key: string): string;
  hex(hex: number): string;
  number(hex: number): string;
}

/** Draw a counter in a list, `size` pixels wide. */
export type Picture = (stand: Stand | OobStand, size: number) => HTMLElement;

/** Choose a unit; `centre` brings it to the middle of the map. */
export type Choose = (id: string, how?: { centre?: boolean }) => void;

export type Propose = (offer: Offer) => void;

/** What becomes of a unit by a line of orders. */
export interface SpokenOutcome {
  /** "" of a letter. */
  stand: string;
  name: string;
  state: "now" | "later" | "stays" | "doubt" | "refused";
  words: string;
  rule: string;
  path: number[];
  ends: number[];
  turns: number;
  arrival: [number, number] | null;
  orders: string[];
}

/** A line of orders in one's own words, and what is made of it. */
export interface SpokenLine {
  number: number;
  text: string;
  state: "sound" | "doubt" | "refused" | "ask" | "note";
  understood: string;
  assumed: string[];
  why: string;
  asked: string;
  choices: string[];
  outcomes: SpokenOutcome[];
}

/** A step of a lesson: what it says and points at, and whether it is done; null: it is only read. */
export interface LessonStep {
  title: string;
  text: string;
  units: string[];
  hexes: string[];
  press: string;
  done: boolean | null;
}

/** A lesson; where there is none to follow, why. */
export interface LessonSteps {
  steps: LessonStep[];
  note: string;
}

/** A block of orders as it was read. */
export interface Spoken {
  version: number;
  lines: SpokenLine[];
  count: Record<SpokenLine["state"], number>;
}
