/**
 * A table in use: the state that is shown (the newest, an earlier one, or one during an animation), what the
 * user holds, and the user's actions.
 */

import { announce } from "../core/announce.js";
import { prefs } from "../core/prefs.js";
import { play } from "../core/sound.js";
import { redraw } from "../core/redraw.js";
import { onLanguage, t } from "../core/text.js";
import { freshId, Refused } from "../net/live.js";
import { deliver, forget, hold, keep, sendAway, takeHeld } from "../net/outbox.js";
import { Queries } from "./queries.js";
import { newMemory } from "../games/game-view.js";
import { Coach } from "./coach.js";
import { Company } from "./company.js";
import { Premove } from "./premove.js";
import { noteRematch } from "./rematch.js";
import { Animator } from "./animator.js";
import { newRoom } from "./waiting.js";

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../types.js").GameState} GameState */
/**
 * A move that is not sent yet. `until`: when it is sent; 0: when the user confirms it. `number`: the position
 * for which it was chosen. `looking`: the coach examines it; `opinion`: the coach's question about it.
 * @typedef {{actions: string[], state: import("../types.js").GameState, until: number, ply: number, number: number, looking?: boolean, opinion?: import("./coach.js").Opinion & {asks: true}}} Pending
 */

/** Milliseconds in which a move can be undone before it is sent. */
const TO_UNDO = 4000;

export class TableSession extends Company {
  /** @param {string} id of the table */
  constructor(id) {
    super(id);
    /** Set with the first state; nothing of the game is drawn before. @type {GameState} */ this.shown = /** @type {any} */ (null);
    /** The ply up to which the game has been shown; nothing on the page goes beyond it. */ this.reached = -1;
    /** @type {number | null} */ this.at = null;
    /** @type {import("../games/game-view.js").Held | null} */ this.hand = null;
    this.memory = newMemory();
    this.room = newRoom();
    /** A move that waits to be confirmed. @type {Pending | null} */ this.pending = null;
    this.pendingTimer = 0;
    /** The move that was waiting before the page was reloaded. */ this.held = takeHeld(id);
    /** Resigning waits to be confirmed. */ this.resigning = false;
    /** The code of the end's review, loaded when it is needed. @type {typeof import("./end-review.js") | null} */
    this.endParts = null;
    /** @type {Promise<unknown> | null} */ this.endReview = null;
    /** The panels below the review. @type {{fromHere: import("../replay/from-here.js").FromHere, share: import("../replay/share.js").Share} | null} */ this.endFolds = null;
    /** The state of the request for the record. */ this.endRecord = { loading: false, error: "" };
    this.performing = false;
    /** The step that is being shown. @type {Frame | null} */ this.current = null;
    /** The user's decision that was announced last. */ this.called = "";
    /** Called when it becomes the user's turn. */ this.onTurn = () => {};
    /** Whether the game has ended and the end is not shown yet. */ this.ends = false;
    /** @type {Frame[]} */ this.queue = [];
    this.animator = new Animator(this);
    this.queries = new Queries(this);
    this.premove = new Premove(this);
    this.coach = new Coach(this);
    this.sending = false;
    this.stopListening = onLanguage(() => {
      this.live?.again();
      this.queries.forget();
      this.learn();
    });
    this.leaving = () => this.leave();
    addEventListener("pagehide", this.leaving);
    this.start();
  }

  close() {
    if (this.goesByItself) this.confirm();
    super.close();
    removeEventListener("pagehide", this.leaving);
    this.stopListening();
    this.animator.skip();
  }

  /** The page is being closed or reloaded. A move whose time to undo is not over is sent. */
  leave() {
    if (this.pending && this.goesByItself) {
      const { ply, actions } = this.pending;
      keep({ table: this.id, id: freshId(), ply, actions });
      this.letGo();
    }
    sendAway(this.id);
  }

  async connected() {
    const refusal = await deliver(this.id);
    if (refusal) this.say(refusal);
  }

  // --- What the server tells ------------------------------------------------------------------

