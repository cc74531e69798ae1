/** A mistake as a puzzle: the server judges a try by the review, which is sent with it. */

import { t } from "../core/text.js";
import { accountSentence } from "../replay/account.js";
import { post } from "../net/api.js";

/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {import("../replay/review.js").Decision} Decision */
/** @typedef {import("../replay/review.js").Candidate} Candidate */
/** @typedef {import("../puzzles/source.js").Deed} Deed */
/** @typedef {import("../puzzles/source.js").PuzzleSource} PuzzleSource */

/** A candidate of the review in the format of the server. @param {Candidate} candidate */
const asTold = ({ action, visits, value, win_chance, line }) => ({ action, visits, value, win_chance, line });

/** @implements {PuzzleSource} */
export class MistakeSource {
  /** @param {Game} game @param {Decision} decision @param {string[]} names @param {(deed: Deed) => void} note */
  constructor(game, decision, names, note) {
    this.names = names;
    this.note = note;
    this.accountContext = { game: game.told.game, names };
    this.mistake = {
      game: game.told.game,
      position: game.frames[decision.ply].position,
      played: decision.played,
      candidates: decision.candidates.map(asTold),
    };
    /** The right action that the user found. @type {Candidate | null} */ this.found = null;
  }

  /** The position before it. */
  fetch() {
    return post("/mistakes", this.mistake);
  }

  /** @param {string[]} actions */
  async attempt(actions) {
    const verdict = await post("/mistakes/try", { ...this.mistake, action: actions.at(-1) });
    this.found = verdict.verdict === "right" ? asTold({ ...verdict.candidate, action: actions.at(-1) }) : null;
    return { ...verdict, why: verdict.verdict === "wrong" ? accountSentence(this.accountContext, verdict.account) : undefined };
  }

  /** @param {number} n */
  hint(n) {
    return post("/mistakes/hint", { ...this.mistake, n });
  }

  async solution() {
    const told = await post("/mistakes/solution", { ...this.mistake, found: this.found });
    return { ...told, loses: null, why: [t("mistakes.compared"), " ", accountSentence(this.accountContext, told.account) || t("mistakes.later")] };
  }

  /** @param {number} n */
  loses(n) {
    return t("mistakes.loses", { n });
  }

  other() {
    return t("mistakes.played");
  }
}
