/** A parsed record: its steps, the current step, and a variation if one is shown. */

import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { tableLayout } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { newMemory } from "../games/game-view.js";
import { games, loadView, notShown } from "../games/index.js";
import { post } from "../net/api.js";
import { Autoplay } from "./autoplay.js";
import { Review } from "./review.js";

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {import("../games/game-view.js").TableView} TableView */
/** @typedef {import("../games/game-view.js").GameView} GameView */
/** @typedef {import("../types.js").ReadRecord} ReadRecord */
/** @typedef {{ply: number, action: string, frame: Frame}} Variation */

/** Have the server parse a record. @param {string} text */
export async function readGame(text) {
  /** @type {[ReadRecord, import("../types.js").About]} */
  const [told, about] = await Promise.all([post("/records", { record: text }), games()]);
  const trouble = notShown(told.game, about);
  if (trouble) throw trouble;
  return new Game(text, told, about.levels, await loadView(told.game));
}

export class Game {
  /**
   * @param {string} text the record itself
   * @param {ReadRecord} told the server's answer
   * @param {import("../types.js").Levels} levels the computer players, in the user's language
   * @param {GameView} gameView
   */
  constructor(text, told, levels, gameView) {
    this.text = text;
    this.told = told;
    this.gameView = gameView;
    /** @type {Frame[]} */ this.frames = told.frames;
    this.levels = levels;
    this.names = named(told.names, levels);
    /** The first step worth showing: the table has been dealt. */ this.opening = opening(this.frames);
    this.at = this.opening;
    /** The seat whose board is in front. */ this.side = 0;
    /** @type {Variation | null} */ this.variation = null;
    /** A sentence that replaces the headline until the next step. @type {import("../core/h.js").Child} */ this.remark = "";
    this.review = new Review(text, this.frames);
    if (told.review) this.review.take(told.review);
    /** @type {string | null} */ this.copy = null;
    /** Why the review could not be saved; "" if there was no error. */ this.notSaved = "";
    this.memory = newMemory();
    /** How long the computer thinks about each decision. @type {"quick" | "thorough"} */ this.depth = "quick";
    this.autoplay = new Autoplay(this);
  }

