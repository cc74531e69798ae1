/**
 * A take chosen while others think. It is played as soon as the turn comes, if it is legal then and has the
 * same effect as when it was chosen; otherwise it is dropped with a sentence.
 */

import { announce } from "../core/announce.js";
import { words } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { rich, t } from "../core/text.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

/** Milliseconds that the others must have thought before a choice is offered, so that it does not flicker. */
const PATIENCE = 500;

export class Premove {
  /** @param {TableSession} session */
  constructor(session) {
    this.session = session;
    /** @type {string | null} */ this.action = null;
    /** Its description when it was chosen. */ this.meaning = "";
    /** The round in which it was chosen. */ this.round = 0;
    /** The ply at which the last one was sent. */ this.sentAt = -1;
    this.ripe = false;
    this.timer = 0;
  }

  /** Whether a take may be chosen ahead now. */
  get offered() {
    const { session } = this;
    const { position, table, me } = session;
    if (!this.ripe || me === null || table.status !== "playing" || table.seats[me].out) return false;
    if (session.at !== null || session.pending || session.sending || !session.settled) return false;
    return !position.legal.length && !position.choosing && Boolean(session.gameView.ahead?.(position.state));
  }

  /** Called at each new position: others may have to think about it. */
  wait() {
    clearTimeout(this.timer);
    this.ripe = false;
    this.timer = window.setTimeout(() => {
      this.ripe = true;
      redraw();
    }, PATIENCE);
  }

  /** @param {string} action */
  choose(action) {
    this.action = action;
    this.meaning = this.means(action);
    this.round = this.session.position.state.round;
    this.session.hand = null;
    announce(rich("ahead.chosen", { what: this.told() }));
    redraw();
  }

  drop() {
    this.forget();
    announce(t("ahead.let_go"));
    redraw();
  }

  forget() {
    this.action = null;
  }

  /** The chosen action in words and pictures. */
  told() {
    return this.session.gameView.wording(this.action ?? "", this.session.position.state);
  }

  /** The description of an action in the current position: how many tiles, from where, to which line. @param {string} action */
  means(action) {
    return words(this.session.gameView.wording(action, this.session.position.state));
  }

  /** Called when a position arrives: play the chosen action. */
  arrive() {
    const { action, session } = this;
    const { position, table } = session;
    this.wait();
    if (action === null) return;
    if (table.status !== "playing") return this.forget();
    if (!position.legal.length && position.state.round === this.round) return;
    this.forget();
    const legal = position.legal.some((each) => each.action === action);
    if (legal && position.state.round === this.round && this.means(action) === this.meaning) {
      this.sentAt = position.ply;
      session.commit([action]);
    } else session.tell(t("ahead.dropped", { what: this.meaning }));
  }
}
