/** The user's progress with the mistakes of a game; it is kept as long as the page. */

/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {import("../replay/review.js").Decision} Decision */
/** A better action was found at once; after other tries or a hint; the solution was shown. @typedef {"first" | "later" | "shown"} Result */

/** The largest number of mistakes to try: those that cost most. */
const MOST = 10;

/** @param {Game} game @param {number} seat */
export function mistakesOf(game, seat) {
  return game.review.moments(MOST, seat);
}

export class MistakeProgress {
  constructor() {
    /** By ply. @type {Map<number, Result>} */ this.results = new Map();
    /** The mistakes that were tried without success, or with help. @type {Set<number>} */ this.helped = new Set();
  }

  /** @param {number} ply @param {import("../puzzles/source.js").Deed} deed */
  note(ply, deed) {
    if (deed === "shown") this.results.set(ply, "shown");
    else if (deed === "solved") {
      if (!this.results.has(ply)) this.results.set(ply, this.helped.has(ply) ? "later" : "first");
    } else this.helped.add(ply);
  }

  /** The number of mistakes with this result. @param {Result[]} results */
  count(...results) {
    return [...this.results.values()].filter((each) => results.includes(each)).length;
  }
}

/** @param {Game} game @param {number} seat */
export function progressOf({ review }, seat) {
  const found = review.progress.get(seat) ?? new MistakeProgress();
  review.progress.set(seat, found);
  return found;
}