  /** @param {import("../types.js").TableMessage} message */
  async receive(message) {
    const before = this.table;
    this.table = message.table;
    this.noteWatchers(before);
    noteRematch(this, before);
    this.ends ||= before?.status === "playing" && this.table.status === "over";
    if (this.table.clock) this.table.clock.received = performance.now();
    if (message.type === "table") {
      redraw();
      return;
    }
    const moved = message.events.some((each) => each.kind === "back");
    const had = this.newest;
    this.position = message;
    this.queries.forget();
    this.keepExtras(message.events, before);
    this.addSteps(message);
    // When joining, or after more events than the server resends.
    if (this.newest !== message.ply) await this.catchUp();
    if (message.type === "snapshot" || moved) {
      // The step that was shown may have been taken back.
      if (this.at !== null && this.at >= this.newest) this.at = null;
      // A reconnection to the same position does not disturb a waiting move.
      if (this.pending?.number !== message.number) this.letGo();
      this.showNewest();
      this.askAgain();
    } else if (this.newest > had) {
      this.letGo();
      this.perform(this.frames.slice(had + 1));
    } else {
      await this.performChoice(message);
      this.showNewest();
    }
    this.premove.arrive();
  }

  // --- What is shown --------------------------------------------------------------------------

  showNewest() {
    if (!this.performing) {
      this.shown = this.position.state;
      this.reached = this.position.ply;
    }
    if (!this.performing && this.at === null) this.callTurn();
    if (this.ends && this.over) {
      this.ends = false;
      play("end");
    }
    redraw();
    this.queries.soon();
  }

  /** Announce each decision of the user once; events besides the game make no new one. */
  callTurn() {
    const { legal, ply, choosing } = this.position;
    const decision = legal.length ? `${ply}.${choosing?.chosen?.length ?? ""}` : "";
    const isNew = decision !== this.called;
    this.called = decision;
    if (decision && isNew && this.premove.sentAt !== ply) this.onTurn();
  }

