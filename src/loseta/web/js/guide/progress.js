/** How far a guided game has come: pure functions of what was kept and of the moment. */

/** @typedef {import("../games/game-guide.js").Moment} Moment */
/** @typedef {import("../games/game-guide.js").Step} Step */

/**
 * Kept in the browser for each game. `ply`: where the game stood when the step began; `table`: where
 * it is played; `seen`: the step has had its ground; `aside`: the card is put away; `plain`: no suggestions; `over`: that game has ended.
 * @typedef {{table: string, step: number, ply: number, seen?: boolean, aside?: boolean, plain?: boolean, over?: boolean}} Progress
 */

/** @param {string} table @returns {Progress} */
export function begin(table) {
  return { table, step: 0, ply: 0 };
}

/** Whether I have played since the step began. @param {Moment} now */
const played = (now) => now.mine.length > 0;

/** Whether it can be shown now. @param {Step} step @param {Moment} now */
export function ready(step, now) {
  return step.when ? step.when(now) : now.legal.length > 0;
}

/**
 * The step that fits the moment: one that is done makes way for the next, one whose ground was taken
 * away for the one before. Each begins where the game stands then; and one that is done by playing on,
 * not before it could be shown: nothing is passed over unsaid.
 * @param {Step[]} steps @param {Progress} kept @param {(since: number) => Moment} at the moment, for a step that began at a ply
 * @param {number} ply that is shown
 * @returns {Progress}
 */
export function follow(steps, kept, at, ply) {
  let { step, ply: since, seen = false } = kept;
  // Taken back beyond where the step began.
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
 * On to another step by a button; one whose ground is missing is passed over.
 * @param {Step[]} steps @param {Progress} kept @param {1 | -1} by @param {(since: number) => Moment} at @param {number} ply that is shown
 * @returns {Progress}
 */
export function turnTo(steps, kept, by, at, ply) {
  const last = steps.length - 1;
  let step = kept.step + by;
  while (step > 0 && step < last && steps[step].undone?.(at(ply))) step += by;
  return { ...kept, step: Math.max(0, Math.min(last, step)), ply, seen: false };
}
