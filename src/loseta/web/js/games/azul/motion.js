/** How a step of Azul is shown: deals, takes, the tiling with its points. */

import { signed } from "../../core/text.js";
import { CENTRE, count, FLOOR, markerInCentre, read, tilesAt } from "./actions.js";
import { run } from "./words.js";

/** @typedef {import("../game-view.js").Scene} Scene */
/** @typedef {import("../../table/animator.js").Animator} Animator */
/** @typedef {import("../../table/animator.js").Flight} Flight */

/** @param {Scene} scene @param {Animator} animator */
export async function perform({ frame, before, me }, animator) {
  const action = read(frame.action ?? "");
  const scored = (frame.events ?? []).length > 0;
  if (action?.kind === "place") {
    await place(frame, action, me, animator);
    return;
  }
  if (action?.kind === "deal") await deal(frame.state, animator);
  if (action?.kind === "take" && frame.seat !== null && frame.seat !== undefined) {
    await take(before, scored ? afterTake(before, action, frame.seat) : frame.state, action, frame.seat, animator);
  }
  if (scored) await tiling(animator, frame.events ?? [], frame.state);
}

/**
 * A column of the gray wall. One's own choices have been seen when they were made in private; when
 * they are played with those of the others, the own board stays as it is.
 * @param {import("../game-view.js").Frame} frame @param {import("./actions.js").Place} action
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
  const own = me === null ? null : animator.holder.shown.boards[me].wall;
  const fresh = events.filter((event) => event.seat !== me || event.type !== "tile_placed" || own?.[event.row][event.column] === ".");
  if (fresh.length) await tiling(animator, fresh, frame.state);
}

/** @param {any} state @param {Animator} animator */
async function deal(state, animator) {
  const from = animator.rect("bag");
  animator.show(state);
  /** @type {Flight[]} */
  const flights = [];
  state.factories.forEach((/** @type {string} */ tiles, /** @type {number} */ f) => {
    [...tiles].forEach((letter, i) => {
      flights.push({ letter, from: small(from), to: `s${f + 1}-${i}`, delay: f * 40 + i * 15 });
    });
  });
  await animator.fly(flights, 300);
}

/** Where in the bag a tile comes from: its middle. @param {DOMRect | null} rect */
function small(rect) {
  return rect && new DOMRect(rect.x + rect.width / 2 - 9, rect.y + rect.height / 2 - 9, 18, 18);
}

/**
 * @param {any} before @param {any} after @param {import("./actions.js").Take} action @param {number} seat
 * @param {Animator} animator
 */
async function take(before, after, action, seat, animator) {
  const tiles = tilesAt(before, action.source);
  const from = [...tiles].map((_, i) => animator.rect(`s${action.source}-${i}`));
  const marker = action.source === CENTRE && markerInCentre(before) ? animator.rect("marker") : null;
  animator.show(after);
  const held = action.line === FLOOR ? 0 : before.boards[seat].lines[action.line].length;
  const room = action.line === FLOOR ? 0 : action.line + 1 - held;
  let onFloor = before.boards[seat].floor.length;
  /** @type {Flight[]} */
  const flights = [];
  if (marker) flights.push({ letter: "1", from: marker, to: `floor${seat}-${onFloor++}` });
  let laid = 0;
  /** @type {{[letter: string]: number}} */
  const pushed = {};
  [...tiles].forEach((letter, i) => {
    if (letter === action.colour) {
      const to = laid < room ? `line${seat}-${action.line}-${held + laid}` : `floor${seat}-${onFloor++}`;
      flights.push({ letter, from: from[i], to, delay: laid * 30 });
      laid += 1;
    } else if (action.source !== CENTRE) {
      const k = (pushed[letter] = (pushed[letter] ?? 0) + 1);
      flights.push({ letter, from: from[i], to: `s0-${after.centre.lastIndexOf(letter) - k + 1}` });
    }
  });
  await animator.fly(flights);
}

