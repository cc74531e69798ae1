/** What is told of each game, and in which order: chapters of numbered rules. */

/** @typedef {{id: string, rules: string[]}} Chapter */

/** @param {string} id @param {number} n how many rules @returns {Chapter} */
const chapter = (id, n) => ({ id, rules: Array.from({ length: n }, (_, i) => `${id}.${i + 1}`) });

/** @type {{[game: string]: Chapter[]}} */
export const CHAPTERS = {
  azul: [chapter("A1", 7), chapter("A2", 11), chapter("A3", 5), chapter("A4", 3), chapter("A5", 5), chapter("A6", 4), chapter("A7", 5), chapter("A8", 1)],
  duel: [
    chapter("D1", 11),
    {
      id: "D2",
      rules: ["A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "P1", "E1"].map((rule) => `D2.${rule}`),
    },
    chapter("D3", 4),
    chapter("D4", 7),
    chapter("D5", 5),
    chapter("D6", 4),
    chapter("D7", 2),
    chapter("D8", 8),
    chapter("D9", 1),
  ],
};

/** The game that a chapter or a rule belongs to; null where there is none of this name. @param {string} place */
export function gameOf(place) {
  for (const [game, chapters] of Object.entries(CHAPTERS)) {
    if (game === place) return game;
    if (chapters.some(({ id, rules }) => id === place || rules.includes(place))) return game;
  }
  return null;
}