  /** An address from which the record can be downloaded; made only once, because each holds a copy. */
  get file() {
    this.copy ??= URL.createObjectURL(new Blob([this.text], { type: "text/plain" }));
    return this.copy;
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The current frame: of the game, or of a variation. */
  get frame() {
    return this.variation?.frame ?? this.frames[this.at];
  }

  /** The current step in words. @returns {import("../core/h.js").Child} */
  get done() {
    const { frame } = this;
    if (!frame.action) return t(this.opening === 0 ? "from.position" : "replay.start");
    return this.gameView.told(frame, this.before(frame), this.names);
  }

  /** Its consequences in words. */
  get followed() {
    return this.frame.action ? this.gameView.followed(this.frame, this.names) : [];
  }

  /** @param {import("../core/h.js").Child} sentence */
  say(sentence) {
    this.remark = sentence;
    announce(sentence);
    redraw();
  }

  /** Turn to the next player's board. */
  turn() {
    this.side = (this.side + 1) % this.names.length;
    redraw();
  }

  /** @param {Frame} frame */
  before(frame) {
    return this.frames[frame.ply - 1]?.state;
  }

  /** Go to a step that the user has chosen, and stop playing automatically. @param {number} ply */
  stepTo(ply) {
    this.autoplay.stop();
    this.step(ply);
  }

  /** @param {number} ply */
  step(ply) {
    this.at = Math.max(0, Math.min(this.last, ply));
    this.variation = null;
    this.remark = "";
    announce(this.sentences(this.frames[this.at]));
    redraw();
  }

  /** The ply at which each round begins, with the filling of its factories. @returns {{round: number, ply: number}[]} */
  get rounds() {
    /** @type {{round: number, ply: number}[]} */
    const found = [];
    // A game from a position may begin in the middle of a round.
    if (this.opening === 0) found.push({ round: this.frames[0].state.round, ply: 0 });
    for (const frame of this.frames) {
      if (frame.action?.startsWith("deal:")) found.push({ round: frame.state.round, ply: frame.ply });
    }
    return found;
  }

  /** The round that a ply belongs to, as an index into `rounds`. @param {number} ply */
  roundAt(ply) {
    return this.rounds.findLastIndex((each) => each.ply <= ply);
  }

  /** Jump to the next or the previous round. @param {number} by */
  jumpRound(by) {
    const here = this.roundAt(this.at);
    const start = this.rounds[here];
    if (by < 0 && start && start.ply < this.at) return this.stepTo(start.ply);
    const next = this.rounds[here + by];
    this.stepTo(next ? next.ply : by < 0 ? 0 : this.last);
  }

  /** Show the consequences of another action. @param {number} ply before it @param {string} action */
  async look(ply, action) {
    const before = this.frames[ply];
    /** @type {import("../types.js").Sandbox} */
    const tried = await post("/sandbox", { game: this.told.game, position: before.position, actions: [action] });
    /** @type {Frame} */
    const frame = { ply: ply + 1, seat: before.state.turn, round: before.state.round, action, events: tried.events, state: tried.state, before_scoring: tried.before_scoring, position: tried.position };
    this.variation = { ply, action, frame };
    announce(this.sentences(frame));
    redraw();
  }

  /** @param {Frame} frame */
  sentences(frame) {
    if (!frame.action) return [];
    const before = this.before(frame);
    const parts = [this.gameView.told(frame, before, this.names), ...this.gameView.followed(frame, this.names)];
    return parts.filter((part) => part && !(Array.isArray(part) && !part.length)).flatMap((part) => [part, ". "]);
  }

  /** @returns {TableView} */
  view() {
    const frame = this.frame;
    const state = frame.state;
    const nothing = () => {};
    return {
      state,
      me: this.side,
      names: this.names,
      box: this.told.box,
      legal: [],
      waiting: state.turn === null ? [] : [state.turn],
      recent: frame.action && frame.seat !== null ? [{ ...frame, before: this.before(frame) }] : [],
      projection: null,
      effects: null,
      hand: null,
      memory: this.memory,
      setHand: nothing,
      play: nothing,
      why: async () => [],
      say: (sentence) => this.say(sentence),
      choosing: null,
      clock: null,
      seats: this.names.map(() => ({ kind: "person", present: true })),
      over: state.phase === "over",
      layout: tableLayout(),
      hinted: null,
      since: lately(this),
      held: false,
      watched: true,
    };
  }
}

/** The first step in which a seat decides. @param {Frame[]} frames */
function opening(frames) {
  const first = frames.findIndex((frame) => frame.seat !== null && frame.seat !== undefined);
  return Math.max(0, first < 0 ? frames.length - 1 : first - 1);
}

/** The steps before the current one, the newest first. @param {Game} game */
function lately(game) {
  /** @type {import("../core/h.js").VElement[]} */
  const told = [];
  for (let ply = game.variation?.ply ?? game.at - 1; ply > 0 && told.length < 5; ply -= 1) {
    const sentence = game.gameView.told(game.frames[ply], game.before(game.frames[ply]), game.names);
    if (sentence && (!Array.isArray(sentence) || sentence.length)) told.push(h("p", { key: ply }, sentence));
  }
  return h("div", { class: "log", key: "since", tabindex: "0" }, h("h3", null, t("replay.lately")), told);
}

/** The names for display; equal names are told apart. @param {string[]} names @param {import("../types.js").Levels} levels @returns {string[]} */
function named(names, levels) {
  const plain = names.map((name) => levels[name] ?? name);
  return plain.map((name, i) => {
    if (plain.indexOf(name) === plain.lastIndexOf(name)) return name;
    return `${name} ${plain.slice(0, i + 1).filter((other) => other === name).length}`;
  });
}
