/** The computer players as people choose among them: numbered from the weakest to the strongest. */

/** @typedef {import("../types.js").About} About */

/** The levels on offer; random play is none. @param {Pick<About, "levels">} about */
export function levelNames({ levels }) {
  return Object.keys(levels).filter((name) => name !== "random");
}

/** The one that a beginner can beat. @param {About} about */
export function gentlest(about) {
  return levelNames(about)[0];
}

/** The level that was chosen last, as far as there is one; without the compiled search there are fewer. @param {string} level @param {About} about */
export function levelOf(level, about) {
  return level in about.levels ? level : gentlest(about);
}

/** The one above; null above the strongest. @param {string} level @param {About} about */
export function nextLevel(level, about) {
  const names = levelNames(about);
  return names[names.indexOf(level) + 1] ?? null;
}
