/** What the user holds in puzzles and at the analysis board, and the sentence about it. */

import { announce } from "../core/announce.js";
import { focusSoon } from "../core/keys.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { enlarge } from "../table/zoom.js";
import { newMemory } from "./game-view.js";

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("./game-view.js").Held} Held */

export class Hand {
  constructor() {
    this.memory = newMemory();
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

  /** Close what is enlarged or drop what is held, and move the focus back to where it was taken from. @returns {boolean} whether there was something */
  putBack() {
    const { hand, memory } = this;
    if (memory.enlarged !== null) enlarge(memory, null);
    else if (hand) this.setHand(null);
    else return false;
    if (hand?.colour) focusSoon(`button[data-take="${hand.source}${hand.colour}"]`);
    return true;
  }

  /** @param {Child} sentence @param {string} [rule] */
  say(sentence, rule) {
    this.remark = { sentence, rule };
    announce(sentence);
    redraw();
  }
}
