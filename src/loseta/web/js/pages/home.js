/** The home page: two clicks to a new game, and the user's games as small live tables. */

import { h } from "../core/h.js";
import { byTouch } from "../core/media.js";
import { callTurn } from "../core/notices.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { chooseLanguage, language, LANGUAGES, onLanguage, t } from "../core/text.js";
import { games } from "../games/index.js";
import { guideOffer } from "../guide/offer.js";
import { makeHero } from "../home/hero.js";
import { byUrgency, liveTable } from "../home/live-table.js";
import { openTables } from "../home/open-tables.js";
import { NewGame } from "../home/new-game.js";
import { bar, ways } from "../home/ways.js";
import { known, post, rename, Watched } from "../net/api.js";
import { deliver } from "../net/outbox.js";
import { button, iconButton, segmented } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { others, tableLine } from "../ui/tables.js";

/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").ListedTable} ListedTable */
/** @typedef {import("../types.js").OpenTable} OpenTable */

/** Milliseconds between two updates of the lists; longer while the page is hidden. */
const NEWS = 5_000;
const NEWS_HIDDEN = 20_000;
/** How many games are shown at first. */
const SHOWN = 3;
const OVER = 3;

/** In windows without room for tables side by side. */
const SMALL = matchMedia("(max-width: 759px)");
SMALL.addEventListener("change", redraw);

/** @returns {import("../core/router.js").Page} */
export function homePage() {
  const home = new Home();
  const stop = onLanguage(() => home.load());
  const clocks = window.setInterval(() => home.playing.some((table) => table.clock) && redraw(), 1000);
  home.load();
  return {
    view: () => home.view(),
    title: () => "",
    turn: () => home.playing.some((table) => table.your_turn),
    leave: () => {
      stop();
      home.leave();
      clearInterval(clocks);
    },
  };
}

class Home {
  constructor() {
    /** @type {About | null} */ this.about = null;
    /** @type {ListedTable[]} */ this.tables = [];
    /** Whether they have been requested. */ this.known = false;
    this.me = "";
    this.error = "";
    this.settings = false;
    this.all = false;
    this.timer = 0;
    /** Tables that anybody may join. @type {OpenTable[]} */ this.open = [];
    this.allOpen = false;
    this.listed = new Watched("/tables");
    this.listedOpen = new Watched("/tables/open");
    this.newGame = new NewGame();
    this.hero = makeHero();
  }

  leave() {
    clearTimeout(this.timer);
    this.timer = -1;
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
    this.lookSoon();
  }

