/**
 * What a player holds, and what each place would mean for it. What is legal, what it brings and why
 * it is not legal was told by the server; here it is only put in order for drawing.
 */

import { tileName } from "../../art/pieces.js";
import { announce } from "../../core/announce.js";
import { focusSoon, usesKeys } from "../../core/keys.js";
import { redraw } from "../../core/redraw.js";
import { t } from "../../core/text.js";
import { count, FLOOR, SIZE, takeText, tilesAt } from "./actions.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/**
 * @typedef {object} Hand
 * @property {number} source
 * @property {string} colour
 * @property {{[action: string]: {reason: string, sentence: string, rule?: string}}} refusals
 */

/**
 * @typedef {object} Target
 * @property {number} line         FLOOR for the floor line
 * @property {string} action
 * @property {boolean} legal
 * @property {number} fits         tiles that find room in the line
 * @property {number} falls        tiles for the floor line, without the marker
 * @property {boolean} completes
 * @property {any} placed          the tile that would go to the wall, with its points
 * @property {number} cost         how much more the floor line would cost
 * @property {{reason: string, sentence: string, rule?: string} | null} refusal
 */

/** Whether tiles of a colour can be taken from a source now. @param {TableView} view @param {number} source @param {string} colour */
export function pickable(view, source, colour) {
  return view.legal.some((each) => each.source === source && each.colour === colour);
}

/** Take tiles into the hand, or put them back. @param {TableView} view @param {number} source @param {string} colour */
export function pick(view, source, colour) {
  const held = /** @type {Hand | null} */ (view.hand);
  if (held?.source === source && held.colour === colour) {
    view.setHand(null);
    return;
  }
  /** @type {Hand} */
  const hand = { source, colour, refusals: {} };
  view.setHand(hand);
  const n = count(tilesAt(view.state, source), colour);
  announce(t("azul.picked_up", { n, colour: tileName(colour, n) }));
  if (usesKeys()) focusSoon(".lit > .aim-button, .dk.lit");
  const closed = targets({ ...view, hand }).filter((each) => !each.legal);
  if (!closed.length) return;
  view
    .why(closed.map((each) => each.action))
    .then((answers) => {
      for (const answer of answers) hand.refusals[answer.action] = answer;
      redraw();
    })
    .catch(() => {});
}

/** What each line and the floor line would mean for the tiles in the hand. @param {TableView} view @returns {Target[]} */
export function targets(view) {
  const hand = /** @type {Hand | null} */ (view.hand);
  if (!hand || view.me === null) return [];
  const board = view.state.boards[view.me];
  const n = count(tilesAt(view.state, hand.source), hand.colour);
  const before = view.projection?.[view.me];
  return Array.from({ length: SIZE + 1 }, (_, line) => {
    const action = takeText(hand.source, hand.colour, line);
    const legal = view.legal.some((each) => each.action === action);
    const fits = line === FLOOR || !legal ? 0 : Math.min(n, line + 1 - board.lines[line].length);
    const after = view.effects?.[action];
    return {
      line,
      action,
      legal,
      fits,
      falls: legal ? n - fits : 0,
      completes: legal && line !== FLOOR && board.lines[line].length + fits === line + 1,
      placed: after ? placedIn(after, view.me, line) : null,
      cost: after && before ? penaltyIn(after, view.me) - before.penalty : 0,
      refusal: hand.refusals[action] ?? null,
    };
  });
}

/** The tile of a line that would go to the wall: at once when the round ends, or as it stands. @param {any} after @param {number | null} me @param {number} line */
function placedIn(after, me, line) {
  const now = after.events.find(
    (/** @type {any} */ each) => each.type === "tile_placed" && each.seat === me && each.row === line,
  );
  return now ?? after.projection.placed.find((/** @type {any} */ each) => each.row === line) ?? null;
}

/** @param {any} after @param {number | null} me */
function penaltyIn(after, me) {
  const now = after.events.find(
    (/** @type {any} */ each) => each.type === "floor_scored" && each.seat === me,
  );
  return now ? now.penalty : after.projection.penalty;
}

/** The row of the gray wall for whose tile a column is chosen, or null. @param {TableView} view @returns {number | null} */
export function choosingRow(view) {
  const place = view.legal.find((each) => each.kind === "place");
  return place ? place.row : null;
}
