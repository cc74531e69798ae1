/** Takes in words, for both games. */

import { inline } from "../../art/pieces.js";
import { rich, t } from "../../core/text.js";
import { laidInLine } from "./lane.js";
import { count } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../../types.js").GameState} GameState */
/** @typedef {import("./lane.js").PatternLines} PatternLines */
/** @typedef {import("./lane.js").TakeParts} TakeParts */

/** The fields of a sentence about a take: how many tiles, of which colour, from where, to which line. @param {TakeParts} take @param {GameState | undefined} before it @param {PatternLines} lines */
export function takeFields({ source, colour, line }, before, lines) {
  const n = before ? count(lines.tilesAt(before, source), colour) : 0;
  const to = line === lines.floor ? lines.toFloor() : t("play.to_line", { line: line + 1 });
  return { n, tile: inline(colour, n), factory: source, to };
}

const TAKE = /^([CLM1-9])([BYRKWT])([1-6FX])$/;

/** A take in the shortest form: a tile, its source and its line; null for another action. @param {string} action its text */
export function shortTake(action) {
  const [, source, colour, line] = TAKE.exec(action) ?? [];
  return source ? [inline(colour), ` ${source}→${line}`] : null;
}

/** How many tiles of a take did not fit into its line. @param {TakeParts} take @param {Frame} frame @param {GameState} before @param {number} seat @param {PatternLines} lines */
export function fallenTiles({ source, colour, line }, frame, before, seat, lines) {
  if (line === lines.floor) return 0;
  return count(lines.tilesAt(before, source), colour) - laidInLine(frame, before, seat, line);
}

/** “place your 2 red”. @param {TableView} view @param {{source: number, colour: string}} hand @param {PatternLines} lines */
export function layTask({ state }, { source, colour }, lines) {
  const n = count(lines.tilesAt(state, source), colour);
  return rich("play.task_lay", { n, tile: inline(colour, n) });
}
