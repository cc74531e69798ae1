/** Opening a table: the last choices in one line, all choices behind “Change”, and the button “Play”. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { rich, t } from "../core/text.js";
import { known, post } from "../net/api.js";
import { button, segmented } from "../ui/controls.js";
import { levelNames, levelOf } from "../ui/levels.js";
import { coachChoice } from "../ui/settings.js";
import { clockWords } from "../ui/tables.js";

/** @typedef {import("../types.js").About} About */

/**
 * Clocks for a table of people: a quick game, a slow one, and one over days.
 * @type {{[name: string]: {seconds: number, increment: number} | null}}
 */
const CLOCKS = {
  none: null,
  quick: { seconds: 5 * 60, increment: 5 },
  calm: { seconds: 15 * 60, increment: 10 },
  days: { seconds: 3 * 86_400, increment: 86_400 },
};

/** @param {Partial<typeof prefs.table>} changes */
function choose(changes) {
  prefer({ table: { ...prefs.table, ...changes } });
}

/** The game and the options of the last table, as far as the server still has them. @param {About} about */
function chosen({ games }) {
  const game = prefs.table.game in games ? prefs.table.game : Object.keys(games)[0];
  const { card, options: offered } = games[game];
  /** @type {import("../types.js").Options} */
  const options = {};
  for (const { name } of card.options) {
    const last = prefs.table.options[name];
    options[name] = offered[name].includes(last) ? last : offered[name][0];
  }
  return { game, card, offered, options };
}

export class NewGame {
  constructor() {
    this.error = "";
    this.busy = false;
    /** Whether the choices are unfolded. */
    this.changing = false;
  }

  /** Open a table with these choices, and go there. @param {About} about @param {"computer" | "friends" | "anybody"} against */
  async play(about, against) {
    if (this.busy) return;
    this.busy = true;
    redraw();
    const { level, clock } = prefs.table;
    const { game, card, options } = chosen(about);
    const other = against === "computer" ? levelOf(level, about) : "open";
    const seats = ["me", ...Array(card.seats(options) - 1).fill(other)];
    try {
      await known();
      const told = await post("/tables", {
        game,
        seats,
        options,
        clock: against === "computer" ? null : (CLOCKS[clock] ?? null),
        listed: against === "anybody",
      });
      go(`/table/${told.table.id}`);
    } catch (error) {
      this.error = /** @type {Error} */ (error).message || t("table.lost");
      this.busy = false;
      redraw();
    }
  }

  /** Whether a table has the chosen game and options. @param {import("../types.js").OpenTable} table @param {About} about */
  wants(table, about) {
    const { game, options } = chosen(about);
    const clock = CLOCKS[prefs.table.clock] ?? null;
    return (
      table.game === game &&
      Object.keys(options).every((name) => table.options[name] === options[name]) &&
      table.clock?.seconds === clock?.seconds &&
      table.clock?.increment === clock?.increment
    );
  }

  /** @param {About | null} about null before it is known @param {() => void} find a stranger */
  view(about, find) {
    return h(
      "section",
      { class: "board new", "aria-label": t("home.new"), key: "new" },
      about && this.form(about, find),
      this.error && h("p", { class: "bad", role: "alert" }, this.error),
    );
  }

  /** @param {About} about @param {() => void} find */
  form(about, find) {
    const { game, card, options } = chosen(about);
    return [
      segmented(t("home.game"), "game", Object.keys(about.games).map((name) => [name, t(`game.${name}`)]), game, (v) => choose({ game: v })),
      h(
        "div",
        { class: "chosen" },
        h("span", { class: "chosen-words" }, card.summary(options).map((part) => [part, " · "]), rich("home.sum_level", { n: this.levelNumber(about) })),
        button(
          t(this.changing ? "home.done" : "home.change"),
          () => {
            this.changing = !this.changing;
            redraw();
          },
          { class: "link change", "aria-expanded": String(this.changing) },
        ),
      ),
      this.changing && this.choices(about),
      button(t("home.play"), () => this.play(about, "computer"), { class: "main big", disabled: this.busy }),
      h(
        "div",
        { class: "company" },
        button([icon("link"), h("span", null, t("home.invite"))], () => this.play(about, "friends"), { disabled: this.busy }),
        button([icon("people"), h("span", null, t("home.find"))], find, { disabled: this.busy }),
      ),
    ];
  }

  /** @param {About} about */
  levelNumber(about) {
    return levelNames(about).indexOf(levelOf(prefs.table.level, about)) + 1;
  }

  /** @param {About} about */
  choices(about) {
    const { card, offered, options } = chosen(about);
    const level = levelOf(prefs.table.level, about);
    const clock = prefs.table.clock in CLOCKS ? prefs.table.clock : "none";
    return h(
      "div",
      { class: "choices", key: "choices" },
      card.options.map(({ name, label, value }) =>
        field(label(), segmented(label(), name, offered[name].map((v) => [v, value(v)]), options[name], (v) => choose({ options: { ...prefs.table.options, [name]: v } }))),
      ),
      field(
        t("home.level"),
        segmented(t("home.level"), "level", levelNames(about).map((name, i) => [name, String(i + 1), about.levels[name]]), level, (v) => choose({ level: v })),
        h("span", { class: "dim s level-name" }, h("b", null, `${about.levels[level]}.`), ` ${about.level_texts[level]}`),
      ),
      field(t("coach.title"), coachChoice(), h("span", { class: "dim s" }, t("coach.text"))),
      field(
        t("home.clock"),
        segmented(t("home.clock"), "clock", Object.keys(CLOCKS).map((name) => [name, t(`home.clock_${name}`), clockWords(CLOCKS[name])]), clock, (v) => choose({ clock: v })),
        h("span", { class: "dim s clock-text" }, t("home.clock_when"), " ", clockWords(CLOCKS[clock])),
      ),
    );
  }
}

/** @param {string} name @param {...import("../core/h.js").Child} controls */
function field(name, ...controls) {
  return h("div", { class: "fl", key: name }, h("span", { class: "fl-name", "aria-hidden": "true" }, name), controls);
}