  /** Update the lists after a while, again and again. */
  lookSoon() {
    if (this.timer === -1) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      // Without an answer the lists stay as they are.
      await this.fetchTables().catch(() => {});
      this.lookSoon();
    }, document.hidden ? NEWS_HIDDEN : NEWS);
  }

  async fetchTables() {
    const [own, open] = await Promise.all([this.listed.news(), this.listedOpen.news()]);
    for (const table of own?.tables ?? []) table.received = performance.now();
    if (own) this.replace(own.tables);
    this.known ||= Boolean(own);
    if (open) this.open = open.tables;
    if (own || open) redraw();
  }

  /** After an update: notify the user of games in which it is newly their turn. @param {ListedTable[]} tables */
  replace(tables) {
    const before = new Map(this.tables.map((table) => [table.id, table.your_turn]));
    this.tables = tables;
    const { about } = this;
    for (const table of this.shown()) {
      if (!about || !table.your_turn || before.get(table.id) !== false) continue;
      const words = t("table.notice", { game: t(`game.${table.game}`), names: others(table, about.levels) });
      callTurn(words, table.id, () => go(`/table/${table.id}`));
    }
  }

  get playing() {
    return this.tables.filter((table) => table.status === "playing");
  }

  view() {
    const running = this.about ? byUrgency(this.shown().filter((table) => table.status !== "over")) : [];
    const offer = guideOffer(this.about, this.known ? this.tables : null, (error) => this.fail(error));
    return h(
      "div",
      { class: ["home", !running.length && "no-games"], key: "home" },
      this.hero,
      h(
        "div",
        { class: "hm" },
        this.head(running),
        h(
          "main",
          null,
          running.length > 0 && offer,
          h("div", { class: "now" }, !running.length && offer, this.newGame.view(this.about, () => this.findSomeone()), this.inProgress(running)),
          h("div", { class: "lists" }, this.strangers(), this.over(), ways()),
        ),
      ),
      bar(this.settings, () => this.toggle()),
      this.settings && panel("settings.title", () => this.toggle(), this.nameField(), settings()),
    );
  }

  /** @param {Error} error */
  fail(error) {
    this.error = error.message || t("table.lost");
    redraw();
  }

  /** The games that this page can show. */
  shown() {
    const { about } = this;
    return about ? this.tables.filter((table) => table.game in about.games) : [];
  }

  toggle() {
    this.settings = !this.settings;
    redraw();
  }

  /** @param {ListedTable[]} running */
  head(running) {
    const waits = running.filter((table) => table.your_turn).length;
    return h(
      "header",
      { class: "home-head" },
      h("h1", { class: "wm" }, "Loseta"),
      h(
        "div",
        { class: "home-set" },
        segmented(
          t("settings.language"),
          "home-lang",
          Object.entries(LANGUAGES).map(([code, name]) => [code, code.toUpperCase(), name]),
          language(),
          (code) => chooseLanguage(code),
          "sm",
        ),
        iconButton("gear", t("settings.title"), () => this.toggle(), { "aria-expanded": String(this.settings) }),
      ),
      h(
        "p",
        { class: "lead" },
        running.length || this.me
          ? [greeting(this.me), waits > 0 && [" ", h("b", { class: "waits" }, t("home.tables_wait", { n: waits }))]]
          : t(byTouch() ? "home.lead_touch" : "home.lead"),
      ),
      this.error && h("p", { class: "bad", role: "alert" }, this.error),
    );
  }

  /** @param {ListedTable[]} running the most urgent first */
  inProgress(running) {
    const { about } = this;
    if (!about || !running.length) return null;
    const draw = (/** @type {ListedTable} */ table) => liveTable(table, about);
    if (SMALL.matches) {
      const mine = running.filter((table) => table.your_turn);
      const others = running.filter((table) => !table.your_turn);
      const shown = this.all ? others : others.slice(0, SHOWN);
      return [
        mine.length > 0 && h("section", { class: "games", key: "mine" }, h("h2", null, t("ui.your_turn")), mine.map(draw)),
        others.length > 0 && h("section", { class: "games", key: "others" }, h("h2", null, t("home.others_turn")), shown.map(draw), this.more(others.length)),
      ];
    }
    const shown = this.all ? running : running.slice(0, SHOWN);
    return h("section", { class: "games", key: "games" }, h("h2", { class: "unseen" }, t("home.yours")), shown.map(draw), this.more(running.length));
  }

  /** @param {number} n the total number */
  more(n) {
    if (n <= SHOWN) return null;
    const turn = () => {
      this.all = !this.all;
      redraw();
    };
    return button(this.all ? t("home.fewer") : t("home.all", { n }), turn, { class: "link more", key: "more", "aria-expanded": String(this.all) });
  }

  strangers() {
    const { about } = this;
    if (!about) return null;
    const toggle = () => {
      this.allOpen = !this.allOpen;
      redraw();
    };
    const join = (/** @type {OpenTable} */ table) => this.join(table).catch((error) => this.refused(error));
    return openTables(this.open.filter((table) => table.game in about.games), about, { join, toggle, all: this.allOpen, busy: this.newGame.busy });
  }

  /** Join an open table. @param {OpenTable} table */
  async join(table) {
    await post(`/tables/${table.id}/join`, {});
    go(`/table/${table.id}`);
  }

  /** Somebody else was faster, or the host has left: say so, and update the lists. @param {Error} error */
  async refused(error) {
    this.error = error.message || t("table.lost");
    await this.fetchTables().catch(() => {});
    redraw();
  }

  /** If somebody waits for the same game, join them; otherwise open a table and wait there. */
  async findSomeone() {
    const { about } = this;
    if (!about) return;
    await this.fetchTables().catch(() => {});
    const waits = this.open.find((table) => !table.yours && this.newGame.wants(table, about));
    if (waits) {
      try {
        await this.join(waits);
        return;
      } catch {
        // Somebody else was faster.
      }
    }
    await this.newGame.play(about, "anybody");
  }

  /** The user's latest finished games. */
  over() {
    const { about } = this;
    const over = this.shown().filter((table) => table.status === "over").slice(0, OVER);
    if (!about || !over.length) return null;
    return h(
      "section",
      { class: "list", key: "over" },
      h("h2", null, t("home.lately")),
      over.map((table) => tableLine(table, `/table/${table.id}`, about, t("home.status_over"))),
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
}

/** @param {string} name "" for none */
function greeting(name) {
  const hour = new Date().getHours();
  const when = hour < 5 ? "evening" : hour < 12 ? "morning" : hour < 20 ? "afternoon" : "evening";
  return name ? t(`home.good_${when}_to`, { name }) : t(`home.good_${when}`);
}
