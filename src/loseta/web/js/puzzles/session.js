/**
 * A puzzle being solved. Which actions are right, the others' answers and the refutations of wrong actions
 * come from the server; they are played out on the table here.
 */

import { announce } from "../core/announce.js";
import { focusSoon, usesKeys } from "../core/keys.js";
import { prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { play } from "../core/sound.js";
import { signed, t } from "../core/text.js";
import { Hand } from "../games/hand.js";
import { post, ServerError } from "../net/api.js";
import { Animator } from "../table/animator.js";
import { StoredPuzzle } from "./source.js";

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {import("../games/game-view.js").GameView} GameView */
/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../types.js").ToldPuzzle} ToldPuzzle */
/** @typedef {import("../types.js").Verdict} Verdict */
/** @typedef {import("../types.js").PuzzleLine} PuzzleLine */

/**
 * The stages: a decision is awaited; right actions are played out; the consequences of a wrong action are
 * played out, or shown; it is over: solved, or the solution was shown.
 * @typedef {"deciding" | "playing" | "refuting" | "refuted" | "over"} Stage
 */

/** A line with its steps. @typedef {{line: PuzzleLine, frames: Frame[]}} PlayedLine */
/** The comparison at the end: the best line and another, the user's own or the most tempting one, and how much that loses. @typedef {{best: PlayedLine, other: PlayedLine | null, own: boolean, why: Child, lost: number | null}} Comparison */

/** Milliseconds that a step is shown before the next. */
const PAUSE = 550;

export class PuzzleSession extends Hand {
  /** @param {ToldPuzzle} told @param {GameView} gameView @param {import("./source.js").PuzzleSource} [source] */
  constructor(told, gameView, source = new StoredPuzzle(told)) {
    super();
    this.told = told;
    this.source = source;
    this.gameView = gameView;
    this.box = told.box;
    this.me = told.seat;
    /** @type {Stage} */ this.stage = "deciding";
    this.scene = told.scene;
    this.shown = told.scene.state;
    /** The user's right actions so far. @type {string[]} */ this.actions = [];
    /** The steps since the start, with the others' answers. @type {Frame[]} */ this.course = [];
    /** The last wrong action: the steps before it, and its consequences. @type {{before: Frame[], frames: Frame[], verdict: Verdict} | null} */ this.wrong = null;
    /** How many steps of the refutation are shown. */ this.at = 0;
    /** All wrong actions, with how much they lose. @type {{action: string, state: import("../types.js").GameState, lost: number | null}[]} */ this.tries = [];
    /** @type {import("../types.js").PuzzleHint[]} */ this.hints = [];
    /** @type {Comparison | null} */ this.comparison = null;
    /** Solved without help. */ this.solved = false;
    /** @type {import("../types.js").Effects | null} */ this.effects = null;
    this.animator = new Animator(this);
    /** The step that is shown, or was shown last. @type {Frame | null} */ this.current = null;
    this.busy = false;
    /** The number of the current animation; a later one ends it. */ this.run = 0;
    this.askEffects();
  }

  /** “You”, and the others; numbered if there are several. */
  get names() {
    if (this.source.names) return this.source.names;
    const { players } = this.told.scene.state;
    return Array.from({ length: players }, (_, seat) => {
      if (seat === this.me) return t("home.you");
      return players === 2 ? t("puzzles.rival") : t("puzzles.rival_n", { n: (seat - this.me + players) % players });
    });
  }

  close() {
    this.run += 1;
    this.animator.skip();
  }

  /** The effects of each action, as at a table; the puzzle can be solved without. */
  async askEffects() {
    const { scene } = this;
    this.effects = null;
    try {
      const { effects } = await post("/sandbox", { game: this.told.game, position: scene.position, effects: true });
      if (this.scene === scene) this.effects = effects;
      redraw();
    } catch {
      // Then the lines show less.
    }
  }

  /** @param {string[]} actions @returns {Promise<import("../types.js").Why[]>} */
  async why(actions) {
    return (await post("/sandbox", { game: this.told.game, position: this.scene.position, why: actions })).why;
  }

  /** Ask the server, and show its refusal if there is one. @template T @param {() => Promise<T>} question @returns {Promise<T | null>} */
  async ask(question) {
    if (this.busy) return null;
    this.busy = true;
    redraw();
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.say(error.message || t("table.lost"));
      return null;
    } finally {
      this.busy = false;
      redraw();
    }
  }

  /**
   * Play steps out on the table, one after the other.
   * @param {Frame[]} frames @param {import("../types.js").GameState} before
   * @returns {Promise<boolean>} false if the user did something else meanwhile
   */
  async perform(frames, before) {
    this.run += 1;
    const { run } = this;
    for (const frame of frames) {
      announce(this.gameView.told(frame, before, this.names, this.me));
      this.current = { ...frame, before };
      redraw();
      if (typeof frame.seat === "number") play("take");
      if (prefs.speed && !document.hidden) await this.gameView.perform({ frame, before, me: this.me }, this.animator).catch(console.error);
      if (run !== this.run) return false;
      this.shown = frame.state;
      this.gameView.followed(frame, this.names).forEach(announce);
      redraw();
      if (frame !== frames.at(-1)) await this.animator.wait(PAUSE);
      if (run !== this.run) return false;
      before = frame.state;
    }
    return true;
  }

  /** Show a step of the refutation; 0: before it. @param {number} at */
  stepTo(at) {
    const { wrong } = this;
    if (this.stage !== "refuted" || !wrong) return;
    this.at = Math.max(0, Math.min(wrong.frames.length, at));
    const frame = wrong.frames[this.at - 1];
    this.shown = frame?.state ?? this.scene.state;
    const before = wrong.frames[this.at - 2]?.state ?? this.scene.state;
    this.current = frame ? { ...frame, before } : null;
    announce(frame ? this.gameView.told(frame, before, this.names, this.me) : this.told.goal);
    redraw();
  }

  // --- Trying -----------------------------------------------------------------------------------

  /** Play steps of the user's turn, one after the other, as long as they are right. @param {string[]} actions */
  async attempt(actions) {
    for (const action of actions) {
      if (this.stage !== "deciding") return;
      /** @type {Verdict | null} */
      const verdict = await this.ask(() => this.source.attempt([...this.actions, action]));
      this.hand = null;
      if (!verdict) return redraw();
      this.remark = null;
      if (verdict.verdict === "wrong") return this.refute(action, verdict);
      await this.goOn(action, verdict);
    }
  }

  /** @param {string} action @param {Verdict} verdict */
  async goOn(action, verdict) {
    announce(t(verdict.done ? "puzzles.solved" : "puzzles.right_go_on"));
    this.stage = "playing";
    this.actions.push(action);
    const before = this.course.at(-1)?.state ?? this.told.scene.state;
    this.course.push(...verdict.frames);
    this.hints = [];
    const compared = verdict.done ? this.compare(verdict.why) : null;
    if (verdict.done) {
      this.solved = true;
      this.source.note("solved");
    }
    if (!(await this.perform(verdict.frames, before))) return;
    if (compared) return this.finish(await compared);
    this.scene = /** @type {import("../types.js").Sandbox} */ (verdict.scene);
    this.stage = "deciding";
    this.askEffects();
    redraw();
  }

  /** Play out the consequences of a wrong action. @param {string} action @param {Verdict} verdict */
  async refute(action, verdict) {
    this.source.note("tried");
    this.tries.push({ action, state: this.scene.state, lost: verdict.loses?.points ?? null });
    this.wrong = { before: [...this.course], frames: verdict.frames, verdict };
    this.stage = "refuting";
    announce([this.verdictWords(), " ", t("puzzles.watch")]);
    if (!(await this.perform(verdict.frames, this.shown))) return;
    this.stage = "refuted";
    this.at = verdict.frames.length;
    announce(verdict.why ?? "");
    redraw();
    if (usesKeys()) focusSoon(".puzzle-card .again");
  }

  /** The sentence about a wrong action, which includes how much it loses. */
  verdictWords() {
    const { points: lost = null, victory = false } = this.wrong?.verdict.loses ?? {};
    if (victory) return t("puzzles.loses_game");
    if (lost === null || lost <= 0) return t("puzzles.not_it");
    return this.source.loses(lost);
  }

  /** Go back to before the wrong action. */
  again() {
    this.run += 1;
    this.animator.skip();
    this.animator.ready();
    if (this.stage === "over") this.restart();
    this.stage = "deciding";
    this.shown = this.scene.state;
    this.current = this.course.at(-1) ?? null;
    this.remark = null;
    announce(this.told.goal);
    redraw();
  }

  /** Go back to the start. */
  restart() {
    this.actions = [];
    this.course = [];
    this.hints = [];
    this.tries = [];
    this.wrong = null;
    this.comparison = null;
    this.solved = false;
    this.scene = this.told.scene;
    this.askEffects();
  }

  // --- Help -------------------------------------------------------------------------------------

  /** The number of hints for this decision. */
  get hintsLeft() {
    const last = this.hints.at(-1);
    return last ? last.of - last.n : 1;
  }

  async hint() {
    if (this.stage !== "deciding" || !this.hintsLeft) return;
    const n = this.hints.length + 1;
    const told = await this.ask(() => this.source.hint(n, this.actions));
    if (!told) return;
    this.source.note("hinted");
    this.hints.push(told);
    announce([t("puzzles.hint_of", { n, all: told.of }), ": ", told.hint]);
    redraw();
  }

  /** Play the solution from the start, then compare. */
  async solution() {
    this.run += 1;
    this.animator.skip();
    const comparison = await this.ask(() => this.compare());
    this.animator.ready();
    if (!comparison) return;
    this.source.note("shown");
    this.stage = "playing";
    this.hand = null;
    this.shown = this.told.scene.state;
    announce(t("puzzles.solution_plays"));
    if (await this.perform(comparison.best.frames, this.shown)) this.finish(comparison);
  }

  /** The best line beside the user's own wrong one or, without one, beside the most tempting. @param {Child} [why] @returns {Promise<Comparison>} */
  async compare(why) {
    const { wrong } = this;
    const told = await this.source.solution();
    const best = { line: told.best, frames: told.best_frames };
    const lost = told.loses?.points ?? null;
    const second = told.second && { line: told.second, frames: told.second_frames };
    if (!wrong?.verdict.line) return { best, other: second, own: false, why: why ?? told.why, lost };
    const own = { line: wrong.verdict.line, frames: [...wrong.before, ...wrong.frames] };
    return { best, other: own, own: true, why: why ?? told.why, lost: wrong.verdict.loses?.points ?? null };
  }

  /** @param {Comparison} comparison */
  finish(comparison) {
    this.comparison = comparison;
    this.stage = "over";
    const { line } = comparison.best;
    announce([t(this.solved ? "puzzles.solved" : "puzzles.solution"), ": ", t("puzzles.margin_words", { n: signed(line.margin) }), ". ", comparison.why]);
    redraw();
    if (usesKeys()) focusSoon(".lines .next");
  }
}
