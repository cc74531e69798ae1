/** The user's mistakes of a game, tried again one after the other. */

import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { tableLayout } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { onLanguage, t } from "../core/text.js";
import { Pointer } from "../guide/pointer.js";
import { icon } from "../art/icons.js";
import { mistakeParts } from "../mistakes/card.js";
import { mistakesOf, progressOf } from "../mistakes/progress.js";
import { MistakeSource } from "../mistakes/source.js";
import { summary } from "../mistakes/summary.js";
import { get, known, ServerError } from "../net/api.js";
import { puzzleCard } from "../puzzles/card.js";
import { puzzleHelp, puzzleKey } from "../puzzles/keys.js";
import { linesView } from "../puzzles/lines.js";
import { PuzzleSession } from "../puzzles/session.js";
import { ringed, tableView } from "../puzzles/table-view.js";
import { readGame } from "../replay/game.js";
import { keep, kept, newest } from "../replay/kept.js";
import { keepFocus } from "../table/focus.js";
import { button, iconButton, ruleLink, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {import("../replay/review.js").Decision} Decision */

/** Seconds of thought about each decision, if the game has no review yet. */
const SECONDS = 0.2;

/** @param {string} [table] whose game it is; left out: the record that was last read @returns {import("../core/router.js").Page} */
export function mistakesPage(table) {
  const page = new MistakesPage(table ?? "");
  const stop = onLanguage(() => page.load(true));
  page.load();
  return {
    title: () => t("mistakes.title"),
    view: () => page.view(),
    drawn: () => page.drawn(),
    leave: () => {
      stop();
      page.leave();
    },
    key: (event) => page.key(event),
  };
}

class MistakesPage {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {Game | null} */ this.game = null;
    this.seat = 0;
    /** @type {Decision[] | null} */ this.all = null;
    /** The index of the current mistake; after the last, the number of mistakes. */ this.at = 0;
    /** @type {PuzzleSession | null} */ this.session = null;
    /** @type {Error | null} */ this.error = null;
    /** @type {"" | "settings" | "help"} */ this.open = "";
    this.pointer = new Pointer();
    this.left = false;
    this.toggle = (/** @type {"settings" | "help"} */ which) => {
      this.open = this.open === which ? "" : which;
      redraw();
    };
  }

  /** @param {boolean} [anew] in another language */
  async load(anew = false) {
    try {
      await known();
      this.game = await this.read(anew);
      this.error = null;
      if (!this.game || this.left) return redraw();
      this.seat = await this.whose(this.game);
      if (!this.game.review.done && !this.game.review.running) this.game.review.start(SECONDS);
      this.session?.close();
      this.session = null;
      await this.begin();
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    redraw();
  }

  /** The game, with its review if there is one. @param {boolean} anew */
  async read(anew) {
    const key = this.table || newest()?.text || "";
    const had = this.game ?? kept(key) ?? null;
    if (had && !anew) return had;
    if (!had && !this.table) return null;
    const game = await readGame(had?.text ?? (await get(`/tables/${encodeURIComponent(this.table)}/record`)));
    if (had) Object.assign(game, { review: had.review, side: had.side });
    keep(key, game);
    return game;
  }

  /** Whose mistakes they are: the seat in the address, otherwise the user's. @param {Game} game */
  async whose(game) {
    const named = Number(location.hash.slice(1)) - 1;
    if (game.names[named] !== undefined) return named;
    if (!this.table || this.table.includes(".")) return game.side;
    const { table } = await get(`/tables/${encodeURIComponent(this.table)}`);
    return table.you ?? game.side;
  }

  leave() {
    this.left = true;
    this.session?.close();
    this.pointer.remove();
  }

  get names() {
    return this.game?.names.map((name, seat) => (seat === this.seat ? t("home.you") : name)) ?? [];
  }

  /** Begin once the review is complete. */
  async begin() {
    const { game } = this;
    if (!game?.review.ended || this.session || this.left) return;
    this.all = mistakesOf(game, this.seat);
    if (this.at < this.all.length) await this.show(this.at);
  }

  /** @param {number} at */
  async show(at) {
    const { game, all } = this;
    if (!game || !all) return;
    this.session?.close();
    this.session = null;
    this.at = at;
    redraw();
    const decision = all[at];
    if (!decision) return;
    const progress = progressOf(game, this.seat);
    const source = new MistakeSource(game, decision, this.names, (deed) => progress.note(decision.ply, deed));
    try {
      const scene = await source.fetch();
      if (this.left || this.at !== at) return;
      const goal = t("mistakes.goal", { round: decision.round });
      const told = { id: "", variant: "", options: {}, kind: "", level: 0, asked: 1, exact: false, goal, ...scene };
      this.session = new PuzzleSession(told, game.gameView, source);
      announce([t("mistakes.of", { n: at + 1, all: all.length }), ". ", goal]);
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    redraw();
  }

  next() {
    this.show(this.at + 1);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { session, all } = this;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const inPanel = /** @type {Element} */ (event.target).closest?.(".panel");
    // Called also while the next mistake is being fetched, so that no key is lost.
    if (all && this.at < all.length && plain && !inPanel && event.key.toLowerCase() === "n") {
      this.next();
      return true;
    }
    if (!session) return false;
    return puzzleKey(event, session, { next: () => this.next(), toggle: this.toggle });
  }

  /** The address of the review. */
  get back() {
    return this.table ? `/replay/${this.table}` : "/replay#last";
  }

  view() {
    const { game, session, all } = this;
    if (this.error) return this.refused(this.error);
    if (!game && this.left === false && this.table === "" && newest() === undefined) return this.nothing(t("mistakes.no_game"));
    if (!game || !all) return this.waiting();
    if (!all.length) return this.nothing(t("mistakes.none_text"));
    const done = this.at >= all.length;
    if (!session && !done) return h("div", { class: "puzzle", key: "puzzle" }, h("p", { class: "notice quiet" }, t("puzzles.reading")));
    const over = done || session?.stage === "over";
    return h(
      "div",
      { class: over ? "puzzle over mistakes" : ["puzzle", "mistakes", "app", tableLayout()], key: over ? "over" : "app" },
      this.head(game, over),
      done || !session ? this.end(game, all) : this.stage(game, session, all),
      this.open === "settings" && panel("settings.title", () => this.toggle("settings"), settings()),
      this.open === "help" && session && panel("help.title", () => this.toggle("help"), puzzleHelp(session, t("mistakes.how"))),
    );
  }

  /** @param {Game} game @param {PuzzleSession} session @param {Decision[]} all */
  stage(game, session, all) {
    const next = () => this.next();
    if (session.stage === "over") {
      const nextWords = t(this.at + 1 < all.length ? "mistakes.next" : "mistakes.end");
      return linesView(session, { next, nextWords, list: this.back, listWords: t("mistakes.back") });
    }
    const parts = mistakeParts(game, all, this.at, progressOf(game, this.seat), { names: session.names, me: this.seat, next });
    return session.gameView.table(tableView(session, puzzleCard(session, parts)));
  }

  /** @param {Game} game @param {Decision[]} all */
  end(game, all) {
    const step = (/** @type {number} */ ply) => (this.table ? `/replay/${this.table}#${ply + 1}` : "/replay#last");
    return summary(game, all, progressOf(game, this.seat), { back: this.back, step, open: (n) => this.show(n) });
  }

  /** @param {Game} game @param {boolean} over */
  head(game, over) {
    const { session } = this;
    const remark = session?.remark;
    const others = game.names.filter((_, seat) => seat !== this.seat);
    return h(
      "header",
      { class: "status", key: "head" },
      wordmark(),
      !over && h("h1", { class: "unseen" }, t("mistakes.title")),
      h(
        "div",
        { class: ["say", remark && "remark"] },
        remark
          ? [remark.sentence, remark.rule && [" ", ruleLink(remark.rule)]]
          : [h("b", null, t("mistakes.title")), " ", h("span", { class: "wide-only" }, t("mistakes.with", { names: others.join(", ") }))],
      ),
      h(
        "nav",
        { class: "tools", "aria-label": t("table.tools") },
        h("a", { class: "btn flat", href: this.back, "aria-label": t("mistakes.back"), title: t("mistakes.back") }, icon("log")),
        session && iconButton("help", t("help.title"), () => this.toggle("help"), { "aria-expanded": String(this.open === "help") }),
        iconButton("gear", t("settings.title"), () => this.toggle("settings"), { "aria-expanded": String(this.open === "settings") }),
      ),
    );
  }

  /** The review is not complete yet. */
  waiting() {
    const review = this.game?.review;
    if (review && !review.running && !review.ended && review.error) return this.refused(new Error(review.error.trim()));
    return h(
      "div",
      { class: "puzzle", key: "puzzle" },
      h("div", { class: "notice quiet" }, h("p", { role: "status" }, t("mistakes.looking")), review && h("progress", { max: String(review.total || 1), value: String(review.decisions.size), "aria-label": t("replay.analysis") })),
    );
  }

  drawn() {
    const { session } = this;
    if (!this.all && this.game?.review.ended) this.begin().then(redraw);
    if (session && session.stage !== "over") keepFocus();
    this.pointer.aim(session ? ringed(session) : []);
    this.pointer.draw();
  }

  /** @param {string} text */
  nothing(text) {
    return friendly(t("mistakes.none"), text, h("a", { class: "btn", href: this.game ? this.back : "/replay" }, t(this.game ? "mistakes.back" : "replay.another")));
  }

  /** @param {Error} error */
  refused(error) {
    const again = button(t("ui.retry"), () => {
      this.error = null;
      this.load();
      redraw();
    });
    const sentence = error instanceof ServerError ? error.message : "";
    return friendly(t("lost.trouble_title"), sentence || t("table.lost"), again, h("a", { class: "btn", href: this.back }, t("mistakes.back")));
  }
}
