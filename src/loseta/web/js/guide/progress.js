/** The progress of a guided game: pure functions of the stored progress and the current table. */

/** @typedef {import("../games/game-guide.js").Moment} Moment */
/** @typedef {import("../games/game-guide.js").Step} Step */

/**
 * Stored in the browser for each game. `ply`: where the game stood when the step began; `table`: the table's
 * id; `seen`: the step could be shown; `aside`: the card is hidden; `plain`: no suggestions; `over`: the game has ended.
 * @typedef {{table: string, step: number, ply: number, seen?: boolean, aside?: boolean, plain?: boolean, over?: boolean}} Progress
 */

/** @param {string} table @returns {Progress} */
export function begin(table) {
  return { table, step: 0, ply: 0 };
}

/** Whether the user has played since the step began. @param {Moment} now */
const played = (now) => now.mine.length > 0;

/** Whether the step can be shown now. @param {Step} step @param {Moment} now */
export function ready(step, now) {
  return step.when ? step.when(now) : now.legal.length > 0;
}

/**
 * The step for the current table: a step that is done gives way to the next, one that was taken back to the
 * step before. The new step begins at the current ply. A step that is done by playing on must have been
 * shown first, so that no text is skipped.
 * @param {Step[]} steps @param {Progress} kept @param {(since: number) => Moment} at the table now, for a step that began at a ply
 * @param {number} ply the current one
 * @returns {Progress}
 */
export function follow(steps, kept, at, ply) {
  let { step, ply: since, seen = false } = kept;
  // More was taken back than the step has seen.
  since = Math.min(since, ply);
  while (step > 0 && steps[step].undone?.(at(since))) step -= 1;
  while (step < steps.length - 1) {
    const { done } = steps[step];
    if (!done && !seen) since = ply;
    const now = at(since);
    seen ||= ready(steps[step], now);
    if (!(done ?? played)(now)) break;
    step += 1;
    since = ply;
    seen = false;
  }
  const same = step === kept.step && since === kept.ply && seen === Boolean(kept.seen);
  return same ? kept : { ...kept, step, ply: since, seen };
}

/**
 * Go to the next step that can be shown, after the button of a step was pressed.
 * @param {Step[]} steps @param {Progress} kept @param {1 | -1} by @param {(since: number) => Moment} at @param {number} ply the current one
 * @returns {Progress}
 */
export function turnTo(steps, kept, by, at, ply) {
  const last = steps.length - 1;
  let step = kept.step + by;
  while (step > 0 && step < last && steps[step].undone?.(at(ply))) step += by;
  return { ...kept, step: Math.max(0, Math.min(last, step)), ply, seen: false };
}
