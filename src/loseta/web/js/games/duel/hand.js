/**
 * What a player holds, and what each place would mean for it. What is legal, what it brings and why
 * it is not legal was told by the server; here it is only put in order for drawing.
 *
 * The hand is one of: tiles on their way to a line, a plate that is turned and tried on the dome,
 * the order of a stack as far as it is chosen, chips that are to pay.
 */

import { tileName } from "../../art/pieces.js";
import { announce } from "../../core/announce.js";
import { focusSoon, usesKeys } from "../../core/keys.js";
import { redraw } from "../../core/redraw.js";
import { t } from "../../core/text.js";
import { BROKEN, count, SIZE, takeText, takesStart, tilesAt } from "./actions.js";

/** @typedef {import("../game-view.js").TableView} TableView */

/**
 * @typedef {{kind: "tiles", source: number, colour: string, refusals: {[action: string]: any}}} Tiles
 * @typedef {{kind: "plate", space: number | null, turn: string}} Plate
 * @typedef {{kind: "order", tiles: string}} Order
 * @typedef {{kind: "chips", places: number[]}} Chips
 */

/**
 * @typedef {object} Target
 * @property {number} line         BROKEN for the broken tiles
 * @property {string} action
 * @property {boolean} legal
 * @property {number} fits         tiles that find room in the line
 * @property {number} breaks       tiles that break
 * @property {boolean} completes
 * @property {any} placed          the tile that would go to the dome, with its points
 * @property {boolean} lost        the line would break: its row is full of plates, and none takes it
 * @property {number} cost         how much more the broken tiles would cost
 * @property {{reason: string, sentence: string, rule?: string} | null} refusal
 */

/** @param {TableView} view @returns {Tiles | null} */
export function heldTiles(view) {
  return view.hand?.kind === "tiles" ? view.hand : null;
}

/** Whether tiles of a colour can be taken from a source now. @param {TableView} view @param {number} source @param {string} colour */
export function pickable(view, source, colour) {
  return view.legal.some((each) => each.kind === "take" && each.source === source && each.colour === colour);
}

/** Take tiles into the hand, or put them back. @param {TableView} view @param {number} source @param {string} colour */
export function pick(view, source, colour) {
  const held = heldTiles(view);
  if (held?.source === source && held.colour === colour) {
    view.setHand(null);
    return;
  }
  /** @type {Tiles} */
  const hand = { kind: "tiles", source, colour, refusals: {} };
  view.setHand(hand);
  const n = count(tilesAt(view.state, source), colour);
  announce(t("duel.picked_up", { n, colour: tileName(colour, n) }));
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

/** What each line and the broken tiles would mean for the tiles in the hand. @param {TableView} view @returns {Target[]} */
export function targets(view) {
  const hand = heldTiles(view);
  if (!hand || view.me === null) return [];
  const board = view.state.boards[view.me];
  const n = count(tilesAt(view.state, hand.source), hand.colour);
  const before = view.projection?.[view.me];
  return Array.from({ length: SIZE + 1 }, (_, line) => {
    const action = takeText(hand.source, hand.colour, line);
    const legal = view.legal.some((each) => each.action === action);
    const room = line === BROKEN ? 0 : line + 1 - board.lines[line].length;
    const fits = legal ? Math.min(n, room) : 0;
    const after = view.effects?.[action];
    return {
      line,
      action,
      legal,
      fits,
      breaks: legal ? n - fits : 0,
      completes: legal && line !== BROKEN && fits === room,
      placed: after ? find(after, "tile_placed", "placed", view.me, line) : null,
      lost: Boolean(after && find(after, "line_broken", "broken", view.me, line)),
      cost: after && before ? penaltyIn(after, view.me) - before.penalty : 0,
      refusal: hand.refusals[action] ?? null,
    };
  });
}

/** Something about a row: at once when the round ends, or as it stands. @param {any} after @param {string} type @param {string} group @param {number | null} me @param {number} row */
function find(after, type, group, me, row) {
  const now = after.events.find((/** @type {any} */ each) => each.type === type && each.seat === me && each.row === row);
  return now ?? after.projection[group].find((/** @type {any} */ each) => each.row === row) ?? null;
}

/** @param {any} after @param {number | null} me */
function penaltyIn(after, me) {
  const now = after.events.find((/** @type {any} */ each) => each.type === "penalty_scored" && each.seat === me);
  return now ? now.penalty : after.projection.penalty;
}

/** Whether the tiles in the hand bring the starting-player tile. @param {TableView} view */
export function bringsStart(view) {
  const hand = heldTiles(view);
  return Boolean(hand && takesStart(view.state, hand));
}

/** How many points more than now an action would bring at the end of the round. @param {TableView} view @param {string} action @returns {number | null} */
export function gain(view, action) {
  const after = view.effects?.[action];
  const before = view.me === null ? null : view.projection?.[view.me];
  if (!after || !before || view.me === null) return null;
  const scored = after.events
    .filter((/** @type {any} */ each) => each.seat === view.me && each.points)
    .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.points, 0);
  return scored + after.projection.points - before.points;
}

/** Play an action, or say why it is not legal. @param {TableView} view @param {string} action */
export function choose(view, action) {
  if (view.legal.some((each) => each.action === action)) view.play(action);
  else explain(view, action);
}

/** Play what the player has just confirmed by a button of its own. @param {TableView} view @param {string[]} actions */
export function confirmed(view, ...actions) {
  if (view.commit) view.commit(...actions);
  else view.play(...actions);
}

/** Put the reason into the status line. @param {TableView} view @param {string} action */
export function explain(view, action) {
  view
    .why([action])
    .then(([answer]) => {
      if (!answer.legal) view.say(answer.sentence, answer.rule);
    })
    .catch(() => {});
}

/** The phase in which I am to decide, or "". @param {TableView} view @returns {string} */
export function asked(view) {
  return view.legal.length ? view.state.phase : "";
}
