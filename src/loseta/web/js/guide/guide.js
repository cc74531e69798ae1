/**
 * The guide of a first game: a layer over an ordinary table. Its card points at one thing at a time, and it
 * restricts nothing: every legal action may be played.
 */

import { announce } from "../core/announce.js";
import { words } from "../core/h.js";
import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { rich, t, withTexts } from "../core/text.js";
import { guideCard } from "./card.js";
import { Pointer } from "./pointer.js";
import { follow, ready, turnTo } from "./progress.js";

/** @typedef {import("../table/table-session.js").TableSession} TableSession */
/** @typedef {import("../games/game-view.js").TableView} TableView */
/** @typedef {import("../games/game-guide.js").GameGuide} GameGuide */
/** @typedef {import("../games/game-guide.js").Moment} Moment */
/** @typedef {import("../games/game-guide.js").Saying} Saying */
/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {import("../core/h.js").Child} Child */

/** Seconds that the computer thinks about a suggestion. */
const THINKING = 0.4;

/** The guided game played at a table, if it is one. @param {string} table @returns {string | null} */
export function guidedGame(table) {
  return Object.keys(prefs.guides).find((game) => prefs.guides[game].table === table) ?? null;
}

export class Guide {
  /** @param {TableSession} session @param {string} game */
  constructor(session, game) {
    this.session = session;
    this.game = game;
    /** @type {GameGuide | null} */ this.plan = null;
    /** @type {number | null} The step whose text the user opened */ this.explained = null;
    /** Points at things on the table. */ this.pointer = new Pointer();
    /** The text that was read out last. */ this.announced = "";
    /** @type {import("../table/queries.js").Answers | null} The legal actions for which a suggestion was requested */ this.asked = null;
    this.load();
  }

  async load() {
    try {
      const [{ guide }] = await Promise.all([import(`../games/${this.game}/guide.js`), withTexts("guide")]);
      this.plan = guide;
    } catch {
      // The table works without its guide.
    }
    redraw();
  }

  /** @returns {Progress} */
  get kept() {
    return prefs.guides[this.game];
  }

  /** @param {Progress} progress */
  keep(progress) {
    prefer({ guides: { ...prefs.guides, [this.game]: progress } });
  }

  get step() {
    return this.plan?.steps[this.kept.step] ?? null;
  }

  /** Whether the card is on the table. */
  get shown() {
    return this.plan !== null && !this.kept.aside && this.session.me !== null && !this.session.over;
  }

  /** @param {TableView} view @returns {(since: number) => Moment} */
  moments(view) {
    const { session } = this;
    const past = session.past;
    const { state, legal, effects } = view;
    const { hand } = session;
    const me = session.me ?? 0;
    return (since) => ({ state, me, legal, effects, hand, past, mine: past.filter((frame) => frame.seat === me && frame.ply > since) });
  }

  /**
   * The card for the current table; null if there is none. The guide does not change during animations, or
   * while an earlier step is shown.
   * @param {TableView} view
   * @returns {Child}
   */
  card(view) {
    const { session, plan } = this;
    if (session.over && plan && !this.kept.over) this.keep({ ...this.kept, over: true });
    if (!this.shown || !plan) {
      this.pointer.aim([]);
      return null;
    }
    const at = this.moments(view);
    const still = session.settled && session.at === null && !session.pending && !session.sending;
    if (still) {
      const next = follow(plan.steps, this.kept, at, session.reached);
      if (next !== this.kept) this.keep(next);
    }
    const step = plan.steps[this.kept.step];
    const now = at(this.kept.ply);
    const waits = !still || !ready(step, now);
    if (step.hints && !waits) this.suggest(view);
    this.pointer.aim(waits ? [] : (step.points?.(now) ?? []));
    const heading = waits ? null : this.words(step.id, step.say?.(now));
    const reaction = this.reaction(now);
    // The position is known a moment before its effects, on which depends what is pointed at.
    const busy = view.legal.length > 0 && !view.effects;
    if (heading && !busy) this.read([reaction, heading.title, heading.text]);
    return guideCard({
      view,
      reaction,
      heading,
      busy,
      at: this.kept.step,
      steps: plan.steps.length,
      hints: step.hints && !waits ? this.suggestion(view) : null,
      read: !waits && Boolean(step.read),
      // Where the guide has no text for a decision, its card shows the current task.
      waiting: view.legal.length ? [session.gameView.task(view)] : t("guide.rivals_turn", { name: session.names[1 - (session.me ?? 0)] }),
      why: { on: this.explained === this.kept.step, toggle: () => this.explain(this.kept.step) },
      turn: (by) => this.keep(turnTo(plan.steps, this.kept, by, at, session.reached)),
      close: () => this.keep({ ...this.kept, aside: true }),
    });
  }

  /** Show the text of a step in a window with room for its title only, or hide it. @param {number} step */
  explain(step) {
    this.explained = this.explained === step ? null : step;
    redraw();
  }

  /** Title and text of a step. @param {string} id @param {Saying | undefined} said */
  words(id, said) {
    const key = `guide.${this.game}.${said?.key ?? id}`;
    return { title: rich(`${key}.title`, said?.fields), text: rich(`${key}.text`, said?.fields) };
  }

  /** The sentence about what the user holds, or about the user's last action in this round. @param {Moment} now @returns {Child} */
  reaction(now) {
    const { plan, session } = this;
    const last = now.past.findLast((frame) => frame.seat === now.me && frame.round === now.state.round);
    const before = last && session.frames[last.ply - 1]?.state;
    const said = plan?.holding(now) ?? (last && before ? plan?.react(last, before, now) : null);
    return said ? rich(`guide.${this.game}.did.${said.key}`, said.fields) : null;
  }

  /** Have a card read out once. @param {Child[]} sentences */
  read(sentences) {
    const text = words(sentences);
    if (text === this.announced) return;
    this.announced = text;
    sentences.forEach(announce);
  }

  /** Ask the computer for a suggestion, once for each decision; again if the answer was lost with the connection. @param {TableView} view */
  suggest(view) {
    const { queries, table } = this.session;
    if (this.kept.plain || !view.legal.length || !table.hints || this.asked === queries.answers) return;
    this.asked = queries.answers;
    queries.suggest(THINKING);
  }

  /** The computer's suggestion in words, and whether it is one. @param {TableView} view */
  suggestion(view) {
    const { answers } = this.session.queries;
    const best = this.kept.plain ? null : (answers.hint?.[0]?.action ?? null);
    return {
      on: !this.kept.plain,
      thinks: !answers.hintless,
      words: best && view.legal.length ? this.session.gameView.wording(best, view.state) : null,
      play: () => best && view.play(best),
      toggle: () => {
        this.keep({ ...this.kept, plain: !this.kept.plain });
        answers.hint = null;
        answers.hintless = false;
        this.asked = null;
      },
    };
  }

  /** Show the card again. */
  resume() {
    this.keep({ ...this.kept, aside: false });
  }

  /** Called after every drawing. */
  drawn() {
    this.pointer.draw();
  }

  close() {
    this.pointer.remove();
  }
}
