/** The records that were read last, so that a review is not lost when the user changes pages. */

/** @typedef {import("./game.js").Game} Game */

const MOST = 3;
/** @type {Map<string, Game>} */
const games = new Map();

/** @param {string} key a table, or the record itself @returns {Game | undefined} */
export function kept(key) {
  return games.get(key);
}

/** The record that was read last. @returns {Game | undefined} */
export function newest() {
  return [...games.values()].at(-1);
}

/** @param {string} key @param {Game} game */
export function keep(key, game) {
  games.delete(key);
  games.set(key, game);
  for (const old of games.keys()) {
    if (games.size <= MOST) return;
    games.delete(old);
  }
}
