/** The figures of a set of games, as `loseta facts --numbers` writes them, and what the page selects. */

/**
 * The seats for which something was true: how many, the share that won, their mean points.
 * @typedef {{n: number, won: number, points: number}} Cases
 */
/**
 * The games of a variant by the same players.
 * @typedef {object} Figures
 * @property {string} variant
 * @property {string} game
 * @property {import("../types.js").Options} options
 * @property {number} seats
 * @property {string} players
 * @property {number} games
 * @property {{won: number, error: number}} starter   the starting player
 * @property {number} points
 * @property {number} winners_points
 * @property {(Cases & {round: number})[]} rounds     the points after each round but the last
 * @property {{[kind: string]: (Cases & {count: number})[]}} completed
 * @property {(Cases & {tiles: number[], taken: number})[]} takes   by the factory of the first take
 * @property {(Cases & {line: number})[]} lines       by the line of the first take; 0 for none
 */

/** With fewer cases a figure is not shown, because it would be too uncertain. */
const ENOUGH = 30;
/** A round is shown if at least this share of the games reached it. */
const MOST = 0.9;

/** @template {Cases} T @param {T[]} cases */
export function withEnoughCases(cases) {
  return cases.filter(({ n }) => n >= ENOUGH);
}

/** For each variant the set with the most games. @param {Figures[]} sets */
export function largest(sets) {
  /** @type {Map<string, Figures>} */
  const found = new Map();
  for (const each of sets) {
    const other = found.get(each.variant);
    if (!other || each.games > other.games) found.set(each.variant, each);
  }
  return [...found.values()];
}

/** The points gained in each round; the last part is the end, with its bonuses. @param {Figures} set */
export function gains(set) {
  const after = set.rounds.filter(({ n }) => n >= MOST * set.games * set.seats).map(({ points }) => points);
  return [...after, set.points].map((points, i, all) => Math.max(0, points - (i ? all[i - 1] : 0)));
}

/** The half-width of the 95 % interval. @param {Cases} cases */
export function error({ n, won }) {
  return 1.96 * Math.sqrt((won * (1 - won)) / n);
}
