/**
 * Tiles in the hand, and what each line would mean for them. What is legal, what it brings and why
 * it is not legal comes from the server; here it is only arranged for drawing.
 */

import { tileName } from "../../art/pieces.js";
import { announce } from "../../core/announce.js";
import { focusSoon, usesKeys } from "../../core/keys.js";
import { redraw } from "../../core/redraw.js";
import { t } from "../../core/text.js";
import { count } from "./tiles.js";

/** @typedef {import("../game-view.js").TableView} TableView */
/** @typedef {import("../../types.js").Effect} Effect */
/** @typedef {import("../../types.js").Placed} Placed */
/** @typedef {import("../../types.js").Why} Why */
/** @typedef {import("./lane.js").PatternLines} PatternLines */

/** @typedef {{kind: "tiles", source: number, colour: string, refusals: {[action: string]: Why}}} Tiles */

/**
 * @typedef {object} Target
 * @property {number} line
 * @property {string} action
 * @property {boolean} legal
 * @property {boolean} known       the server has told what the tiles would do there
 * @property {number} fits         tiles that find room in the line
 * @property {number} falls        tiles that do not, without the marker
 * @property {boolean} marker      the starting-player marker comes with them
 * @property {boolean} completes
 * @property {Placed | null} placed   the tile that would be laid, with its points
 * @property {boolean} lost        the line would be lost: no space will ever take it
 * @property {number} cost         how much more the floor line would cost
 * @property {Why | null} refusal
 */

/** @param {TableView} view @returns {Tiles | null} */
export function heldTiles(view) {
  return view.hand?.kind === "tiles" ? /** @type {Tiles} */ (view.hand) : null;
}

/** Whether tiles of a colour that lie at a source can be taken now, or chosen ahead. @param {TableView} view @param {number} source @param {string} colour */
export function pickable(view, source, colour) {
  if (view.ahead) return true;
  return view.legal.some((each) => each.kind === "take" && each.source === source && each.colour === colour);
}

/** Whether tiles can be taken now at all. @param {TableView} view */
export function taking(view) {
  return Boolean(view.ahead) || view.legal.some((each) => each.kind === "take");
}

/** Take tiles into the hand, or put them back. @param {TableView} view @param {number} source @param {string} colour @param {PatternLines} lines */
export function pick(view, source, colour, lines) {
  const held = heldTiles(view);
  view.memory.enlarged = null; // what was enlarged was enlarged for this choice
  if (held?.source === source && held.colour === colour) {
    view.setHand(null);
    return;
  }
  /** @type {Tiles} */
  const hand = { kind: "tiles", source, colour, refusals: {} };
  view.setHand(hand);
  const n = count(lines.tilesAt(view.state, source), colour);
  announce(t("play.picked_up", { n, colour: tileName(colour, n) }));
  if (usesKeys()) focusSoon(".lit > .aim-button, .dk.lit");
  if (view.ahead) return;
  const closed = targets({ ...view, hand }, lines).filter((each) => !each.legal);
  if (!closed.length) return;
  view
    .why(closed.map((each) => each.action))
    .then((answers) => {
      for (const answer of answers) hand.refusals[answer.action] = answer;
      redraw();
    })
    .catch(() => {});
}

/** What each line and the floor line would mean for the tiles in the hand. @param {TableView} view @param {PatternLines} lines @returns {Target[]} */
export function targets(view, lines) {
  const hand = heldTiles(view);
  const { me } = view;
  if (!hand || me === null) return [];
  const held = view.state.boards[me].lines;
  const before = view.projection?.[me];
  return Array.from({ length: held.length + 1 }, (_, line) => {
    const action = lines.takeText(hand.source, hand.colour, line);
    // What is chosen ahead is judged when the turn comes.
    const legal = Boolean(view.ahead) || view.legal.some((each) => each.action === action);
    const after = view.effects?.[action];
    const taking = after ?? view.taking?.[action];
    const fits = taking?.fits ?? 0;
    return {
      line,
      action,
      legal,
      fits,
      falls: taking?.falls ?? 0,
      marker: taking?.marker ?? false,
      known: taking !== undefined,
      completes: legal && line !== lines.floor && held[line].length + fits === line + 1,
      placed: after ? (happens(after, "tile_placed", me, line) ?? expected(after.projection.placed, line)) : null,
      lost: Boolean(after && lines.lostEvent && (happens(after, lines.lostEvent, me, line) ?? expected(after.projection.broken, line))),
      cost: after && before ? penaltyIn(after, lines.penaltyEvent, me) - before.penalty : 0,
      refusal: hand.refusals[action] ?? null,
    };
  });
}

/** What follows at once, where the round ends. @param {Effect} after @param {string} type @param {number} me @param {number} row */
function happens(after, type, me, row) {
  return after.events.find((each) => each.type === type && each.seat === me && each.row === row) ?? null;
}

/** What would follow if the round ended. @template {{row: number}} T @param {T[]} projected @param {number} row */
function expected(projected, row) {
  return projected.find((each) => each.row === row) ?? null;
}

/** @param {Effect} after @param {string} type @param {number} me */
function penaltyIn(after, type, me) {
  return after.events.find((each) => each.type === type && each.seat === me)?.penalty ?? after.projection.penalty;
}

/** Take tiles into the hand by their names, or say why that is not legal. @param {TableView} view @param {number} source @param {string} colour @param {PatternLines} lines */
export function pickByKey(view, source, colour, lines) {
  if (pickable(view, source, colour) && count(lines.tilesAt(view.state, source), colour)) pick(view, source, colour, lines);
  else explain(view, lines.takeText(source, colour, lines.floor));
}

/** With tiles in the hand, a key is a line: its number, and 0 or a letter for the floor line. @param {TableView} view @param {string} pressed @param {string} letter @param {PatternLines} lines */
export function dropByKey(view, pressed, letter, lines) {
  const hand = heldTiles(view);
  const toFloor = pressed === "0" || pressed === letter;
  const toLine = /^[1-9]$/.test(pressed) && Number(pressed) <= lines.floor;
  if (!hand || !(toFloor || toLine)) return false;
  choose(view, lines.takeText(hand.source, hand.colour, toFloor ? lines.floor : Number(pressed) - 1));
  return true;
}

/** Play an action, or say why it is not legal. @param {TableView} view @param {string} action */
export function choose(view, action) {
  if (view.ahead) view.ahead.choose(action);
  else if (view.legal.some((each) => each.action === action)) view.play(action);
  else explain(view, action);
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

/** Why an action is not legal, as soon as the server has told it. @param {TableView} view @param {string} action @returns {string} */
export function refusal(view, action) {
  const { memory, state } = view;
  if (memory.refusals.state !== state) memory.refusals = { state, told: {} };
  const { told } = memory.refusals;
  if (!(action in told)) {
    told[action] = "";
    view
      .why([action])
      .then(([answer]) => {
        told[action] = answer.sentence;
        redraw();
      })
      .catch(() => {});
  }
  return told[action];
}
