/** By numbers: statistics of many games between computer players, drawn from a file of figures. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { decimal, onLanguage, percent, t } from "../core/text.js";
import { games } from "../games/index.js";
import { error, gains, largest, withEnoughCases } from "../numbers/figures.js";
import { factory, plot } from "../numbers/plots.js";
import { variantChoice, variantWords } from "../puzzles/practice.js";
import { button, iconButton, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** @typedef {import("../numbers/figures.js").Figures} Figures */
/** @typedef {import("../numbers/figures.js").Cases} Cases */
/** @typedef {import("../numbers/plots.js").Bar} Bar */

/** @returns {import("../core/router.js").Page} */
export function numbersPage() {
  const page = new NumbersPage();
  const stop = onLanguage(redraw);
  page.load();
  return { title: () => t("numbers.title"), view: () => page.view(), leave: stop };
}

class NumbersPage {
  constructor() {
    /** @type {import("../types.js").About | null} */ this.about = null;
    /** @type {Figures[]} */ this.sets = [];
    this.variant = "";
    this.failed = false;
    this.settings = false;
  }

  async load() {
    try {
      const [about, answer] = await Promise.all([games(), fetch("/web/numbers.json")]);
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {Figures[]} */
      const sets = (await answer.json()).sets;
      this.sets = sets.filter(({ game }) => game in about.games);
      this.variant ||= this.sets[0]?.variant ?? "";
      this.about = about;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    redraw();
  }

  view() {
    if (this.failed) {
      const again = button(t("ui.retry"), () => {
        this.failed = false;
        this.load();
        redraw();
      });
      return friendly(t("numbers.title"), t("table.lost"), again);
    }
    return h(
      "div",
      { class: "numbers", key: "numbers" },
      h(
        "header",
        { class: "status", key: "head" },
        wordmark(),
        h("h1", { class: "say" }, h("b", null, t("numbers.title"))),
        iconButton("gear", t("settings.title"), () => this.toggle(), { "aria-expanded": String(this.settings) }),
      ),
      h("main", null, this.about ? this.content(this.about) : h("p", { class: "dim" }, t("numbers.reading"))),
      this.settings && panel("settings.title", () => this.toggle(), settings()),
    );
  }

  toggle() {
    this.settings = !this.settings;
    redraw();
  }

  /** @param {import("../types.js").About} about */
  content(about) {
    const variants = largest(this.sets);
    const set = variants.find(({ variant }) => variant === this.variant);
    const all = this.sets.reduce((sum, each) => sum + each.games, 0);
    const choose = (/** @type {string} */ variant) => {
      this.variant = variant;
      redraw();
    };
    return [
      h("p", { class: "lead", key: "lead" }, t("numbers.lead", { n: all })),
      section("starter", starter(variants, (each) => variantWords(variants, each, about))),
      variants.length > 1 && h("div", { class: "numbers-choice", key: "choice" }, h("h2", null, t("numbers.one_variant")), variantChoice(variants, this.variant, about, choose)),
      set && [
        section("levels", levels(this.sets.filter(({ variant }) => variant === this.variant))),
        Object.keys(set.completed).length > 0 && section("completed", h("div", { class: "plots" }, Object.entries(set.completed).map(([kind, cases]) => completed(set, kind, cases)))),
        set.takes.length > 0 && section("takes", h("div", { class: "plots" }, takes(set), lines(set))),
      ],
      h("p", { class: "dim s", key: "made" }, t("numbers.made")),
    ];
  }
}

/** @param {string} name @param {import("../core/h.js").Child} content */
function section(name, content) {
  return h("section", { class: "board numbers-part", key: name }, h("h2", null, t(`numbers.${name}`)), h("p", { class: "dim" }, t(`numbers.${name}_text`)), content);
}

/** @param {Figures[]} variants @param {(set: Figures) => string} words */
function starter(variants, words) {
  const bars = variants.map((set) => ({
    key: set.variant,
    label: words(set),
    parts: [set.starter.won],
    mark: 1 / set.seats,
    error: set.starter.error,
    value: `${percent(set.starter.won, 1)} ±\u00a0${decimal(100 * set.starter.error, 1)}`,
    games: count(set.games),
  }));
  return plot(t("numbers.starter_plot"), columns("variant", "won"), bars);
}

/** The mean points of each player of a variant, round by round. @param {Figures[]} sets */
function levels(sets) {
  const most = Math.max(...sets.map(({ points }) => points));
  const bars = sets.map((set) => {
    const parts = gains(set);
    let sum = 0;
    const after = parts.slice(0, -1).map((part) => decimal((sum += part), 1));
    return {
      key: set.players,
      label: playerName(set.players),
      parts: parts.map((part) => part / most),
      value: decimal(set.points, 1),
      more: t("numbers.after_rounds", { list: after.join("; ") }),
      games: count(set.games),
    };
  });
  return plot(t("numbers.levels_plot"), columns("player", "points"), bars);
}

/** @param {string} players */
function playerName(players) {
  const level = /^ai:(\d)$/.exec(players);
  if (level) return t("numbers.level", { n: Number(level[1]) });
  return players === "greedy" ? t("numbers.greedy") : players;
}

/** @param {Figures} set @param {string} kind @param {(Cases & {count: number})[]} cases */
function completed(set, kind, cases) {
  const bars = withEnoughCases(cases).map((each) => bar(each, String(each.count), each.count, 1 / set.seats));
  return h("div", { key: kind }, plot(t(`numbers.kind_${kind}`), columns(`of_${kind}`, "won", "seats"), bars));
}

/** @param {Figures} set */
function takes(set) {
  const bars = withEnoughCases(set.takes).map((each) => {
    const words = t("numbers.shape", { n: each.taken, tiles: each.tiles.join(" + ") });
    return bar(each, words, [factory(each.tiles, each.taken), h("span", { class: "unseen" }, words)], mean(set.takes));
  });
  return h("div", { key: "takes" }, plot(t("numbers.takes_plot"), columns("factory", "won"), bars));
}

/** @param {Figures} set */
function lines(set) {
  const bars = withEnoughCases(set.lines).map((each) => bar(each, String(each.line), each.line ? t("numbers.line", { n: each.line }) : t("numbers.no_line"), mean(set.lines)));
  return h("div", { key: "lines" }, plot(t("numbers.lines_plot"), columns("to_line", "won"), bars));
}

/** The share of wins over all cases together. @param {Cases[]} cases */
function mean(cases) {
  const n = cases.reduce((sum, each) => sum + each.n, 0);
  return cases.reduce((sum, each) => sum + each.n * each.won, 0) / n;
}

/** @param {Cases} cases @param {string} key @param {import("../core/h.js").Child} label @param {number} mark @returns {Bar} */
function bar(cases, key, label, mark) {
  return { key, label, parts: [cases.won], mark, error: error(cases), value: percent(cases.won), games: count(cases.n) };
}

/** @param {string[]} names */
function columns(...names) {
  return [...names, "games"].slice(0, 3).map((name) => t(`numbers.column_${name}`));
}

/** @param {number} n */
function count(n) {
  return decimal(n, 0);
}
