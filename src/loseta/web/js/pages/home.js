/** Home: two clicks to a running game. */

import { NAMES, space, tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { byTouch } from "../core/media.js";
import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { chooseLanguage, language, LANGUAGES, onLanguage, t } from "../core/text.js";
import { games, get, known, post, rename } from "../net/api.js";
import { deliver } from "../net/outbox.js";
import { button, iconButton, segmented } from "../ui/controls.js";
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

class Home {
  constructor() {
    /** @type {any} */ this.about = null;
    /** @type {any[]} */ this.tables = [];
    this.me = "";
    this.error = "";
    this.busy = false;
    this.open = false;
    this.hero = makeHero();
  }

  async load() {
    try {
      this.me = (await known()).name;
      await deliver();
      [this.about] = await Promise.all([games(), this.fetchTables()]);
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

  /** Open a table with the choices made, and go there. @param {"computer" | "friends"} against */
  async play(against) {
    if (this.busy) return;
    this.busy = true;
    redraw();
    const { game, players, wall, level, clock } = prefs.table;
    const azul = game === "azul";
    const others = azul ? Number(players) - 1 : 1;
    const seats = ["me", ...Array(others).fill(against === "friends" ? "open" : this.level(level))];
    try {
      await known();
      const told = await post("/tables", {
        game,
        seats,
        options: azul ? { players, wall } : {},
        clock: against === "friends" ? (CLOCKS[clock] ?? null) : null,
      });
      go(`/table/${told.table.id}`);
    } catch (error) {
      this.error = /** @type {Error} */ (error).message || t("table.lost");
      this.busy = false;
      redraw();
    }
  }

  /** @param {string} level */
  level(level) {
    return this.about && !(level in this.about.levels) ? "greedy" : level;
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
        h("main", null, this.form(), h("div", { class: "two-columns" }, this.yours(), also())),
      ),
      this.open && panel("settings.title", () => this.toggle(), this.nameField(), settings()),
    );
  }

  toggle() {
    this.open = !this.open;
    redraw();
  }

  form() {
    const { game, players, wall, level } = prefs.table;
    const azul = game === "azul";
    // The server lists them from the weakest to the strongest; random play is no level.
    const levels = Object.keys(this.about?.levels ?? { [level]: "" }).filter((name) => name !== "random");
    const chosen = this.level(level);
    return h(
      "section",
      { class: "board new", "aria-label": t("home.new") },
      field(
        t("home.game"),
        segmented(t("home.game"), "game", [["azul", t("game.azul")], ["duel", t("game.duel")]], game, (v) => this.choose({ game: v })),
      ),
      azul &&
        field(
          t("home.players"),
          segmented(t("home.players"), "players", [["2", "2"], ["3", "3"], ["4", "4"]], players, (v) => this.choose({ players: v })),
          h("span", { class: "fl-name l2" }, t("home.wall")),
          segmented(t("home.wall"), "wall", [["coloured", t("home.coloured")], ["gray", t("home.gray")]], wall, (v) => this.choose({ wall: v })),
        ),
      field(
        t("home.level"),
        segmented(
          t("home.level"),
          "level",
          levels.map((name, i) => [name, String(i + 1), this.about?.levels[name] ?? ""]),
          chosen,
          (v) => this.choose({ level: v }),
        ),
        h("span", { class: "dim s level-name" }, this.about?.levels[chosen] ?? ""),
      ),
      h(
        "div",
        { class: "fl go" },
        button(t("home.play"), () => this.play("computer"), { class: "main big", disabled: this.busy }),
      ),
      this.friends(),
      this.error && h("p", { class: "bad", role: "alert" }, this.error),
    );
  }

  /** A table for friends: only there is a clock of use. */
  friends() {
    const chosen = prefs.table.clock in CLOCKS ? prefs.table.clock : "none";
    const options = Object.keys(CLOCKS).map((name) => [name, t(`home.clock_${name}`), clockWords(CLOCKS[name])]);
    return h(
      "div",
      { class: "fl friends" },
      h("span", { class: "fl-name", "aria-hidden": "true" }, t("home.friends")),
      button([icon("link"), t("home.invite")], () => this.play("friends"), { disabled: this.busy }),
      segmented(t("home.clock"), "clock", /** @type {any} */ (options), chosen, (v) => this.choose({ clock: v }), "sm"),
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
          change: async (/** @type {any} */ event) => {
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

  yours() {
    const goOn = this.tables.filter((table) => table.status !== "over");
    // Where one is waited for comes first.
    const running = [...goOn.filter((table) => table.your_turn), ...goOn.filter((table) => !table.your_turn)].slice(0, 3);
    const over = this.tables.filter((table) => table.status === "over").slice(0, 3 - running.length);
    return h(
      "section",
      { class: "open" },
      h("h2", null, t("home.yours")),
      [...running, ...over].map((table) =>
        tableLine(table, `/table/${table.id}`, this.about?.levels ?? {}, standing(table, this.about?.levels ?? {})),
      ),
      !this.tables.length && h("p", { class: "dim gm" }, t(byTouch() ? "home.none_yet_touch" : "home.none_yet")),
    );
  }
}

/** @param {string} name @param {...any} controls */
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
  return h("div", { class: "hero", "aria-hidden": "true", key: "hero" }, cells);
}

