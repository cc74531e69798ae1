/** The computer players to choose from, from the weakest to the strongest. */

/** @typedef {import("../types.js").About} About */

/** The names of the levels, without the random player. @param {Pick<About, "levels">} about */
export function levelNames({ levels }) {
  return Object.keys(levels).filter((name) => name !== "random");
}

/** The level that a beginner can beat. @param {About} about */
export function gentlest(about) {
  return levelNames(about)[0];
}

/** The level that was chosen last, if the server has it; without the compiled search there are fewer. @param {string} level @param {About} about */
export function levelOf(level, about) {
  return level in about.levels ? level : gentlest(about);
}

/** The next stronger level; null above the strongest. @param {string} level @param {About} about */
export function nextLevel(level, about) {
  const names = levelNames(about);
  return names[names.indexOf(level) + 1] ?? null;
}
