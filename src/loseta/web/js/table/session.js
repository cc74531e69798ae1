/**
 * A table as somebody uses it: what is shown of it (the newest state, one that is stepped back to, or
 * one in the middle of an animation), what is in the hand, and what is done.
 */

import { announce } from "../core/announce.js";
import { prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { onLanguage, t } from "../core/text.js";
import { Refused } from "../net/live.js";
import { asker } from "./asker.js";
import { KnownTable } from "./known.js";
import { Stage } from "./stage.js";

/** @typedef {import("../games/face.js").Frame} Frame */
/** @typedef {import("../core/h.js").Child} Child */

export class Session extends KnownTable {
  /** @param {string} id of the table */
  constructor(id) {
    super(id);
    /** What happened besides the game: phrases, taking back, leaving. @type {any[]} */ this.extras = [];
    /** @type {any} */ this.shown = null;
    /** The ply up to which the game has been shown: nothing tells of what came after it. */ this.reached = -1;
    /** @type {number | null} */ this.at = null;
    /** @type {any} */ this.hand = null;
    /** @type {{sentence: Child, rule?: string} | null} */ this.remark = null;
    /** A move that waits to be confirmed. @type {{actions: string[], state: any, until: number} | null} */
    this.pending = null;
    /** Resigning was asked for and waits to be confirmed. */ this.resigning = false;
    this.performing = false;
    /** The step that is being shown. @type {Frame | null} */ this.current = null;
    /** The decision of mine that was last called out. */ this.called = "";
    /** Called when it is my turn. */ this.onTurn = () => {};
    /** @type {Frame[]} */ this.queue = [];
    this.stage = new Stage(this);
    this.ask = asker(this);
    this.sending = false;
    this.stopListening = onLanguage(() => {
      this.live?.again();
      this.ask.forget();
      this.learn();
    });
    this.start();
  }

  close() {
    // Who leaves before the seconds to undo are over has not undone.
    if (this.pending?.until) this.confirm();
    super.close();
    this.stopListening();
    this.stage.skip();
  }

  // --- What the server tells ------------------------------------------------------------------

  /** @param {any} message */
  async receive(message) {
    this.table = message.table;
    if (this.table.clock) this.table.clock.received = performance.now();
    if (message.type === "table") {
      redraw();
      return;
    }
    const moved = message.events.some((/** @type {any} */ each) => each.kind === "back");
    this.position = message;
    this.ask.forget();
    this.keepExtras(message.events);
    if (moved) {
      this.frames.length = Math.min(this.frames.length, message.ply + 1);
      // What was looked at may be gone.
      if (this.at !== null && this.at >= this.newest) this.at = null;
    }
    const had = this.newest;
    if (message.type === "snapshot" || moved) {
      this.letGo();
      await this.catchUp(had < 0 ? 0 : Math.min(had, message.ply));
      this.showNewest();
      return;
    }
    const steps = message.events.filter((/** @type {any} */ e) => e.kind === "act" || e.kind === "deal");
    if (!steps.length) {
      await this.performChoice(message);
      this.showNewest();
      return;
    }
    clearTimeout(this.pendingTimer);
    if (steps.length === 1 && had === message.ply - 1) {
      this.frames.push({ ...steps[0], ply: message.ply, state: message.state });
    } else {
      await this.catchUp(Math.max(had, 0));
    }
    this.letGo();
    if (this.newest > had) this.perform(this.frames.slice(had + 1));
    else this.showNewest();
  }

  /** @param {any[]} events */
  keepExtras(events) {
    for (const event of events) {
      if (["act", "deal", "choose", "unchoose"].includes(event.kind)) continue;
      if (this.extras.some((each) => each.number === event.number)) continue;
      this.extras.push(event);
      if (event.seat !== this.me && Date.now() - event.at < 15_000) this.heard(event);
    }
  }

  /** Somebody said one of the ready phrases, would like to take back, has left, … @param {any} event */
  heard(event) {
    if (event.kind === "say") this.say(this.extra(event));
    else announce(this.extra(event));
  }

  /** What happened besides the game, in one sentence. @param {any} event */
  extra(event) {
    const text = event.kind === "say" ? (this.about.phrases[event.text] ?? event.text) : "";
    return t(`log.extra.${event.kind}`, { name: event.seat === null ? "" : this.names[event.seat], text });
  }

  // --- What is shown --------------------------------------------------------------------------

  showNewest() {
    if (!this.performing) {
      this.shown = this.position.state;
      this.reached = this.position.ply;
    }
    if (!this.performing && this.at === null) this.callTurn();
    redraw();
    this.ask.soon();
  }

  /** Say once for each decision that it is mine; what happens besides the game makes no new one. */
  callTurn() {
    const { legal, ply, choosing } = this.position;
    const decision = legal.length ? `${ply}.${choosing?.chosen?.length ?? ""}` : "";
    const isNew = decision !== this.called;
    this.called = decision;
    if (decision && isNew) this.onTurn();
  }

  /** Show steps one after the other, and tell of each when it is shown. @param {Frame[]} frames */
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
      if (moving && before && !this.stage.skipping) {
        await this.face.perform({ frame, before, me: this.me }, this.stage).catch(console.error);
      }
      this.shown = frame.state;
      this.reached = frame.ply;
      this.followed(frame).forEach(announce);
    }
    this.performing = false;
    this.stage.ready();
    this.showNewest();
  }

  /** What I chose in private moves on my own board, too. @param {any} message */
  async performChoice(message) {
    const chosen = message.events.find((/** @type {any} */ e) => e.kind === "choose" && e.seat === this.me);
    if (!chosen?.action || !prefs.speed || document.hidden || this.at !== null || this.performing) return;
    this.performing = true;
    const frame = { ply: message.ply, seat: this.me, action: chosen.action, events: [], state: message.state };
    await this.face.perform({ frame, before: this.shown, me: this.me }, this.stage).catch(console.error);
    this.performing = false;
    this.stage.ready();
  }

  /** Be done with what is still moving. */
  skip() {
    if (this.performing) this.stage.skip();
  }

  /** Step to an earlier moment, or back to now with null. @param {number | null} ply */
  stepTo(ply) {
    const last = this.newest;
    this.at = ply === null || ply >= last ? null : Math.max(0, ply);
    this.letGo();
    this.skip();
    if (this.at === null) this.showNewest();
    else redraw();
  }

  /** Whether all that happened has been shown. */
  get settled() {
    return this.reached === this.position?.ply && !this.performing;
  }

  /** Whether the game is over for whoever looks at it. */
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

  /** What the others did since my last turn, or the step that is looked at. */
  get recent() {
    if (this.at !== null) return this.at ? [this.frames[this.at]] : [];
    const found = [];
    // A turn may have several steps, and draws of the dealer between them; a deal begins anew.
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

  /** @param {any} hand */
  setHand(hand) {
    this.hand = hand;
    this.remark = null;
    redraw();
  }

  letGo() {
    this.hand = null;
    this.remark = null;
    clearTimeout(this.pendingTimer);
    this.pending = null;
  }

  /** @param {Child} sentence @param {string} [rule] */
  say(sentence, rule) {
    this.remark = { sentence, rule };
    announce(sentence);
    redraw();
  }

  get canAct() {
    return this.at === null && !this.sending && this.position?.legal.length > 0;
  }

  /** Play steps of my turn, as the user prefers: at once, with seconds to undo, or confirmed. @param {string[]} actions */
  async play(actions) {
    this.skip();
    if (prefs.moves === "once") return this.commit(actions);
    try {
      const trial = await this.ask.preview(actions);
      // A step after which the turn goes on, and that can be taken back, needs no question.
      if (trial.undo) return this.commit(actions);
      const until = prefs.moves === "undo" ? Date.now() + 4000 : 0;
      this.pending = { actions, state: trial.state, until };
      this.hand = null;
      if (until) this.pendingTimer = window.setTimeout(() => this.confirm(), 4000);
    } catch (error) {
      this.refused(error);
    }
    redraw();
  }

  confirm() {
    clearTimeout(this.pendingTimer);
    const actions = this.pending?.actions;
    if (actions) return this.commit(actions);
  }

  /** @param {string[]} actions */
  async commit(actions) {
    this.sending = true;
    this.remark = null;
    redraw();
    try {
      await this.live?.send("act", { ply: this.position.ply, actions });
      // A choice in private moves no game on that would do away with the question.
      if (this.pending?.actions === actions) this.pending = null;
    } catch (error) {
      this.refused(error);
    }
    this.sending = false;
    redraw();
  }

  /** Take back: a step of my turn, a move not yet sent, or, where all agree, my last turn. */
  async undo() {
    if (this.pending) {
      this.letGo();
      redraw();
      return;
    }
    if (this.hand) return this.setHand(null);
    try {
      if (this.position.undo) await this.live?.send("undo", { ply: this.position.ply });
      else await this.live?.send("take_back");
    } catch (error) {
      this.refused(error);
    }
  }

  /** Any other command. @param {string} type @param {any} [fields] */
  async command(type, fields) {
    try {
      await this.live?.send(type, fields);
    } catch (error) {
      this.refused(error);
    }
  }

  /** @param {any} error */
  refused(error) {
    this.hand = null;
    this.pending = null;
    if (error instanceof Refused) this.say(error.message, error.rule);
    else console.error(error);
  }
}