/**
 * What the eye sees after the last take of a round, before the walls are tiled: the server tells
 * only of the state after that.
 * @param {any} before @param {import("./actions.js").Take} action @param {number} seat
 */
export function afterTake(before, action, seat) {
  const state = structuredClone(before);
  const n = count(tilesAt(before, action.source), action.colour);
  const its = state.boards[seat];
  if (action.source === CENTRE) {
    state.centre = before.centre.replaceAll(action.colour, "");
    if (markerInCentre(before)) its.floor += "1";
    if (markerInCentre(before)) state.marker = seat;
  } else {
    state.centre += before.factories[action.source - 1].replaceAll(action.colour, "");
    state.factories[action.source - 1] = "";
  }
  const fits = action.line === FLOOR ? 0 : Math.min(n, action.line + 1 - its.lines[action.line].length);
  if (fits) its.lines[action.line] += action.colour.repeat(fits);
  its.floor = (its.floor + action.colour.repeat(n - fits)).slice(0, 7);
  return state;
}

/** All walls are tiled at the same time, each from top to bottom; points count when a tile has come to lie. @param {Animator} animator @param {any[]} events @param {any} end */
async function tiling(animator, events, end) {
  const state = structuredClone(/** @type {any} */ (animator.holder).shown);
  /** @type {any[][]} */
  const bySeat = state.boards.map(() => []);
  for (const event of events) if (event.seat !== undefined) bySeat[event.seat].push(event);
  const steps = Math.max(0, ...bySeat.map((each) => each.length));
  for (let k = 0; k < steps && !animator.skipping; k += 1) {
    /** @type {Flight[]} */
    const flights = [];
    const now = bySeat.map((each) => each[k]).filter(Boolean);
    for (const event of now) {
      if (event.type === "tile_placed") {
        const from = animator.rect(`line${event.seat}-${event.row}-0`);
        flights.push({ letter: event.colour, from, to: `wall${event.seat}-${event.row}-${event.column}` });
      }
      settle(state, event);
    }
    animator.show(structuredClone(state));
    await animator.fly(flights, 300);
    if (animator.skipping) return;
    for (const event of now) score(state, event, end);
    animator.show(structuredClone(state));
    for (const event of now) label(animator, event);
    await animator.wait(260);
  }
  await animator.wait(300);
}

/** Bring the pieces of a board to where they lie after an event. @param {any} state @param {any} event */
function settle(state, event) {
  const its = state.boards[event.seat];
  switch (event.type) {
    case "tile_placed":
      its.lines[event.row] = "";
      its.wall[event.row] = replaced(its.wall[event.row], event.column, event.colour);
      return;
    case "line_dropped":
      its.lines[event.row] = "";
      its.floor = (its.floor + event.colour.repeat(event.count)).slice(0, 7);
      return;
    case "floor_scored":
      its.floor = "";
  }
}

/** Count the points of an event. @param {any} state @param {any} event @param {any} end the state after all events */
function score(state, event, end) {
  const its = state.boards[event.seat];
  switch (event.type) {
    case "tile_placed":
      its.score += event.points;
      return;
    case "floor_scored":
      its.score -= event.lost;
      return;
    case "bonus_scored":
      its.score = Math.min(its.score + event.points, end.boards[event.seat].score);
  }
}

/** @param {string} text @param {number} at @param {string} letter */
function replaced(text, at, letter) {
  return text.slice(0, at) + letter + text.slice(at + 1);
}

/** @param {Animator} animator @param {any} event */
function label(animator, event) {
  switch (event.type) {
    case "tile_placed":
      animator.points(`wall${event.seat}-${event.row}-${event.column}`, `${signed(event.points)} · ${run(event)}`);
      return;
    case "floor_scored":
      if (event.lost) animator.points(`floor${event.seat}-1`, signed(-event.lost), "bad");
      return;
    case "bonus_scored": {
      const [r, c] = event.kind === "row" ? [event.which, 2] : event.kind === "column" ? [2, event.which] : [2, 2];
      animator.points(`wall${event.seat}-${r}-${c}`, signed(event.points));
    }
  }
}
