/**
 * Held tiles, and their effect on each line. Legality, effects and reasons come from the server; this
 * module only arranges them for drawing.
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
 * @property {boolean} known       the effect of the tiles is known
 * @property {number} fits         how many tiles fit into the line
 * @property {number} falls        how many do not, without the marker
 * @property {boolean} marker      whether the starting-player marker comes with them
 * @property {boolean} completes
 * @property {Placed | null} placed   the tile that would be laid, with its points
 * @property {boolean} lost        the line would be lost, because no space can take its tile
 * @property {number} cost         how many more points the floor line would cost
 * @property {Why | null} refusal
 */

/** @param {TableView} view @returns {Tiles | null} */
export function heldTiles(view) {
  return view.hand?.kind === "tiles" ? /** @type {Tiles} */ (view.hand) : null;
}

/** Whether tiles of a colour can be taken from a source now, or chosen ahead. @param {TableView} view @param {number} source @param {string} colour */
export function pickable(view, source, colour) {
  if (view.ahead) return true;
  return view.legal.some((each) => each.kind === "take" && each.source === source && each.colour === colour);
}

/** Whether tiles can be taken now at all. @param {TableView} view */
export function taking(view) {
  return Boolean(view.ahead) || view.legal.some((each) => each.kind === "take");
}

/** Pick tiles up, or put them back. @param {TableView} view @param {number} source @param {string} colour @param {PatternLines} lines */
export function pick(view, source, colour, lines) {
  const held = heldTiles(view);
  view.memory.enlarged = null; // it was enlarged only for this choice
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

/** The effect of the held tiles on each line and the floor line. @param {TableView} view @param {PatternLines} lines @returns {Target[]} */
export function targets(view, lines) {
  const hand = heldTiles(view);
  const { me } = view;
  if (!hand || me === null) return [];
  const held = view.state.boards[me].lines;
  const before = view.projection?.[me];
  return Array.from({ length: held.length + 1 }, (_, line) => {
    const action = lines.takeText(hand.source, hand.colour, line);
    // An action chosen ahead is checked when the turn comes.
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

/** The event that follows at once, because the round ends. @param {Effect} after @param {string} type @param {number} me @param {number} row */
function happens(after, type, me, row) {
  return after.events.find((each) => each.type === type && each.seat === me && each.row === row) ?? null;
}

/** The event that would follow if the round ended. @template {{row: number}} T @param {T[]} projected @param {number} row */
function expected(projected, row) {
  return projected.find((each) => each.row === row) ?? null;
}

/** @param {Effect} after @param {string} type @param {number} me */
function penaltyIn(after, type, me) {
  return after.events.find((each) => each.type === type && each.seat === me)?.penalty ?? after.projection.penalty;
}

/** Pick tiles up by source and colour, or say why that is illegal. @param {TableView} view @param {number} source @param {string} colour @param {PatternLines} lines */
export function pickByKey(view, source, colour, lines) {
  if (pickable(view, source, colour) && count(lines.tilesAt(view.state, source), colour)) pick(view, source, colour, lines);
  else explain(view, lines.takeText(source, colour, lines.floor));
}

/** While tiles are held, a key is a line: its number, and 0 or a letter for the floor line. @param {TableView} view @param {string} pressed @param {string} letter @param {PatternLines} lines */
export function dropByKey(view, pressed, letter, lines) {
  const hand = heldTiles(view);
  const toFloor = pressed === "0" || pressed === letter;
  const toLine = /^[1-9]$/.test(pressed) && Number(pressed) <= lines.floor;
  if (!hand || !(toFloor || toLine)) return false;
  choose(view, lines.takeText(hand.source, hand.colour, toFloor ? lines.floor : Number(pressed) - 1));
  return true;
}

/** Play an action, or say why it is illegal. @param {TableView} view @param {string} action */
export function choose(view, action) {
  if (view.ahead) view.ahead.choose(action);
  else if (view.legal.some((each) => each.action === action)) view.play(action);
  else explain(view, action);
}

/** Show the reason in the status line. @param {TableView} view @param {string} action */
export function explain(view, action) {
  view
    .why([action])
    .then(([answer]) => {
      if (!answer.legal) view.say(answer.sentence, answer.rule);
    })
    .catch(() => {});
}

/** Why an action is illegal, once the server has answered. @param {TableView} view @param {string} action @returns {string} */
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
