/** What the user holds in puzzles and at the analysis board, and the sentence about it. */

import { announce } from "../core/announce.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("./game-view.js").Held} Held */

export class Hand {
  constructor() {
    /** @type {Held | null} */ this.hand = null;
    /** @type {{sentence: Child, rule?: string} | null} */ this.remark = null;
  }

  /** @param {Held | null} hand */
  setHand(hand) {
    if (this.hand && !hand) announce(t("table.put_back"));
    this.hand = hand;
    this.remark = null;
    redraw();
  }

  /** @param {Child} sentence @param {string} [rule] */
  say(sentence, rule) {
    this.remark = { sentence, rule };
    announce(sentence);
    redraw();
  }
}
