/** The chapters of a game's lessons, each with its numbered rules. */

/** @typedef {{id: string, rules: string[]}} Chapter */

/** @param {string} id @param {number} n how many rules @returns {Chapter} */
export const chapter = (id, n) => ({ id, rules: Array.from({ length: n }, (_, i) => `${id}.${i + 1}`) });

/** The game that a chapter or rule belongs to; null if there is none. @param {string} place @param {import("../types.js").About["games"]} games */
export function gameOf(place, games) {
  if (place in games) return place;
  const found = Object.entries(games).find(([, { card }]) =>
    card.chapters.some(({ id, rules }) => id === place || rules.includes(place)),
  );
  return found?.[0] ?? null;
}
