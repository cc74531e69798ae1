/** How the steps of Azul are animated: deals, takes, tiling with points. */

import { signed } from "../../core/text.js";
import { afterAction } from "../shared/lane.js";
import { deal, landing, showEvents } from "../shared/motion.js";
import { CENTRE, read, tilesAt } from "./actions.js";

/** @typedef {import("./actions.js").State} State */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./actions.js").Frame} Frame */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/animator.js").Animator} Animator */
/** @typedef {import("../../table/animator.js").Flight} Flight */

/** @param {import("../game-view.js").Scene<State>} scene @param {Animator} animator */
export async function perform({ frame, before, me }, animator) {
  const action = read(frame.action ?? "");
  const scored = (frame.events ?? []).length > 0;
  if (action?.kind === "place") {
    await place(frame, action, me, animator);
    return;
  }
  if (action?.kind === "deal") await deal(animator, frame.state, frame.state.factories, (f, i) => `s${f + 1}-${i}`);
  if (action?.kind === "take" && frame.seat !== null && frame.seat !== undefined) {
    await take(before, afterAction(frame), action, frame.seat, animator);
  }
  if (scored) await tiling(animator, frame.events ?? [], frame.state);
}

/**
 * A column of the gray wall. The user's own choices were shown when they were made in private, so
 * they are not shown again when they are played with those of the others.
 * @param {Frame} frame @param {import("./actions.js").Place} action
 * @param {number | null} me @param {Animator} animator
 */
async function place(frame, action, me, animator) {
  const events = frame.events ?? [];
  if (!events.length) {
    const { row, column } = action;
    const from = animator.rect(`line${frame.seat}-${row}-0`);
    animator.show(frame.state);
    const letter = frame.state.boards[frame.seat ?? 0].wall[row][column];
    await animator.fly([{ letter, from, to: `wall${frame.seat}-${row}-${column}` }], 300);
    return;
  }
  const own = me === null ? null : /** @type {State} */ (animator.shown).boards[me].wall;
  const fresh = events.filter((event) => event.seat !== me || event.type !== "tile_placed" || own?.[event.row][event.column] === ".");
  if (fresh.length) await tiling(animator, fresh, frame.state);
}

/**
 * @param {State} before @param {State} after @param {import("./actions.js").Take} action @param {number} seat
 * @param {Animator} animator
 */
async function take(before, after, action, seat, animator) {
  const tiles = tilesAt(before, action.source);
  const from = [...tiles].map((_, i) => animator.rect(`s${action.source}-${i}`));
  const marker = before.marker === null && after.marker === seat ? animator.rect("marker") : null;
  animator.show(after);
  const onFloor = before.boards[seat].floor.length;
  /** @type {Flight[]} */
  const flights = [];
  // The marker falls first (A2.3).
  if (marker) flights.push({ letter: "1", from: marker, to: `floor${seat}-${onFloor}` });
  const spot = landing(before, after, seat, action.line, "floor", onFloor + (marker ? 1 : 0));
  let laid = 0;
  /** @type {{[letter: string]: number}} */
  const pushed = {};
  [...tiles].forEach((letter, i) => {
    if (letter === action.colour) {
      flights.push({ letter, from: from[i], to: spot(laid), delay: laid * 30 });
      laid += 1;
    } else if (action.source !== CENTRE) {
      const k = (pushed[letter] = (pushed[letter] ?? 0) + 1);
      flights.push({ letter, from: from[i], to: `s0-${after.centre.lastIndexOf(letter) - k + 1}` });
    }
  });
  await animator.fly(flights);
}

/** @type {import("../shared/motion.js").Tiling} */
const WALL = {
  floor: "floor",
  laid: (/** @type {Board} */ board) => board.wall,
  drop: (/** @type {Board} */ board, tiles) => (board.floor += tiles),
  sweep: (/** @type {Board} */ board) => (board.floor = ""),
  spot: (seat, row, column) => `wall${seat}-${row}-${column}`,
  score: (state, event, end) => {
    if (event.type !== "bonus_scored") return;
    const its = state.boards[event.seat];
    its.score = Math.min(its.score + event.points, end.boards[event.seat].score);
  },
  label: (animator, event) => {
    if (event.type !== "bonus_scored") return;
    const { kind, which, seat } = event;
    const [r, c] = kind === "row" ? [which, 2] : kind === "column" ? [2, which] : [2, 2];
    animator.points(`wall${seat}-${r}-${c}`, signed(event.points));
  },
};

/** All walls are tiled at the same time, each from top to bottom. @param {Animator} animator @param {GameEvent[]} events @param {State} end */
async function tiling(animator, events, end) {
  const state = structuredClone(animator.shown);
  const bySeat = end.boards.map((_, seat) => events.filter((event) => event.seat === seat));
  const steps = Math.max(0, ...bySeat.map((each) => each.length));
  for (let k = 0; k < steps && !animator.skipping; k += 1) {
    await showEvents(animator, state, bySeat.map((each) => each[k]).filter(Boolean), end, WALL);
  }
  await animator.wait(300);
}
