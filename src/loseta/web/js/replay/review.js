/**
 * What the computer thinks of each decision of a game, as the server finds it out one after the
 * other: chances of winning, and how much of them each move gave away.
 */

import { redraw } from "../core/redraw.js";
import { lines } from "../net/lines.js";

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {{action: string, visits: number, value: number, win_chance: number, line: string[]}} Candidate */
/** What the best action had over the one that was played (docs/server.md). @typedef {{kind: string, count?: number, colour?: string, line?: number, points?: number, seat?: number}} Reason */
/** In what the two lines differ, with points from the seat's side. @typedef {{kind: string, points?: number, line?: number, which?: number, colour?: string, count?: number, across?: number, down?: number, seat?: number, tablet?: string}} AccountItem */
/** `after`: the chance after what was played; `loss`: what that gave away; null if not known. @typedef {{ply: number, seat: number, round: number, played: string, candidates: Candidate[], after: number | null, loss: number | null, turning_point: boolean, reason?: Reason, account?: AccountItem[]}} Decision */
/** How well a seat played: in the game, in each round, and like which levels, the weakest and the strongest of them. @typedef {{seat: number, percentage: number, decisions: number, rounds: {[round: string]: number}, like: [string, string] | null}} SeatAccuracy */
/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Verdict */

/** What may be lost before a move is called so (as in chess on lichess). @type {[number, Verdict][]} */
const VERDICTS = [[0.3, "blunder"], [0.2, "mistake"], [0.1, "inaccuracy"]];

export class Review {
  /** @param {string} record @param {Frame[]} frames */
  constructor(record, frames) {
    this.record = record;
    this.frames = frames;
    this.seats = frames[0].state.boards.length;
    /** @type {Map<number, Decision>} by ply */ this.decisions = new Map();
    this.total = 0;
    /** Told at the end. @type {SeatAccuracy[]} */ this.accuracy = [];
    this.error = "";
    /** Whether it came to its end: there are games without a decision. */ this.ended = false;
    /** @type {AbortController | null} */ this.running = null;
    /** How far each seat has come with its mistakes. @type {Map<number, import("../mistakes/progress.js").MistakeProgress>} */ this.progress = new Map();
  }

  /** Take what a record holds in place of thinking. @param {{total: number, decisions: Decision[], accuracy: SeatAccuracy[]}} saved */
  take({ total, decisions, accuracy }) {
    this.total = total;
    this.accuracy = accuracy;
    for (const each of decisions) this.decisions.set(each.ply, each);
    this.ended = this.done;
  }

  get done() {
    return this.total > 0 && this.decisions.size >= this.total;
  }

  get begun() {
    return this.decisions.size > 0 || this.running !== null || this.ended;
  }

  /** @param {number} seconds for each decision @param {boolean} [when_idle] only if the computer has time: otherwise nothing happens */
  async start(seconds, when_idle = false) {
    this.stop();
    const mine = new AbortController();
    this.running = mine;
    this.ended = false;
    this.error = "";
    this.decisions = new Map();
    this.accuracy = [];
    redraw();
    try {
      for await (const told of lines("/reviews", { record: this.record, seconds, when_idle }, mine.signal)) {
        if (this.running !== mine) return;
        if (told.error && when_idle) break; // nobody has asked for it
        if (told.error) this.error = told.error.sentence;
        else if (told.decisions !== undefined) this.total = told.decisions;
        else if (told.accuracy) this.accuracy = told.accuracy;
        else this.decisions.set(told.ply, told);
        this.ended = !told.error && this.decisions.size === this.total;
        redraw();
      }
    } catch (error) {
      if (!mine.signal.aborted && !when_idle) this.error = /** @type {Error} */ (error).message || " ";
    }
    if (this.running === mine) this.running = null;
    redraw();
  }

  stop() {
    this.running?.abort();
    this.running = null;
    redraw();
  }

  /** The chance of the seat that decides, if it plays the best. @param {Decision} decision */
  best(decision) {
    return decision.candidates[0].win_chance;
  }

  /** How much of the chance a move gave away, as far as that is known. @param {Decision} decision */
  loss({ loss }) {
    return loss ?? 0;
  }

  /** @param {Decision} decision @returns {Verdict} */
  verdict(decision) {
    if (decision.candidates[0].action === decision.played) return "best";
    const loss = this.loss(decision);
    return VERDICTS.find(([least]) => loss >= least)?.[1] ?? "good";
  }

  /** The moments that mattered most, in the order of the game. @param {number} most @param {number | null} [seat] */
  moments(most, seat = null) {
    return [...this.decisions.values()]
      .filter((each) => (seat === null || each.seat === seat) && each.turning_point)
      .sort((a, b) => this.loss(b) - this.loss(a))
      .slice(0, most)
      .sort((a, b) => a.ply - b.ply);
  }

  /**
   * A seat's chance of winning over the game: in the positions that were looked at, and after each
   * move as far as that is known, so that a mistake shows at the step that it made. Among two both
   * sides' decisions tell of it, among more only its own.
   * @param {number} seat
   * @returns {{ply: number, chance: number}[]}
   */
  series(seat) {
    /** @type {Map<number, number>} by ply; what the next decision tells replaces the expectation */
    const chances = new Map();
    for (const decision of [...this.decisions.values()].sort((a, b) => a.ply - b.ply)) {
      const own = decision.seat === seat;
      if (!own && this.seats > 2) continue;
      const { after } = decision;
      chances.set(decision.ply, own ? this.best(decision) : 1 - this.best(decision));
      if (after !== null) chances.set(decision.ply + 1, own ? after : 1 - after);
    }
    const end = this.outcome(seat);
    if (end !== null && this.done) chances.set(this.frames.length - 1, end);
    return [...chances].map(([ply, chance]) => ({ ply, chance }));
  }

  /** 1 for a victory, a share of it for a shared one; null while the game is not over. @param {number} seat */
  outcome(seat) {
    const last = this.frames.at(-1)?.events?.find((each) => each.type === "game_ended");
    if (!last) return null;
    const winners = last.outcome.winners;
    return winners.includes(seat) ? 1 / winners.length : 0;
  }

  /** How good the moves of a seat were: how many of each verdict. @param {number} seat */
  tally(seat) {
    /** @type {{[verdict: string]: number}} */
    const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const each of this.decisions.values()) if (each.seat === seat) counts[this.verdict(each)] += 1;
    return counts;
  }
}
