/** What the guides of both games share: takes worth pointing at, and sentences about actions. */

import { inline } from "../../art/pieces.js";
import { heldTiles } from "./hand.js";
import { readTake } from "./lane.js";
import { fallenTiles, takeFields } from "./takes.js";
import { count } from "./tiles.js";

/** @typedef {import("../game-guide.js").Moment} Moment */
/** @typedef {import("../game-guide.js").Saying} Saying */
/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../types.js").GameState} GameState */
/** @typedef {import("../../types.js").LegalAction} LegalAction */
/** @typedef {import("./lane.js").PatternLines} PatternLines */

/** The held tiles. @param {Moment} now */
export function held({ hand }) {
  return heldTiles(/** @type {import("../game-view.js").TableView} */ (/** @type {unknown} */ ({ hand })));
}

/**
 * A take worth pointing at: no tile falls, and the line is full if possible; among several, the one with
 * the most tiles. If tiles are held, a take of them. Null before the server has sent the effects.
 * @param {Moment} now @param {PatternLines} lines
 * @returns {LegalAction | null}
 */
export function goodTake(now, lines) {
  const hand = held(now);
  let best = null;
  let most = 0;
  for (const take of now.legal) {
    if (take.kind !== "take" || take.line === lines.floor) continue;
    if (hand && (take.source !== hand.source || take.colour !== hand.colour)) continue;
    const after = now.effects?.[take.action];
    if (!after || after.falls || after.marker || !after.fits) continue;
    const fills = after.projection.placed.some((each) => each.row === take.line);
    const worth = after.fits + (fills ? 10 : 0);
    if (worth > most) [best, most] = [take, worth];
  }
  return best;
}

/**
 * The spots of a take's tiles and, if their source is enlarged, of the button for them.
 * @param {LegalAction} take @param {Moment} now @param {PatternLines} lines @param {string} tile the prefix of the spots of its source's tiles
 */
export function takeSpots(take, now, lines, tile) {
  const tiles = [...lines.tilesAt(now.state, take.source)];
  return [...tiles.flatMap((letter, i) => (letter === take.colour ? [[`${tile}${take.source}-${i}`]] : [])), [`take-${take.source}${take.colour}`]];
}

/** The spots of the best line for the held tiles, on the board and in the dock. @param {Moment} now @param {PatternLines} lines */
export function lineSpots(now, lines) {
  const take = goodTake(now, lines);
  return take ? [[`line${now.me}-${take.line}`], [`dock-${take.line}`]] : [];
}

/**
 * A step's spots or, once tiles are held, those of a line for them.
 * @template {GameState} S
 * @param {PatternLines} lines @param {(now: import("../game-guide.js").Moment<S>) => string[][]} spots
 * @returns {(now: import("../game-guide.js").Moment<S>) => string[][]}
 */
export function untilHeld(lines, spots) {
  return (now) => (held(now) ? lineSpots(now, lines) : spots(now));
}

/** The fields of a sentence about a take. @param {LegalAction} take @param {Moment} now @param {PatternLines} lines */
export function takeWords(take, now, lines) {
  const n = count(lines.tilesAt(now.state, take.source), take.colour);
  return { n, tile: inline(take.colour, n), factory: take.source, line: take.line + 1 };
}

/** The sentence about the held tiles. @param {Moment} now @param {PatternLines} lines @returns {Saying | null} */
export function holdingTiles(now, lines) {
  const hand = held(now);
  if (!hand) return null;
  const n = count(lines.tilesAt(now.state, hand.source), hand.colour);
  return { key: "hold", fields: { n, tile: inline(hand.colour, n) } };
}

/** The sentence about a take of the user: where the tiles went. @param {Frame} frame @param {GameState} before @param {number} me @param {PatternLines} lines @returns {Saying | null} */
export function reactToTake(frame, before, me, lines) {
  const take = readTake(frame.action ?? "", lines);
  if (!take) return null;
  const { n, tile } = takeFields(take, before, lines);
  const fields = { n, tile, line: take.line + 1 };
  if (take.line === lines.floor) return { key: "floor", fields };
  const falls = fallenTiles(take, frame, before, me, lines);
  if (falls > 0) return { key: "fell", fields: { ...fields, n: falls } };
  const after = frame.before_scoring ?? frame.state;
  const left = take.line + 1 - after.boards[me].lines[take.line].length;
  return left > 0 ? { key: "part", fields: { ...fields, n: left } } : { key: "full", fields };
}
