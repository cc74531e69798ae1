/**
 * The engine while somebody looks at a position: its lines come as they are found. It thinks only as
 * long as the page is seen, and not again about what it has thought about.
 */

import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { ServerError } from "../net/api.js";
import { lines } from "../net/lines.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../types.js").Candidate & {depth: number}} Line */
/** What is known of a position. @typedef {{candidates: Line[], nodes: number, seconds: number, done?: boolean, best: number}} Thought */

export const MOST_LINES = 5;
/** Milliseconds to wait before a position is analysed, so that stepping through quickly starts only one analysis. */
const PAUSE = 150;

/** Lines by what they promise: a search that tries moves more or less often lists them by that. @param {Line[]} candidates */
export function byChance(candidates) {
  return [...candidates].sort((a, b) => b.win_chance - a.win_chance);
}

export class Engine {
  /** @param {string} game @param {(node: Node, thought: Thought) => void} heard told of what is found */
  constructor(game, heard) {
    this.game = game;
    this.heard = heard;
    /** @type {Node | null} */ this.node = null;
    /** @type {WeakMap<Node, Thought>} */ this.thoughts = new WeakMap();
    /** @type {AbortController | null} */ this.asking = null;
    /** Why there is nothing to see. */ this.trouble = "";
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

  /** The analysis of the current position, as far as it has come. */
  get thought() {
    return (this.node && this.thoughts.get(this.node)) ?? null;
  }

  /** Look at a position in which somebody decides; at another one with null. @param {Node | null} node */
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

  /** A request that came too fast is repeated when it is allowed. @param {unknown} error */
  refused(error) {
    const { code, message, place } = /** @type {ServerError} */ (error);
    this.trouble = message || t("table.lost");
    if (code !== "slow_down") return;
    const wait = (place?.wait ?? 5) * 1000;
    this.timer = window.setTimeout(() => this.think(), wait);
  }
}
