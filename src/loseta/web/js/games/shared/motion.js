/** Animations that both games share: deals, and the tiling, event by event. */

import { signed } from "../../core/text.js";
import { run } from "./tiles.js";

/** @typedef {import("../../table/animator.js").Animator} Animator */
/** @typedef {import("../../table/animator.js").Flight} Flight */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../types.js").GameState} GameState */
/** @typedef {import("../../types.js").GameBoard} GameBoard */

/** Tiles move from the middle of the bag to the factories. @param {Animator} animator @param {GameState} state after it @param {string[]} sources @param {(source: number, i: number) => string} spot */
export async function deal(animator, state, sources, spot) {
  const bag = animator.rect("bag");
  const from = bag && new DOMRect(bag.x + bag.width / 2 - 9, bag.y + bag.height / 2 - 9, 18, 18);
  animator.show(state);
  const flights = sources.flatMap((tiles, source) =>
    [...tiles].map((letter, i) => ({ letter, from, to: spot(source, i), delay: source * 40 + i * 15 })),
  );
  await animator.fly(flights, 300);
}

/**
 * The spots of a take's tiles, one after the other: in the line while there is room, then on the floor
 * line.
 * @param {GameState} before @param {GameState} after @param {number} seat @param {number} line
 * @param {string} floor the name of its spots @param {number} onFloor how many tiles were there already
 * @returns {(i: number) => string} the spot of a tile
 */
export function landing(before, after, seat, line, floor, onFloor) {
  const held = before.boards[seat].lines[line]?.length ?? 0;
  const room = (after.boards[seat].lines[line]?.length ?? 0) - held;
  return (i) => (i < room ? `line${seat}-${line}-${held + i}` : `${floor}${seat}-${onFloor + i - room}`);
}

/**
 * How an event changes a game's boards, and where its points appear. Boards and states are the game's
 * own: `laid` returns the rows of laid tiles, `drop` adds tiles to the floor line, `sweep` clears it;
 * `flights` moves other pieces;
 * `settle` applies other changes, `score` counts other points.
 * @typedef {{
 *   floor: string,
 *   spot: (seat: number, row: number, column: number) => string,
 *   laid(board: GameBoard): string[],
 *   drop(board: GameBoard, tiles: string): void,
 *   sweep(board: GameBoard): void,
 *   flights?(animator: Animator, state: GameState, event: GameEvent, end: GameState): Flight[],
 *   settle?(state: GameState, event: GameEvent, end: GameState): void,
 *   score?(state: GameState, event: GameEvent, end: GameState): void,
 *   label?(animator: Animator, event: GameEvent, state: GameState): void,
 * }} Tiling
 */

/**
 * Show events that happen at the same time: pieces move, then their points are counted and shown.
 * @param {Animator} animator @param {GameState} state changed in place @param {GameEvent[]} events @param {GameState} end the state after all events
 * @param {Tiling} how
 */
export async function showEvents(animator, state, events, end, how) {
  const flights = events.flatMap((event) => [...flight(animator, event, how), ...(how.flights?.(animator, state, event, end) ?? [])]);
  for (const event of events) settle(state, event, end, how);
  animator.show(structuredClone(state));
  await animator.fly(flights, 300);
  if (animator.skipping) return;
  for (const event of events) score(state, event, end, how);
  animator.show(structuredClone(state));
  for (const event of events) label(animator, event, state, how);
  await animator.wait(250);
}

/** @param {Animator} animator @param {GameEvent} event @param {Tiling} how @returns {Flight[]} */
function flight(animator, event, how) {
  const { seat, row, column } = event;
  if (event.type === "tile_placed") return [{ letter: event.colour, from: animator.rect(`line${seat}-${row}-0`), to: how.spot(seat, row, column) }];
  if (event.type === "special_placed") return [{ letter: "S", from: above(animator.rect(how.spot(seat, row, column))), to: how.spot(seat, row, column) }];
  return [];
}

/** A place a little above another: pieces from outside the table start there. @param {DOMRect | null} rect */
function above(rect) {
  return rect && new DOMRect(rect.x - rect.width / 2, rect.y - 2.5 * rect.height, 2 * rect.width, 2 * rect.height);
}

/** Move the pieces of a board to their places after an event. @param {GameState} state @param {GameEvent} event @param {GameState} end @param {Tiling} how */
function settle(state, event, end, how) {
  const its = state.boards[event.seat];
  switch (event.type) {
    case "tile_placed":
      its.lines[event.row] = "";
      lay(how.laid(its), event, event.colour);
      break;
    case "special_placed":
      lay(how.laid(its), event, "S");
      break;
    case "line_dropped":
    case "line_broken":
      its.lines[event.row] = "";
      how.drop(its, event.colour.repeat(event.count));
      break;
    case "floor_scored":
    case "penalty_scored":
      how.sweep(its);
  }
  how.settle?.(state, event, end);
}

/** @param {string[]} rows @param {GameEvent} event @param {string} letter */
function lay(rows, { row, column }, letter) {
  rows[row] = rows[row].slice(0, column) + letter + rows[row].slice(column + 1);
}

/** Count the points of an event, once its pieces have arrived. @param {GameState} state @param {GameEvent} event @param {GameState} end @param {Tiling} how */
function score(state, event, end, how) {
  const its = state.boards[event.seat];
  if (event.type === "tile_placed" || event.type === "special_placed") its.score += event.points;
  if (event.type === "floor_scored" || event.type === "penalty_scored") its.score -= event.lost;
  how.score?.(state, event, end);
}

/** @param {Animator} animator @param {GameEvent} event @param {GameState} state @param {Tiling} how */
function label(animator, event, state, how) {
  const { seat, row, column } = event;
  switch (event.type) {
    case "tile_placed":
      animator.points(how.spot(seat, row, column), `${signed(event.points)} · ${run(event)}`);
      break;
    case "special_placed":
      animator.points(how.spot(seat, row, column), signed(event.points));
      break;
    case "floor_scored":
    case "penalty_scored":
      if (event.lost) animator.points(`${how.floor}${seat}-1`, signed(-event.lost), "bad");
  }
  how.label?.(animator, event, state);
}
