/** Learn: a guided first game of each game, and below it the rules, with small boards to try them on. */

import { tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { prefer, prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { rich, t, withTexts } from "../core/text.js";
import { games, loadView } from "../games/index.js";
import { begun, guidedGames, startGuide } from "../guide/start.js";
import { gameOf } from "../learn/chapters.js";
import { Scene } from "../learn/scene.js";
import { sceneView } from "../learn/scene-view.js";
import { get, known } from "../net/api.js";
import { button, iconButton, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** @typedef {import("../types.js").About} About */

/** @param {string} [place] a game, a chapter or the number of a rule @returns {import("../core/router.js").Page} */
export function learnPage(place) {
  const lesson = new Lesson(place ?? "");
  lesson.load();
  return {
    title: () => (lesson.game ? `${t("learn.title")}: ${t(`game.${lesson.game}`)}` : t("learn.title")),
    view: () => lesson.view(),
  };
}

class Lesson {
  /** @param {string} place */
  constructor(place) {
    this.place = place;
    /** @type {About | null} */ this.about = null;
    /** @type {string | null} */ this.game = null;
    this.ready = false;
    this.failed = false;
    this.open = false;
    /** @type {Scene[]} */ this.scenes = [];
    /** The user's games: a guided one may be among them. @type {import("../types.js").ListedTable[]} */ this.tables = [];
    this.error = "";
  }

  async load() {
    try {
      this.about = await games();
      this.game = gameOf(this.place, this.about.games);
      redraw();
      this.fetchTables();
      if (!this.game) return;
      await withTexts("learn");
      this.ready = true;
      redraw();
      this.show();
      await known();
      const { box } = this.about.games[this.game];
      const [gameView, specs] = await Promise.all([loadView(this.game), fetchScenes()]);
      this.scenes = specs.filter((spec) => spec.game === this.game).map((spec) => new Scene(spec, gameView, box));
      await Promise.all(this.scenes.map((scene) => scene.start()));
    } catch {
      this.failed = true;
    }
    redraw();
    this.show();
  }

  /** Without an answer the guided game begins anew. */
  async fetchTables() {
    await known().then(() => get("/tables")).then(
      ({ tables }) => {
        this.tables = tables;
        redraw();
      },
      () => {},
    );
  }

  /** Scroll to the rule in the address. */
  show() {
    if (this.place === this.game) return;
    requestAnimationFrame(() => {
      const el = document.getElementById(this.place);
      el?.scrollIntoView({ block: "center" });
      el?.focus({ preventScroll: true });
    });
  }

  view() {
    if (this.about && !this.game && this.place) {
      return friendly(t("lost.rule_title"), t("lost.text"), h("a", { class: "btn", href: "/learn" }, t("learn.title")));
    }
    return h(
      "div",
      { class: "learn", key: "learn" },
      h(
        "header",
        { class: "status" },
        wordmark(),
        h("span", { class: "say" }, this.game ? t(`game.${this.game}`) : ""),
        iconButton("gear", t("settings.title"), () => this.toggle(), { "aria-expanded": String(this.open) }),
      ),
      this.content(),
      this.open && panel("settings.title", () => this.toggle(), settings()),
    );
  }

  toggle() {
    this.open = !this.open;
    redraw();
  }

  content() {
    if (this.about && !this.game) return this.choice(this.about);
    if (this.about && this.game && this.ready) return this.book(this.game, this.about);
    return h("main", null, h("p", { class: "dim", role: this.failed ? "alert" : null }, t(this.failed ? "learn.failed" : "learn.reading")));
  }

  /** @param {string} game @param {About} about */
  book(game, about) {
    const { chapters } = about.games[game].card;
    const others = Object.keys(about.games).filter((name) => name !== game);
    return h(
      "main",
      { class: "book", key: game },
      h(
        "nav",
        { class: "contents", "aria-label": t("learn.contents") },
        h("ol", null, chapters.map(({ id }) => h("li", { key: id }, h("a", { href: `/learn/${id}` }, t(`learn.chapters.${id}`))))),
        this.guide(game, about, "main"),
        h("a", { class: ["btn", !about.games[game].guide && "main"], href: "/", on: { click: () => prefer({ table: { ...prefs.table, game } }) } }, icon("forward"), t("learn.play")),
        others.map((other) => h("a", { class: "btn", href: `/learn/${other}`, key: other }, t(`game.${other}`))),
      ),
      h(
        "article",
        null,
        h("h1", null, t(`game.${game}`)),
        h("div", { class: "in-short board" }, h("h2", null, t("learn.in_short")), h("ol", null, [1, 2, 3, 4].map((n) => h("li", null, t(`learn.short.${game}.s${n}`))))),
        this.failed && h("p", { class: "bad", role: "alert" }, t("learn.failed")),
        chapters.map((chapter) => this.chapter(chapter)),
      ),
    );
  }

  /** @param {import("../learn/chapters.js").Chapter} chapter */
  chapter({ id, rules }) {
    return h(
      "section",
      { key: id, class: "chapter" },
      h("h2", { id, tabindex: "-1", class: this.place === id ? "sought" : "" }, t(`learn.chapters.${id}`)),
      rules.map((rule) => [
        h(
          "div",
          { class: ["rule", this.place === rule && "sought"], id: rule, tabindex: "-1", key: rule },
          h("a", { class: "rule-number", href: `/learn/${rule}`, "aria-label": t("learn.rule", { rule }) }, rule),
          h("p", null, rich(`learn.rules.${rule}`)),
        ),
        this.scenesAfter(rule),
      ]),
      this.scenesAfter(id),
    );
  }

  /** @param {string} place */
  scenesAfter(place) {
    return this.scenes.filter((scene) => scene.spec.after === place).map(sceneView);
  }

  /** Begin the guided game, or continue it. @param {string} game @param {About} about @param {string} [look] */
  guide(game, about, look) {
    if (!about.games[game].guide) return null;
    const table = begun(game, this.tables);
    if (table) return h("a", { class: ["btn", look], href: `/table/${table.id}`, key: "guide" }, icon("forward"), t("guide.resume"));
    const start = () =>
      startGuide(game, about).catch((error) => {
        this.error = error.message || t("table.lost");
        redraw();
      });
    return button([icon("forward"), t("guide.first_of", { game: t(`game.${game}`) })], start, { class: look, key: "guide" });
  }

  /** First the guided games, then the rules. @param {About} about */
  choice(about) {
    const games = Object.entries(about.games);
    /** @param {string} game */
    const art = (game) => h("span", { class: "friendly-art", "aria-hidden": "true" }, [...about.games[game].card.art].map((letter) => tile(letter)));
    return h(
      "main",
      { class: "learn-choice", key: "choice" },
      h("h1", null, t("learn.title")),
      h("p", { class: "dim" }, t("learn.lead")),
      this.error && h("p", { class: "bad", role: "alert" }, this.error),
      h(
        "div",
        { class: "learn-ways" },
        guidedGames(about).map((game) =>
          h(
            "section",
            { class: "guide-offer learn-way", "aria-label": t("guide.first_of", { game: t(`game.${game}`) }), key: game },
            art(game),
            h("h2", null, t(`game.${game}`)),
            h("p", null, t(`learn.${game}_text`)),
            h("div", { class: "row" }, this.guide(game, about, "main")),
          ),
        ),
      ),
      h("h2", { class: "learn-rules" }, t("learn.reference")),
      h("p", { class: "dim" }, t("learn.reference_text")),
      h(
        "div",
        { class: "learn-books" },
        games.map(([game]) => h("a", { class: "btn", href: `/learn/${game}`, key: game }, icon("book"), t("learn.rules_of", { game: t(`game.${game}`) }))),
      ),
      h("h2", { class: "learn-rules" }, t("numbers.title")),
      h("p", { class: "dim" }, t("numbers.text")),
      h("div", { class: "learn-books" }, h("a", { class: "btn", href: "/numbers" }, icon("chart"), t("numbers.open"))),
    );
  }
}

/** @returns {Promise<import("../learn/scene.js").Spec[]>} */
async function fetchScenes() {
  return (await (await fetch("/web/learn/scenes.json")).json()).scenes;
}
