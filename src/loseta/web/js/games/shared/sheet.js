/** Where the points of a game came from: what both games score alike. */

/** @typedef {import("../game-view.js").Frame} Frame */
/** @typedef {import("../game-view.js").Sheet["lines"][number]} SheetLine */

/** A zero for each seat. @param {Frame[]} frames @returns {number[]} */
export function noPoints(frames) {
  return frames[0].state.boards.map(() => 0);
}

/** The points for the tiles laid in each round. @param {Frame[]} frames @param {(round: number) => string} label @returns {SheetLine[]} */
export function roundLines(frames, label) {
  /** @type {number[][]} */
  const rounds = [];
  for (const frame of frames) {
    for (const event of frame.events ?? []) {
      if (event.type !== "tile_placed") continue;
      const round = (frame.round ?? 1) - 1;
      rounds[round] ??= noPoints(frames);
      rounds[round][event.seat] += event.points;
    }
  }
  const first = frames[0].state.round - 1; // if the game begins from a position
  return Array.from(rounds, (points, round) => ({ label: label(round + 1), points: points ?? noPoints(frames), kind: /** @type {const} */ ("plain") })).slice(Math.max(0, first));
}

/** The points of each seat at the start; 0 in a new game. @param {Frame[]} frames */
export function broughtAlong(frames) {
  return frames[0].state.boards.map((board) => board.score);
}

/** The points of each seat at the end. @param {Frame[]} frames */
export function totals(frames) {
  return frames[frames.length - 1].state.boards.map((board) => board.score);
}
