/** Puzzles: the day's, and practice by kind and level. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { onLanguage, t } from "../core/text.js";
import { games, loadView } from "../games/index.js";
import { get, known, ServerError } from "../net/api.js";
import { dayCard } from "../puzzles/day-card.js";
import { streakPill } from "../puzzles/parts.js";
import { chosenPuzzles, kindCards, levelChoice, variantChoice } from "../puzzles/practice.js";
import { practice, practise, today } from "../puzzles/store.js";
import { button, iconButton, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** @returns {import("../core/router.js").Page} */
export function puzzlesPage() {
  const page = new PuzzlesPage();
  const stop = onLanguage(() => page.load());
  page.load();
  return { title: () => t("puzzles.title"), view: () => page.view(), leave: stop };
}

class PuzzlesPage {
  constructor() {
    /** @type {import("../types.js").About | null} */ this.about = null;
    /** @type {import("../types.js").PuzzleVariant[]} */ this.variants = [];
    /** @type {import("../types.js").PuzzleKinds} */ this.kinds = {};
    /** @type {import("../types.js").ListedPuzzle[] | null} */ this.puzzles = null;
    /** @type {{told: import("../types.js").ToldPuzzle, gameView: import("../games/game-view.js").GameView} | null} */ this.day = null;
    /** @type {Error | null} */ this.error = null;
    this.settings = false;
  }

  async load() {
    try {
      await known();
      const day = this.fetchDay();
      day.catch(() => {}); // told below
      const [about, told] = await Promise.all([games(), get("/puzzles")]);
      this.about = about;
      this.variants = told.variants.filter((/** @type {import("../types.js").PuzzleVariant} */ { game }) => game in about.games);
      this.kinds = told.kinds;
      const wanted = practice().variant;
      const variant = this.variants.some((each) => each.variant === wanted) ? wanted : this.variants[0]?.variant;
      await Promise.all([variant && this.choose(variant), day]);
      this.error = null;
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    redraw();
  }

  async fetchDay() {
    const told = await get(`/puzzles/day?date=${today()}`);
    this.day = { told, gameView: await loadView(told.game) };
    redraw();
  }

  /** @param {string} variant */
  async choose(variant) {
    if (practice().variant !== variant) practise({ variant, kind: "", level: 0 });
    const told = await get(`/puzzles?variant=${encodeURIComponent(variant)}`);
    if (practice().variant !== variant) return;
    this.puzzles = told.puzzles;
    redraw();
  }

  view() {
    if (this.error) return this.refused(this.error);
    return h(
      "div",
      { class: "puzzles", key: "puzzles" },
      h(
        "header",
        { class: "status", key: "head" },
        wordmark(),
        h("h1", { class: "say" }, h("b", null, t("puzzles.title"))),
        h("div", { class: "meta" }, streakPill()),
        iconButton("gear", t("settings.title"), () => this.toggle(), { "aria-expanded": String(this.settings) }),
      ),
      h("main", { class: "puzzle-list" }, this.day && dayCard(this.day.told, this.day.gameView, this.kinds[this.day.told.kind] ?? ""), this.practice()),
      this.settings && panel("settings.title", () => this.toggle(), settings()),
    );
  }

  toggle() {
    this.settings = !this.settings;
    redraw();
  }

  practice() {
    const { about, puzzles } = this;
    if (!about || !puzzles) return h("p", { class: "dim", key: "reading" }, t("puzzles.reading"));
    const now = practice();
    const choose = (/** @type {string} */ variant) => {
      this.choose(variant).catch((error) => {
        this.error = error;
        redraw();
      });
    };
    return h(
      "div",
      { class: "practice", key: "practice" },
      this.variants.length > 1 && variantChoice(this.variants, now.variant, about, choose),
      kindCards(puzzles, this.kinds, now),
      levelChoice(puzzles, now),
      chosenPuzzles(puzzles, now),
    );
  }

  /** @param {Error} error */
  refused(error) {
    const again = button(t("ui.retry"), () => {
      this.error = null;
      this.load();
      redraw();
    });
    return friendly(t("puzzles.missing"), (error instanceof ServerError && error.message) || t("table.lost"), again);
  }
}
