/**
 * The computer's evaluation of each decision of a game, streamed by the server: win chances, and how much
 * of them each move gave away.
 */

import { redraw } from "../core/redraw.js";
import { lines } from "../net/lines.js";

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {{action: string, visits: number, value: number, win_chance: number, line: string[]}} Candidate */
/** The advantage of the best action over the played one (docs/server.md). @typedef {{kind: string, count?: number, colour?: string, line?: number, points?: number, seat?: number}} Reason */
/** A difference between the two lines, with points from the view of the seat. @typedef {{kind: string, points?: number, line?: number, which?: number, colour?: string, count?: number, across?: number, down?: number, seat?: number, tablet?: string}} AccountItem */
/** `after`: the win chance after the played action; `loss`: how much it gave away; null if unknown. @typedef {{ply: number, seat: number, round: number, played: string, candidates: Candidate[], after: number | null, loss: number | null, turning_point: boolean, reason?: Reason, account?: AccountItem[]}} Decision */
/** How accurately a seat played: in the whole game, in each round, and between which levels. @typedef {{seat: number, percentage: number, decisions: number, rounds: {[round: string]: number}, like: [string, string] | null}} SeatAccuracy */
/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Verdict */

/** The losses of win chance from which on moves have these names (as on lichess). @type {[number, Verdict][]} */
const VERDICTS = [[0.3, "blunder"], [0.2, "mistake"], [0.1, "inaccuracy"]];

export class Review {
  /** @param {string} record @param {Frame[]} frames */
  constructor(record, frames) {
    this.record = record;
    this.frames = frames;
    this.seats = frames[0].state.boards.length;
    /** @type {Map<number, Decision>} by ply */ this.decisions = new Map();
    this.total = 0;
    /** Known at the end. @type {SeatAccuracy[]} */ this.accuracy = [];
    this.error = "";
    /** Whether the review is complete; there are games without a decision. */ this.ended = false;
    /** @type {AbortController | null} */ this.running = null;
    /** Each seat's progress with its mistakes. @type {Map<number, import("../mistakes/progress.js").MistakeProgress>} */ this.progress = new Map();
  }

  /** Use the review that is stored in a record. @param {{total: number, decisions: Decision[], accuracy: SeatAccuracy[]}} saved */
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

  /** @param {number} seconds for each decision @param {boolean} [when_idle] only if the server has an idle worker */
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
        if (told.error && when_idle) break; // nobody asked for it, so no error is shown
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

  /** The win chance of the seat that decides, with the best action. @param {Decision} decision */
  best(decision) {
    return decision.candidates[0].win_chance;
  }

  /** The win chance that a move gave away, if it is known. @param {Decision} decision */
  loss({ loss }) {
    return loss ?? 0;
  }

  /** @param {Decision} decision @returns {Verdict} */
  verdict(decision) {
    if (decision.candidates[0].action === decision.played) return "best";
    const loss = this.loss(decision);
    return VERDICTS.find(([least]) => loss >= least)?.[1] ?? "good";
  }

  /** The decisions that cost most, in the order of the game. @param {number} most @param {number | null} [seat] */
  moments(most, seat = null) {
    return [...this.decisions.values()]
      .filter((each) => (seat === null || each.seat === seat) && each.turning_point)
      .sort((a, b) => this.loss(b) - this.loss(a))
      .slice(0, most)
      .sort((a, b) => a.ply - b.ply);
  }

  /**
   * A seat's win chance over the game: at each decision and, if it is known, after each move, so that the
   * line falls at the step of a mistake. With two players the decisions of both count, with more only
   * the seat's own.
   * @param {number} seat
   * @returns {{ply: number, chance: number}[]}
   */
  series(seat) {
    /** @type {Map<number, number>} by ply; the value of the next decision replaces the value after a move */
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

  /** 1 for a victory, a share of 1 for a shared one; null while the game is not over. @param {number} seat */
  outcome(seat) {
    const last = this.frames.at(-1)?.events?.find((each) => each.type === "game_ended");
    if (!last) return null;
    const winners = last.outcome.winners;
    return winners.includes(seat) ? 1 / winners.length : 0;
  }

  /** How many moves of a seat have each verdict. @param {number} seat */
  tally(seat) {
    /** @type {{[verdict: string]: number}} */
    const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const each of this.decisions.values()) if (each.seat === seat) counts[this.verdict(each)] += 1;
    return counts;
  }
}
