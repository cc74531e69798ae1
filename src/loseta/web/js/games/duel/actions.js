/** The texts of Azul Duel's actions (docs/notation.md): parsing and formatting. */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("../game-view.js").TableView<State, Box, import("./hand.js").Hand>} TableView */
/** @typedef {import("../game-view.js").Frame<State>} Frame */

export const COLOURS = "BYRKT";
export const SIZE = 6;
/** The line number of the broken tiles. */
export const BROKEN = 6;
export const LARGE = 0;
/** The moons of all factories together, as a source of tiles. */
export const MOONS = 5;
/** The letters of the sources, in the order of their numbers. */
export const SOURCES = "L1234M";
const DESTINATIONS = "123456X";

/**
 * @typedef {{kind: "take", source: number, colour: string, line: number}} Take
 * @typedef {{kind: "stack", colours: string}} Stack
 * @typedef {{kind: "take_chip" | "spend", face: string}} Chip
 * @typedef {{kind: "draw" | "stop" | "finish" | "decline"}} Plain
 * @typedef {{kind: "take_plate" | "keep" | "under", plate: number | null}} OfPlate
 * @typedef {{kind: "place_plate", space: number, turn: string}} PlacePlate
 * @typedef {{kind: "place_tile", row: number, column: number}} PlaceTile
 * @typedef {{kind: "tablets", sides: string[]}} Tablets
 * @typedef {{kind: "show" | "look", plates: number[]}} Plates
 * @typedef {{kind: "deal"} | {kind: "top", back: string} | {kind: "first", seat: number}} Dealt
 * @typedef {{kind: "turn_chip", factory: number, face: string}} TurnChip
 */

const PLAIN = /** @type {{[text: string]: Plain["kind"]}} */ ({
  draw: "draw",
  stop: "stop",
  "$.": "finish",
  "$-": "decline",
});

/** @param {string} text @returns {Take | Stack | Chip | Plain | OfPlate | PlacePlate | PlaceTile | Tablets | Plates | Dealt | TurnChip | null} */
export function read(text) {
  const take = /^([L1-4M])([BYRKT])([1-6X])$/.exec(text);
  if (take) {
    const [, source, colour, line] = take;
    return { kind: "take", source: SOURCES.indexOf(source), colour, line: DESTINATIONS.indexOf(line) };
  }
  if (text in PLAIN) return { kind: PLAIN[text] };
  if (/^\/[BYRKT]+$/.test(text)) return { kind: "stack", colours: text.slice(1) };
  if (/^\+[BYRKT]+$/.test(text)) return { kind: "take_chip", face: text.slice(1) };
  if (/^\$[BYRKT]+$/.test(text)) return { kind: "spend", face: text.slice(1) };
  if (/^P\d+$/.test(text)) return { kind: "take_plate", plate: Number(text.slice(1)) };
  const place = /^@([1-9])([nesw])$/.exec(text);
  if (place) return { kind: "place_plate", space: Number(place[1]) - 1, turn: place[2] };
  const tile = /^([1-6]):([1-6])$/.exec(text);
  if (tile) return { kind: "place_tile", row: Number(tile[1]) - 1, column: Number(tile[2]) - 1 };
  return readDealt(text);
}

/** Draws of the dealer, and actions whose plates may be hidden: “under”, “look”. @param {string} text */
function readDealt(text) {
  const [name, rest = ""] = text.split(":");
  switch (name) {
    case "keep":
    case "under":
      return { kind: /** @type {"keep" | "under"} */ (name), plate: rest ? Number(rest) : null };
    case "look":
      return { kind: /** @type {const} */ ("look"), plates: rest ? rest.split(",").map(Number) : [] };
    case "plates":
      return { kind: /** @type {const} */ ("show"), plates: rest.split("/")[0].split(",").map(Number) };
    case "tablets":
      return { kind: /** @type {const} */ ("tablets"), sides: rest.split("+") };
    case "first":
      return { kind: /** @type {const} */ ("first"), seat: Number(rest) - 1 };
    case "deal":
      return { kind: /** @type {const} */ ("deal") };
    case "top":
      return { kind: /** @type {const} */ ("top"), back: rest };
    case "chip":
      return { kind: /** @type {const} */ ("turn_chip"), factory: Number(rest[0]), face: rest.slice(2) };
  }
  return null;
}

/** @param {number} source @param {string} colour @param {number} line */
export function takeText(source, colour, line) {
  return SOURCES[source] + colour + DESTINATIONS[line];
}

/** @param {number} space @param {string} turn */
export function placeText(space, turn) {
  return `@${space + 1}${turn}`;
}

/** @param {number} row @param {number} column */
export function tileText(row, column) {
  return `${row + 1}:${column + 1}`;
}

/** The tiles of a moon that nothing covers: on a small factory they are a stack. @param {string} moon @param {number} factory */
export function uncovered(moon, factory) {
  return factory === LARGE ? moon : moon.slice(-1);
}

/** The tiles that can be taken from a source. @param {State} state @param {number} source @returns {string} */
export function tilesAt(state, source) {
  return source === MOONS ? state.moons.map(uncovered).join("") : state.suns[source];
}

/** Whether the starting-player tile lies on the large factory. @param {State} state */
export function startIsOpen(state) {
  return state.start === null;
}

/** The row that is being tiled or paid for. @param {State} state */
export function tiledRow(state) {
  return state.row ?? 0;
}

/** The plate that is being placed. @param {State} state */
export function plateInHand(state) {
  return state.plate ?? 0;
}

/** The tiles of a small factory that are to be stacked. @param {State} state */
export function looseTiles(state) {
  return state.loose ?? { factory: 0, tiles: "" };
}

/** Row and column of a plate's space; k counts in the order of its letters. @param {number} space of the dome @param {number} k */
export function cellOf(space, k) {
  return { row: Math.floor(space / 3) * 2 + (k >> 1), column: (space % 3) * 2 + (k & 1) };
}

/** The four letters of a plate after quarter turns clockwise. @param {string} letters @param {string} turn n, e, s or w */
export function turned(letters, turn) {
  let now = letters;
  for (let k = "nesw".indexOf(turn); k > 0; k -= 1) now = now[2] + now[0] + now[3] + now[1];
  return now;
}

/** Some tiles without others. @param {string} tiles @param {string} gone */
export function without(tiles, gone) {
  let left = tiles;
  for (const letter of gone) left = left.replace(letter, "");
  return left;
}
