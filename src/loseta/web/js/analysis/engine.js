/**
 * The engine on the analysis board; its lines are streamed while it searches. It searches only while the
 * page is visible, and never the same position twice.
 */

import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { ServerError } from "../net/api.js";
import { lines } from "../net/lines.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../types.js").Candidate & {depth: number}} Line */
/** The engine's results for a position. @typedef {{candidates: Line[], nodes: number, seconds: number, done?: boolean, best: number}} Thought */

export const MOST_LINES = 5;
/** Milliseconds before a new position is analysed, so that stepping through quickly starts only one analysis. */
const PAUSE = 150;

/** Lines by win chance, the best first; the search orders them by visits. @param {Line[]} candidates */
export function byChance(candidates) {
  return [...candidates].sort((a, b) => b.win_chance - a.win_chance);
}

export class Engine {
  /** @param {string} game @param {(node: Node, thought: Thought) => void} heard is called with each result */
  constructor(game, heard) {
    this.game = game;
    this.heard = heard;
    /** @type {Node | null} */ this.node = null;
    /** @type {WeakMap<Node, Thought>} */ this.thoughts = new WeakMap();
    /** @type {AbortController | null} */ this.asking = null;
    /** Why there is no result. */ this.trouble = "";
    this.timer = 0;
    this.asked = -PAUSE;
    this.seen = () => (document.hidden ? this.stop() : this.think());
    document.addEventListener("visibilitychange", this.seen);
  }

  close() {
    document.removeEventListener("visibilitychange", this.seen);
    this.node = null;
    this.stop();
  }

  get on() {
    return prefs.analysis.on;
  }

  get best() {
    return prefs.analysis.lines;
  }

  get thinking() {
    return this.asking !== null;
  }

  /** The results so far for the current position. */
  get thought() {
    return (this.node && this.thoughts.get(this.node)) ?? null;
  }

  /** Analyse a position in which a seat is to move; null: stop. @param {Node | null} node */
  look(node) {
    if (node === this.node) return;
    this.stop();
    this.node = node;
    this.trouble = "";
    if (!node) return;
    const wait = Math.max(0, this.asked + PAUSE - performance.now());
    this.asked = performance.now();
    this.timer = window.setTimeout(() => this.think(), wait);
  }

  /** @param {boolean} on */
  turn(on) {
    prefer({ analysis: { ...prefs.analysis, on } });
    this.trouble = "";
    if (on) this.think();
    else this.stop();
  }

  /** @param {number} n lines */
  show(n) {
    prefer({ analysis: { ...prefs.analysis, lines: n } });
    this.stop();
    this.think();
  }

  /** Continue an analysis that has ended. */
  more() {
    if (this.thought) this.thought.done = false;
    this.think();
  }

  stop() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
    redraw();
  }

  async think() {
    const { node, best, thought } = this;
    if (!node || !this.on || document.hidden || this.asking) return;
    if (thought?.done && thought.best >= best) return;
    const asking = (this.asking = new AbortController());
    this.trouble = "";
    try {
      for await (const told of lines("/analysis/lines", { game: this.game, position: node.frame.position, best }, asking.signal)) {
        if (told.error) throw new ServerError(told.error.code, told.error.sentence, 200, told.error);
        this.take(node, { ...told, best, candidates: byChance(told.candidates) });
      }
    } catch (error) {
      if (asking.signal.aborted) return;
      this.refused(error);
    }
    if (this.asking === asking) this.asking = null;
    redraw();
  }

  /** @param {Node} node @param {Thought} thought */
  take(node, thought) {
    this.thoughts.set(node, thought);
    this.heard(node, thought);
    redraw();
  }

  /** After a refusal because of too many requests, try again when the server allows it. @param {unknown} error */
  refused(error) {
    const { code, message, place } = /** @type {ServerError} */ (error);
    this.trouble = message || t("table.lost");
    if (code !== "slow_down") return;
    const wait = (place?.wait ?? 5) * 1000;
    this.timer = window.setTimeout(() => this.think(), wait);
  }
}