  /** Show steps one after the other, and announce each when it is shown. @param {Frame[]} frames */
  async perform(frames) {
    this.queue.push(...frames);
    if (this.performing) return;
    const moving = prefs.speed && !document.hidden && this.at === null;
    this.performing = true;
    for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
      const before = this.frames[frame.ply - 1]?.state;
      this.current = frame;
      announce(this.told(frame));
      redraw();
      if (typeof frame.seat === "number") play("take");
      if (moving && before && !this.animator.skipping) {
        await this.gameView.perform({ frame, before, me: this.me }, this.animator).catch(console.error);
      } else if (typeof frame.seat === "number") {
        play("lay");
      }
      if (frame.events?.some((event) => event.points)) play("score");
      this.shown = frame.state;
      this.reached = frame.ply;
      this.followed(frame).forEach(announce);
    }
    this.performing = false;
    this.animator.ready();
    this.showNewest();
  }

  /** The user's private choice changes the user's own board, too. @param {import("../types.js").Position} message */
  async performChoice(message) {
    const chosen = message.events.find((e) => e.kind === "choose" && e.seat === this.me);
    if (!chosen?.action || !prefs.speed || document.hidden || this.at !== null || this.performing) return;
    this.performing = true;
    const frame = { ply: message.ply, seat: this.me, action: chosen.action, events: [], state: message.state };
    await this.gameView.perform({ frame, before: this.shown, me: this.me }, this.animator).catch(console.error);
    this.performing = false;
    this.animator.ready();
  }

  /** Finish all running animations. */
  skip() {
    if (this.performing) this.animator.skip();
  }

  /** Show an earlier step, or with null the current state. @param {number | null} ply */
  stepTo(ply) {
    const last = this.newest;
    this.at = ply === null || ply >= last ? null : Math.max(0, ply);
    if (this.goesByItself) this.confirm();
    else this.letGo();
    this.skip();
    if (this.at === null) this.showNewest();
    else redraw();
  }

  /** Whether everything that happened has been shown. */
  get settled() {
    return this.reached === this.position?.ply && !this.performing;
  }

  /** Whether the game is over and its end has been shown. */
  get over() {
    return this.table?.status === "over" && this.settled;
  }

  /** The steps that have been shown. */
  get past() {
    return this.frames.slice(0, this.reached + 1);
  }

  get state() {
    if (this.at !== null) return this.frames[this.at].state;
    return this.pending?.state ?? this.shown;
  }

  /** The others' steps since the user's last turn, or the step that is shown. */
  get recent() {
    if (this.at !== null) return this.at ? [this.frames[this.at]] : [];
    const found = [];
    // A turn may have several steps, with draws of the dealer in between; a deal starts anew.
    let turns = 0;
    for (const frame of this.past.slice(1).reverse()) {
      if (frame.action?.startsWith("deal:")) break;
      if (frame.seat === null || frame.seat === undefined) continue;
      if (frame.seat === this.me) break;
      if (frame.seat !== found[0]?.seat) turns += 1;
      if (turns > this.table.seats.length - (this.me === null ? 0 : 1)) break;
      found.unshift(frame);
    }
    return found;
  }

  // --- What I do ------------------------------------------------------------------------------

  /** @param {import("../games/game-view.js").Held | null} hand */
  setHand(hand) {
    if (this.hand && !hand) announce(t("table.put_back"));
    this.hand = hand;
    this.remark = null;
    redraw();
  }

  letGo() {
    this.hand = null;
    this.remark = null;
    this.setPending(null);
  }

  /** @param {Pending | null} pending */
  setPending(pending) {
    clearTimeout(this.pendingTimer);
    this.pending = pending;
    hold(pending && { table: this.id, ply: pending.ply, actions: pending.actions });
  }

  /** Whether a move waits that needs no confirmation: for its time to undo, or for the coach. */
  get goesByItself() {
    return Boolean(this.pending?.until || this.pending?.looking);
  }

  /** Ask again about a move that was waiting for confirmation before the page was reloaded. */
  askAgain() {
    const { held } = this;
    this.held = null;
    if (held && held.ply === this.position.ply && this.position.legal.length) this.play(held.actions);
  }

  get canAct() {
    return this.at === null && !this.sending && this.position?.legal.length > 0;
  }

  /** Play steps of the user's turn, by the preference: at once, with seconds to undo, or confirmed. @param {string[]} actions */
  async play(actions) {
    this.skip();
    this.coach.forget();
    if (this.coach.isOn && (await this.coached(actions))) return;
    if (prefs.moves === "once") return this.commit(actions);
    try {
      const trial = await this.queries.preview(actions);
      // A step needs no confirmation if the turn goes on and it can be taken back.
      if (trial.undo) return this.commit(actions);
      const until = prefs.moves === "undo" ? Date.now() + TO_UNDO : 0;
      const { ply, number } = this.position;
      this.setPending({ actions, state: trial.state, until, ply, number });
      this.hand = null;
      if (until) this.pendingTimer = window.setTimeout(() => this.confirm(), TO_UNDO);
    } catch (error) {
      this.refused(error);
    }
    redraw();
  }

  /** Have the coach examine a move; returns true if it asks, or if the move is not wanted any more. @param {string[]} actions */
  async coached(actions) {
    const { state, ply, number } = this.position;
    /** @type {Pending} */
    const mine = { actions, state, until: 0, ply, number, looking: true };
    this.setPending(mine);
    redraw();
    const found = await this.coach.look(actions, (after) => {
      mine.state = after;
      redraw();
    });
    if (this.pending !== mine) return true;
    this.setPending(found && { actions, state: found.state, until: 0, ply, number, opinion: found.opinion });
    this.hand = null;
    if (found) this.coach.ask(found.opinion);
    return found !== null;
  }

  confirm() {
    clearTimeout(this.pendingTimer);
    const { actions, opinion, looking } = this.pending ?? {};
    if (this.pending && looking) this.setPending({ ...this.pending, looking: false }); // its answer is not needed any more
    if (opinion) this.coach.remember(opinion);
    if (actions) return this.commit(actions);
  }

  /** @param {string[]} actions */
  async commit(actions) {
    this.sending = true;
    this.remark = null;
    redraw();
    const move = { id: freshId(), ply: this.position.ply, actions };
    keep({ table: this.id, ...move });
    try {
      await this.live?.send("act", move);
      // A private choice does not advance the game, which would close the question.
      if (this.pending?.actions === actions) this.setPending(null);
    } catch (error) {
      this.refused(error);
    }
    forget(move.id);
    this.sending = false;
    redraw();
  }

  /** Take back: a step of the user's turn, a move not yet sent or, with everybody's consent, the user's last turn. */
  async undo() {
    if (this.pending) {
      this.letGo();
      redraw();
      return;
    }
    if (this.hand) return this.setHand(null);
    if (this.premove.action !== null) return this.premove.drop();
    try {
      if (this.position.undo) await this.live?.send("undo", { ply: this.position.ply });
      else await this.live?.send("take_back");
    } catch (error) {
      this.refused(error);
    }
  }

  /** Any other command. @param {string} type @param {object} [fields] */
  async command(type, fields) {
    try {
      await this.live?.send(type, fields);
    } catch (error) {
      this.refused(error);
    }
  }

  /** @param {unknown} error */
  refused(error) {
    this.hand = null;
    this.setPending(null);
    if (error instanceof Refused) this.say(error.message, error.rule);
    else console.error(error);
  }
}
