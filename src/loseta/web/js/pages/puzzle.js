/** One puzzle: the day's, or any by its id. */

import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { tableLayout } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { onLanguage, t } from "../core/text.js";
import { loadView } from "../games/index.js";
import { Pointer } from "../guide/pointer.js";
import { get, known, ServerError } from "../net/api.js";
import { icon } from "../art/icons.js";
import { puzzleCard, puzzleParts } from "../puzzles/card.js";
import { puzzleHelp, puzzleKey } from "../puzzles/keys.js";
import { linesView } from "../puzzles/lines.js";
import { dayName, streakPill } from "../puzzles/parts.js";
import { chosen, nextOf } from "../puzzles/progress.js";
import { PuzzleSession } from "../puzzles/session.js";
import { practice, progress, today } from "../puzzles/store.js";
import { ringed, tableView } from "../puzzles/table-view.js";
import { keepFocus } from "../table/focus.js";
import { button, iconButton, ruleLink, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** @param {string} id "day" for the puzzle of the day @returns {import("../core/router.js").Page} */
export function puzzlePage(id) {
  const page = new PuzzlePage(id);
  const stop = onLanguage(() => page.load());
  page.load();
  return {
    title: () => (id === "day" ? t("puzzles.of_day") : t("puzzles.puzzle")),
    view: () => page.view(),
    drawn: () => page.drawn(),
    leave: () => {
      stop();
      page.leave();
    },
    key: (event) => (page.session ? puzzleKey(event, page.session, { next: () => page.next(), toggle: page.toggle }) : false),
  };
}

class PuzzlePage {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {PuzzleSession | null} */ this.session = null;
    /** Names of the kinds. @type {import("../types.js").PuzzleKinds} */ this.kinds = {};
    /** @type {Error | null} */ this.error = null;
    /** @type {"" | "settings" | "help"} */ this.open = "";
    this.pointer = new Pointer();
    this.left = false;
    this.toggle = (/** @type {"settings" | "help"} */ which) => {
      this.open = this.open === which ? "" : which;
      redraw();
    };
  }

  /** Fetch the puzzle; in another language it begins anew. */
  async load() {
    this.session?.close();
    try {
      await known();
      const path = this.id === "day" ? `/puzzles/day?date=${today()}` : `/puzzles/${encodeURIComponent(this.id)}`;
      /** @type {[import("../types.js").ToldPuzzle, {kinds: import("../types.js").PuzzleKinds}]} */
      const [told, { kinds }] = await Promise.all([get(path), get("/puzzles")]);
      const gameView = await loadView(told.game);
      if (this.left) return;
      this.kinds = kinds;
      this.error = null;
      this.session = new PuzzleSession(told, gameView);
      announce(told.goal);
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    redraw();
  }

  leave() {
    this.left = true;
    this.session?.close();
    this.pointer.remove();
  }

  /** Go to the next puzzle of the current practice; after a puzzle of another variant or kind, to the next of that. */
  async next() {
    const { session } = this;
    if (!session) return;
    const { id, variant, kind, level } = session.told;
    const list = await session.ask(() => get(`/puzzles?variant=${encodeURIComponent(variant)}`));
    if (!list || this.left) return;
    const wanted = practice();
    const fits = wanted.variant === variant && (!wanted.kind || wanted.kind === kind) && (!wanted.level || wanted.level === level);
    const among = chosen(list.puzzles, fits ? wanted.kind : "", fits ? wanted.level : 0);
    const next = nextOf(among, progress(), id) ?? nextOf(list.puzzles, progress(), id);
    go(next ? `/puzzles/${next.id}` : "/puzzles");
  }

  view() {
    const { session } = this;
    if (this.error) return this.refused(this.error);
    if (!session) return h("div", { class: "puzzle", key: "puzzle" }, h("p", { class: "notice quiet" }, t("puzzles.reading")));
    const over = session.stage === "over";
    const card = over ? null : puzzleCard(session, puzzleParts(session, this.kinds[session.told.kind] ?? ""));
    const layout = tableLayout();
    return h(
      "div",
      { class: over ? "puzzle over" : ["puzzle", "app", layout], key: over ? "over" : "app" },
      this.head(session, over),
      over ? linesView(session, { next: () => this.next(), list: "/puzzles" }) : session.gameView.table(tableView(session, card)),
      this.open === "settings" && panel("settings.title", () => this.toggle("settings"), settings()),
      this.open === "help" && panel("help.title", () => this.toggle("help"), puzzleHelp(session)),
    );
  }

  /** @param {PuzzleSession} session @param {boolean} over */
  head(session, over) {
    const { remark, told } = session;
    const title = told.date ? [h("b", null, t("puzzles.of_day")), `, ${dayName(told.date)}`] : h("b", null, this.kinds[told.kind] ?? t("puzzles.puzzle"));
    const rule = remark?.rule;
    return h(
      "header",
      { class: "status", key: "head" },
      wordmark(),
      !over && h("h1", { class: "unseen" }, t("puzzles.puzzle")),
      h(
        "div",
        { class: ["say", remark && "remark"] },
        remark ? [remark.sentence, rule && [" ", ruleLink(rule)]] : title,
      ),
      h("div", { class: "meta" }, streakPill()),
      h(
        "nav",
        { class: "tools", "aria-label": t("table.tools") },
        h("a", { class: "btn flat", href: "/puzzles", "aria-label": t("puzzles.all"), title: t("puzzles.all") }, icon("puzzle")),
        iconButton("help", t("help.title"), () => this.toggle("help"), { "aria-expanded": String(this.open === "help") }),
        iconButton("gear", t("settings.title"), () => this.toggle("settings"), { "aria-expanded": String(this.open === "settings") }),
      ),
    );
  }

  drawn() {
    const { session } = this;
    if (session && session.stage !== "over") keepFocus();
    this.pointer.aim(session ? ringed(session) : []);
    this.pointer.draw();
  }

  /** @param {Error} error */
  refused(error) {
    const again = button(t("ui.retry"), () => {
      this.error = null;
      this.load();
      redraw();
    });
    const list = h("a", { class: "btn", href: "/puzzles" }, t("puzzles.all"));
    const sentence = error instanceof ServerError ? error.message : "";
    return friendly(t("puzzles.missing"), sentence || t("table.lost"), again, list);
  }
}
