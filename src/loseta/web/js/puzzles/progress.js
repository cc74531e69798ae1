/** The puzzles that a guest has solved, and the number of days in a row: pure functions of the stored progress. */

/**
 * The history of a puzzle; dates are days of the guest's calendar, as 2026-11-16.
 * @typedef {object} Attempt
 * @property {number} tries     the number of wrong tries
 * @property {number} hints
 * @property {string} [solved]  when it was first solved
 * @property {string} [shown]   when its solution was last shown
 */

/** `days`: the puzzles of the day that were solved on their day, by date. @typedef {{attempts: {[id: string]: Attempt}, days: {[date: string]: string}}} Progress */
/** @typedef {import("../types.js").ListedPuzzle} ListedPuzzle */

/** @returns {Progress} */
export const nothing = () => ({ attempts: {}, days: {} });

/** The stored progress, as far as it is valid. @param {string | null} text @returns {Progress} */
export function readProgress(text) {
  try {
    const kept = JSON.parse(text || "{}");
    return { attempts: { ...kept.attempts }, days: { ...kept.days } };
  } catch {
    return nothing();
  }
}

/** The day of a date in the local calendar. @param {Date} date */
export function dateText(date) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day `n` days later. @param {string} date @param {number} by */
export function dayAfter(date, by) {
  const [year, month, day] = date.split("-").map(Number);
  return dateText(new Date(year, month - 1, day + by, 12)); // noon, so that changes to summer time do not matter
}

/** @param {Progress} progress @param {string} id @returns {Attempt} */
export function attemptAt(progress, id) {
  return progress.attempts[id] ?? { tries: 0, hints: 0 };
}

/** @param {Progress} progress @param {string} id @param {Partial<Attempt>} changes @returns {Progress} */
function changed(progress, id, changes) {
  return { ...progress, attempts: { ...progress.attempts, [id]: { ...attemptAt(progress, id), ...changes } } };
}

/** Note a wrong try. @param {Progress} progress @param {string} id */
export function withTry(progress, id) {
  return changed(progress, id, { tries: attemptAt(progress, id).tries + 1 });
}

/** @param {Progress} progress @param {string} id */
export function withHint(progress, id) {
  return changed(progress, id, { hints: attemptAt(progress, id).hints + 1 });
}

/** Note that the solution was shown. @param {Progress} progress @param {string} id @param {string} today */
export function withSolution(progress, id, today) {
  return changed(progress, id, { shown: today });
}

/**
 * Note that a puzzle was solved. It does not count if its solution was shown on the same day.
 * @param {Progress} progress @param {string} id @param {string} today @param {string} [day] the day whose puzzle it is
 * @returns {Progress}
 */
export function withSolved(progress, id, today, day) {
  const { solved, shown } = attemptAt(progress, id);
  if (shown === today) return progress;
  const next = solved ? progress : changed(progress, id, { solved: today });
  return day === today ? { ...next, days: { ...next.days, [today]: id } } : next;
}

/** @param {Progress} progress @param {string} id */
export function isSolved(progress, id) {
  return Boolean(progress.attempts[id]?.solved);
}

/** The number of days in a row on which the puzzle of the day was solved; today's may still follow. @param {Progress} progress @param {string} today */
export function streak({ days }, today) {
  let date = today in days ? today : dayAfter(today, -1);
  let n = 0;
  while (date in days) {
    n += 1;
    date = dayAfter(date, -1);
  }
  return n;
}

/** The last seven days, ending with today. @param {Progress} progress @param {string} today */
export function week({ days }, today) {
  return Array.from({ length: 7 }, (_, i) => dayAfter(today, i - 6)).map((date) => ({ date, solved: date in days }));
}

/** How many of some puzzles are solved. @param {Progress} progress @param {{id: string}[]} puzzles */
export function tally(progress, puzzles) {
  return puzzles.filter(({ id }) => isSolved(progress, id)).length;
}

/** The puzzles of a kind and a level; "" and 0 for all. @param {ListedPuzzle[]} puzzles @param {string} kind @param {number} level */
export function chosen(puzzles, kind, level) {
  return puzzles.filter((each) => (!kind || each.kind === kind) && (!level || each.level === level));
}

/**
 * The next puzzle: the next unsolved one, starting again from the beginning after the last. If all are
 * solved, simply the next.
 * @param {ListedPuzzle[]} puzzles @param {Progress} progress @param {string} [after]
 * @returns {ListedPuzzle | null}
 */
export function nextOf(puzzles, progress, after) {
  const at = puzzles.findIndex(({ id }) => id === after) + 1;
  const others = [...puzzles.slice(at), ...puzzles.slice(0, at)].filter(({ id }) => id !== after);
  return others.find(({ id }) => !isSolved(progress, id)) ?? others[0] ?? null;
}
