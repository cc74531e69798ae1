/** The source of a puzzle: it judges tries and stores the results. */

import { t } from "../core/text.js";
import { get, post } from "../net/api.js";
import { withHint, withSolution, withSolved, withTry } from "./progress.js";
import { keep, today } from "./store.js";

/** @typedef {import("../types.js").ToldPuzzle} ToldPuzzle */
/** @typedef {import("../types.js").Verdict} Verdict */
/** @typedef {import("../types.js").PuzzleHint} PuzzleHint */
/** @typedef {import("../types.js").Solution} Solution */
/** The result of a puzzle. @typedef {"tried" | "hinted" | "shown" | "solved"} Deed */

/**
 * @typedef {object} PuzzleSource
 * @property {string[] | null} names                                     of the players; null: “you” and the opponents
 * @property {(actions: string[]) => Promise<Verdict>} attempt           all decisions so far, including the new one
 * @property {(n: number, found: string[]) => Promise<PuzzleHint>} hint
 * @property {() => Promise<Solution>} solution
 * @property {(deed: Deed) => void} note
 * @property {(lost: number) => string} loses                            the sentence about how many points an action loses
 * @property {() => string} other                                        the heading of the line beside the best one
 */

/** A puzzle of the server's library. @implements {PuzzleSource} */
export class StoredPuzzle {
  /** @param {ToldPuzzle} told */
  constructor(told) {
    this.told = told;
    /** @type {string[] | null} */ this.names = null;
    this.path = `/puzzles/${encodeURIComponent(told.id)}`;
  }

  /** @param {string[]} actions */
  attempt(actions) {
    return post(`${this.path}/try`, { actions });
  }

  /** @param {number} n @param {string[]} found */
  hint(n, found) {
    return get(`${this.path}/hint?n=${n}${found.map((action) => `&found=${encodeURIComponent(action)}`).join("")}`);
  }

  solution() {
    return get(`${this.path}/solution`);
  }

  /** @param {Deed} deed */
  note(deed) {
    const { id, date } = this.told;
    const changes = { tried: withTry, hinted: withHint, shown: withSolution, solved: withSolved };
    keep((kept) => changes[deed](kept, id, today(), date));
  }

  /** @param {number} n */
  loses(n) {
    return t("puzzles.loses", { n });
  }

  other() {
    return t("puzzles.tempting");
  }
}
