/** Home: two clicks to a running game. */

import { NAMES, space, tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { byTouch } from "../core/media.js";
import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { chooseLanguage, language, LANGUAGES, onLanguage, t } from "../core/text.js";
import { games } from "../games/index.js";
import { get, known, post, rename } from "../net/api.js";
import { guideOffer } from "../guide/offer.js";
import { deliver } from "../net/outbox.js";
import { button, iconButton, segmented } from "../ui/controls.js";
import { levelNames, levelOf } from "../ui/levels.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { clockWords, standing, tableLine } from "../ui/tables.js";

/**
 * Clocks for a table of friends: a quick game, one without haste, and one over days.
 * @type {{[name: string]: {seconds: number, increment: number} | null}}
 */
const CLOCKS = {
  none: null,
  quick: { seconds: 5 * 60, increment: 5 },
  calm: { seconds: 15 * 60, increment: 10 },
  days: { seconds: 3 * 86_400, increment: 86_400 },
};

/** How often the games that go on are looked after, in milliseconds. */
const NEWS = 15_000;

/** @returns {import("../core/router.js").Page} */
export function homePage() {
  const home = new Home();
  const stop = onLanguage(() => home.load());
  const timers = [
    window.setInterval(() => home.playing.length && home.loadTables(), NEWS),
    window.setInterval(() => home.playing.some((table) => table.clock) && redraw(), 1000),
  ];
  home.load();
  return {
    view: () => home.view(),
    title: () => "",
    turn: () => home.playing.some((table) => table.your_turn),
    leave: () => {
      stop();
      timers.forEach(clearInterval);
    },
  };
}

/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").ListedTable} ListedTable */

class Home {
  constructor() {
    /** @type {About | null} */ this.about = null;
    /** @type {ListedTable[]} */ this.tables = [];
    /** Whether they have been asked for. */ this.known = false;
    this.me = "";
    this.error = "";
    this.busy = false;
    this.open = false;
    this.hero = makeHero();
  }

  async load() {
    try {
      this.about = await games();
      redraw();
      this.me = (await known()).name;
      await deliver();
      await this.fetchTables();
      this.error = "";
    } catch (error) {
      this.error = /** @type {Error} */ (error).message || t("table.lost");
    }
    redraw();
  }

  async fetchTables() {
    const { tables } = await get("/tables");
    for (const table of tables) table.received = performance.now();
    this.tables = tables;
    this.known = true;
  }

  /** How the games stand now; without an answer they stay as they were. */
  loadTables() {
    this.fetchTables().then(redraw, () => {});
  }

  get playing() {
    return this.tables.filter((table) => table.status === "playing");
  }

  /** @param {Partial<typeof prefs.table>} changes */
  choose(changes) {
    prefer({ table: { ...prefs.table, ...changes } });
  }

  /** The game that is chosen, and its options: what was chosen last, as far as the server has it. @param {About} about */
  chosen({ games }) {
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

  /** Open a table with the choices made, and go there. @param {About} about @param {"computer" | "friends"} against */
  async play(about, against) {
    if (this.busy) return;
    this.busy = true;
    redraw();
    const { level, clock } = prefs.table;
    const { game, card, options } = this.chosen(about);
    const other = against === "friends" ? "open" : levelOf(level, about);
    const seats = ["me", ...Array(card.seats(options) - 1).fill(other)];
    try {
      await known();
      const told = await post("/tables", {
        game,
        seats,
        options,
        clock: against === "friends" ? (CLOCKS[clock] ?? null) : null,
      });
      go(`/table/${told.table.id}`);
    } catch (error) {
      this.error = /** @type {Error} */ (error).message || t("table.lost");
      this.busy = false;
      redraw();
    }
  }

  view() {
    return h(
      "div",
      { class: "home", key: "home" },
      this.hero,
      h(
        "div",
        { class: "hm" },
        h(
          "header",
          { class: "home-head" },
          h("h1", { class: "wm" }, "Loseta"),
          segmented(
            t("settings.language"),
            "home-lang",
            Object.entries(LANGUAGES).map(([code, name]) => [code, code.toUpperCase(), name]),
            language(),
            (code) => chooseLanguage(code),
            "sm",
          ),
          iconButton("gear", t("settings.title"), () => this.toggle(), { "aria-expanded": String(this.open) }),
          h("p", { class: "lead" }, t(byTouch() ? "home.lead_touch" : "home.lead")),
        ),
        h("main", null, guideOffer(this.about, this.known ? this.tables : null, (error) => this.fail(error)), this.form(this.about), h("div", { class: "two-columns" }, this.about && this.yours(this.about), also())),
      ),
      this.open && panel("settings.title", () => this.toggle(), this.nameField(), settings()),
    );
  }

  /** @param {Error} error */
  fail(error) {
    this.error = error.message || t("table.lost");
    redraw();
  }

  toggle() {
    this.open = !this.open;
    redraw();
  }

  /** @param {About | null} about null before it is known */
  form(about) {
    return h(
      "section",
      { class: "board new", "aria-label": t("home.new") },
      about && this.choices(about),
      this.error && h("p", { class: "bad", role: "alert" }, this.error),
    );
  }

  /** @param {About} about */
  choices(about) {
    const { game, card, offered, options } = this.chosen(about);
    const levels = levelNames(about);
    const level = levelOf(prefs.table.level, about);
    return [
      field(
        t("home.game"),
        segmented(t("home.game"), "game", Object.keys(about.games).map((name) => [name, t(`game.${name}`)]), game, (v) => this.choose({ game: v })),
      ),
      card.options.length > 0 && field(
        card.options[0].label(),
        card.options.map(({ name, label, value }, i) => [
          i > 0 && h("span", { class: "fl-name l2" }, label()),
          segmented(label(), name, offered[name].map((v) => [v, value(v)]), options[name], (v) => this.choose({ options: { ...prefs.table.options, [name]: v } })),
        ]),
      ),
      field(
        t("home.level"),
        segmented(t("home.level"), "level", levels.map((name, i) => [name, String(i + 1), about.levels[name]]), level, (v) => this.choose({ level: v })),
        h("span", { class: "dim s level-name" }, h("b", null, about.levels[level]), ` ${about.level_texts[level]}`),
      ),
      h(
        "div",
        { class: "fl go" },
        button(t("home.play"), () => this.play(about, "computer"), { class: "main big", disabled: this.busy }),
      ),
      this.friends(about),
    ];
  }

  /** A table for friends: only there is a clock of use. @param {About} about */
  friends(about) {
    const chosen = prefs.table.clock in CLOCKS ? prefs.table.clock : "none";
    /** @type {import("../ui/controls.js").Choice[]} */
    const options = Object.keys(CLOCKS).map((name) => [name, t(`home.clock_${name}`), clockWords(CLOCKS[name])]);
    return h(
      "div",
      { class: "fl friends" },
      h("span", { class: "fl-name", "aria-hidden": "true" }, t("home.friends")),
      button([icon("link"), t("home.invite")], () => this.play(about, "friends"), { disabled: this.busy }),
      segmented(t("home.clock"), "clock", options, chosen, (v) => this.choose({ clock: v }), "sm"),
      h("span", { class: "dim s clock-text" }, clockWords(CLOCKS[chosen])),
    );
  }

  nameField() {
    return h(
      "label",
      { class: "setting" },
      h("span", { class: "setting-name" }, t("home.name")),
      h("input", {
        type: "text",
        maxlength: "24",
        value: this.me ?? "",
        placeholder: t("table.guest"),
        autocomplete: "nickname",
        on: {
          change: async (/** @type {{target: HTMLInputElement}} */ event) => {
            try {
              this.me = (await rename(event.target.value.trim())).name;
              this.error = "";
            } catch (error) {
              this.error = /** @type {Error} */ (error).message;
            }
            redraw();
          },
        },
      }),
    );
  }

  /** @param {About} about */
  yours(about) {
    const tables = this.tables.filter((table) => table.game in about.games);
    const goOn = tables.filter((table) => table.status !== "over");
    // Where one is waited for comes first.
    const running = [...goOn.filter((table) => table.your_turn), ...goOn.filter((table) => !table.your_turn)].slice(0, 3);
    const over = tables.filter((table) => table.status === "over").slice(0, 3 - running.length);
    return h(
      "section",
      { class: "open" },
      h("h2", null, t("home.yours")),
      [...running, ...over].map((table) =>
        tableLine(table, `/table/${table.id}`, about, standing(table, about.levels)),
      ),
      !tables.length && h("p", { class: "dim gm" }, t(byTouch() ? "home.none_yet_touch" : "home.none_yet")),
    );
  }
}

/** @param {string} name @param {...import("../core/h.js").Child} controls */
function field(name, ...controls) {
  return h("div", { class: "fl" }, h("span", { class: "fl-name", "aria-hidden": "true" }, name), controls);
}

function also() {
  /** @param {string} href @param {string} letter @param {string} key */
  const way = (href, letter, key) =>
    h(
      "a",
      { class: "gm", href },
      tile(letter, { "aria-hidden": "true" }),
      h("span", null, h("b", null, t(`home.${key}`)), h("small", null, t(`home.${key}_text`))),
    );
  return h(
    "section",
    { class: "open" },
    h("h2", null, t("home.also")),
    way("/learn", "Y", "learn"),
    way("/replay", "W", "replay"),
  );
}

/** A wall that is being tiled. It is made once: nothing in it changes. */
function makeHero() {
  const letters = Object.keys(NAMES);
  const cells = [];
  for (let r = 0; r < 10; r += 1) {
    for (let c = 0; c < 9; c += 1) {
      const letter = letters[(c - r + 12) % 6];
      // Some disorder, always the same.
      const chance = ((r * 7919 + c * 104729) % 97) / 97;
      const laid = c * 1.25 + (8 - r) * 0.6 + chance * 2.2 > 5.3;
      cells.push(laid ? tile(letter) : space(letter));
    }
  }
  return h("div", { class: "hero", "data-decoration": true, "aria-hidden": "true", key: "hero" }, cells);
}

