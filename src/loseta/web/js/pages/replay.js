/** Replay and review of a record: of a file, or of a finished table. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { onLanguage, t } from "../core/text.js";
import { games } from "../games/index.js";
import { get, known, ServerError } from "../net/api.js";
import { icon } from "../art/icons.js";
import { beside } from "../replay/beside.js";
import { chart, chartTable } from "../replay/chart.js";
import { controls, roundBar, stepKey } from "../replay/controls.js";
import { FromHere } from "../replay/from-here.js";
import { readGame } from "../replay/game.js";
import { kept, keep, newest } from "../replay/kept.js";
import { NotARecord, opening, textOf, troubleWith } from "../replay/open.js";
import { saveStep } from "../replay/picture.js";
import { Share } from "../replay/share.js";
import { shuffle } from "../replay/shuffle.js";
import { button, iconButton, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** The width and height for which the table of a game is drawn, by the number of players. */
const DRAWN = /** @type {{[players: number]: [number, number]}} */ ({ 2: [1280, 668], 3: [1440, 848], 4: [1440, 848] });

/** @param {string} [table] whose record is shown @returns {import("../core/router.js").Page} */
export function replayPage(table) {
  const replay = new Replay(table);
  const stop = onLanguage(() => replay.load());
  replay.load();
  return {
    title: () => t("replay.title"),
    view: () => replay.view(),
    drawn: showRound,
    leave: () => {
      stop();
      replay.game?.autoplay.stop();
      replay.game?.review.stop();
    },
    key: (event) => (replay.game ? stepKey(event, replay.game) : false),
  };
}

/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {"settings" | "about" | "table" | "more"} PanelName */
/** @typedef {{picture: string, name: string, act: () => void, panel?: PanelName}} Tool */

class Replay {
  /** @param {string} [table] */
  constructor(table) {
    this.table = table ?? "";
    /** @type {Game | null} */ this.game = null;
    /** @type {import("../types.js").ListedTable[]} */ this.tables = [];
    /** @type {import("../types.js").About | null} */ this.games = null;
    /** @type {import("../replay/open.js").Trouble | null} */ this.trouble = null;
    /** @type {ServerError | null} */ this.error = null;
    this.busy = true;
    /** @type {"" | PanelName} */ this.open = "";
    /** Whether the review covers the factories, on a phone in landscape. */ this.thinks = false;
    this.share = new Share(this.table);
    this.fromHere = new FromHere();
  }

  async load() {
    try {
      await known();
      if (this.table) await this.read(await get(`/tables/${encodeURIComponent(this.table)}/record`), this.table);
      else if (this.game) await this.read(this.game.text);
      else if (location.hash === "#last" && newest()) this.game = newest() ?? null; // when coming back from its mistakes
      else [{ tables: this.tables }, this.games] = await Promise.all([get("/tables"), games()]);
    } catch (error) {
      this.error = /** @type {ServerError} */ (error);
    }
    this.busy = false;
    redraw();
  }

  /** Read a record, or show the same one in another language. @param {string} text @param {string} [key] */
  async read(text, key = text) {
    const game = await readGame(text);
    const before = this.game;
    const had = before ?? kept(key);
    this.game = game;
    if (had?.text === text) this.game.review = had.review;
    if (before?.text === text) Object.assign(this.game, { at: before.at, side: before.side, depth: before.depth });
    else if (this.table && location.hash) this.game.stepTo(Number(location.hash.slice(1)) || 0);
    keep(key, this.game);
    this.trouble = null;
    redraw();
  }

  /** @param {File} file */
  async openFile(file) {
    let text = "";
    try {
      text = await textOf(file);
      this.game = null;
      await this.read(text);
    } catch (error) {
      this.trouble = error instanceof NotARecord ? { sentence: error.message } : troubleWith(error, text);
      redraw();
    }
  }

  /** @param {PanelName} which */
  toggle(which) {
    this.open = this.open === which ? "" : which;
    redraw();
  }

  view() {
    if (this.error) return this.refused(this.error);
    if (this.busy) return h("div", { class: "replay", key: "replay" }, h("p", { class: "notice quiet" }, t("replay.reading")));
    if (!this.game) return opening((file) => this.openFile(file), this.tables, this.games, this.trouble);
    return this.stage(this.game);
  }

  /** @param {Game} game */
  stage(game) {
    const [width, height] = DRAWN[game.names.length];
    const layout = game.view().layout;
    const lying = layout === "lying";
    return h(
      "div",
      { class: ["replay", layout === "wide" ? "wide" : `app ${layout}`], key: "replay", style: { "--drawn-w": String(width), "--drawn-h": String(height) } },
      lying ? this.lyingHead(game) : this.head(game),
      h("div", { class: "replay-table", key: "table" }, game.gameView.table(game.view())),
      lying ? this.thinks && h("div", { class: "over-factories", "data-overlay": true, key: "thinks" }, this.course(game), this.beside(game)) : this.beside(game),
      h("section", { class: "course", key: "course", "aria-label": t("replay.course") }, !lying && this.course(game), h("div", { class: "course-steps" }, !lying && roundBar(game), controls(game))),
      this.share.view(),
      this.fromHere.view(),
      this.open === "settings" && panel("settings.title", () => this.toggle("settings"), settings()),
      this.open === "about" && panel("replay.about", () => this.toggle("about"), this.about(game)),
      this.open === "more" && panel("more.title", () => this.toggle("more"), this.more(game)),
      this.open === "table" && h("div", { class: "wide-panel", key: "wide-panel" }, panel("replay.chart", () => this.toggle("table"), chartTable(game))),
    );
  }

  /** @param {Game} game */
  course(game) {
    return game.review.begun && chart(game);
  }

  /** @param {Game} game */
  beside(game) {
    return beside(game, this.table, () => this.fromHere.open(game, game.at, this.table));
  }

  /** On an upright tablet the sentence describes the step: what else is said of it stands below the table. @param {Game} game */
  head(game) {
    const tablet = game.view().layout === "tablet";
    const scores = game.frame.scores ?? game.frame.state.boards.map((board) => board.score);
    return h(
      "header",
      { class: "status", key: "head" },
      wordmark(),
      tablet
        ? [h("h1", { class: "unseen" }, t("replay.title")), h("div", { class: "say" }, stepWords(game))]
        : h("h1", { class: "say" }, game.remark || game.names.map((name, seat) => [seat > 0 && " · ", h("b", null, name), ` ${scores[seat]}`])),
      h("div", { class: "meta" }, h("span", { class: "nw" }, t("table.round", { n: game.frame.state.round }))),
      h("nav", { class: "tools", "aria-label": t("table.tools") }, this.tools(game).map((tool) => iconButton(tool.picture, tool.name, tool.act, this.pressed(tool)))),
    );
  }

  /** On a phone in landscape there is room for three tools. @param {Game} game */
  lyingHead(game) {
    const turn = this.tools(game)[0];
    const thinks = () => {
      this.thinks = !this.thinks;
      redraw();
    };
    return h(
      "header",
      { class: "status", key: "head" },
      h("h1", { class: "unseen" }, t("replay.title")),
      h("div", { class: "say" }, stepWords(game)),
      h(
        "nav",
        { class: "tools", "aria-label": t("table.tools") },
        iconButton("scales", t("replay.analysis"), thinks, { "aria-pressed": String(this.thinks), key: "thinks" }),
        iconButton(turn.picture, turn.name, turn.act, { key: "turn" }),
        iconButton("more", t("more.title"), () => this.toggle("more"), { "aria-expanded": String(this.open === "more"), key: "more" }),
      ),
    );
  }

  /** @param {Game} game @returns {Tool[]} */
  tools(game) {
    const opens = (/** @type {PanelName} */ which) => ({ panel: which, act: () => this.toggle(which) });
    /** @type {(Tool | false)[]} */
    const all = [
      { picture: "turn", name: t("replay.turn"), act: () => game.turn() },
      { picture: "picture", name: t("picture.button"), act: () => saveStep(game, (error) => game.say(error)) },
      this.table !== "" && { picture: "link", name: t("share.button"), act: () => this.share.show(game.at) },
      game.review.begun && { picture: "log", name: t("replay.as_table"), ...opens("table") },
      { picture: "help", name: t("replay.about"), ...opens("about") },
      { picture: "gear", name: t("settings.title"), ...opens("settings") },
    ];
    return all.filter((tool) => tool !== false);
  }

  /** @param {Tool} tool */
  pressed({ panel: which }) {
    return { "aria-expanded": which ? String(this.open === which) : null };
  }

  /** The tools that have no room beside the sentence. @param {Game} game */
  more(game) {
    return h(
      "div",
      { class: "more-list" },
      this.tools(game).map(({ picture, name, act, panel: which }) =>
        button([icon(picture), name], () => {
          this.open = "";
          act();
        }, { key: which ?? picture }),
      ),
      h("a", { class: "btn", href: "/", key: "home" }, icon("back"), t("ui.home")),
    );
  }

  /** The record's tags and the verification of its draws. @param {Game} game */
  about(game) {
    const { tags, verified } = game.told;
    return h(
      "div",
      { class: "help" },
      tags.Date && h("p", null, t("replay.date", { date: tags.Date })),
      game.opening === 0 && h("p", null, origin(tags.From)),
      shuffle(verified, tags.SeedHash, tags.Seed),
      h(
        "div",
        { class: "row" },
        h("a", { class: "btn", href: game.file, download: `${game.told.game}.txt` }, icon("download"), t("end.download")),
        button(t("replay.another"), () => {
          this.game = null;
          this.open = "";
          if (this.table) go("/replay");
          else this.load();
        }),
      ),
      h("h3", null, t("help.keys")),
      h(
        "dl",
        null,
        ["space", "arrows", "home_end", "pages"].map((key) =>
          h("div", { class: "help-line", key }, h("dt", null, h("kbd", { class: "key" }, t(`replay.key_${key}`))), h("dd", null, t(`replay.does_${key}`))),
        ),
      ),
    );
  }

  /** @param {ServerError} error */
  refused(error) {
    const again = button(t("ui.retry"), () => {
      this.error = null;
      this.busy = true;
      redraw();
      this.load();
    });
    const other = h("a", { class: "btn", href: "/replay" }, t("replay.another"));
    if (error.code === "not_over") {
      return friendly(t("lost.not_over_title"), t("lost.not_over"), h("a", { class: "btn", href: `/table/${this.table}` }, t("lost.to_table")), other);
    }
    if (error.code === "unknown_table") return friendly(t("lost.record_title"), t("lost.record"), other);
    if (error.code === "no_page") return friendly(t("lost.no_page_title"), error.message, other);
    if (error.code === "private") return friendly(t("lost.refused_title"), error.message, other);
    return friendly(t("lost.trouble_title"), error.message || t("table.lost"), again, other);
  }
}

/** The step in a sentence, where names and points are on the boards. @param {Game} game */
function stepWords(game) {
  return game.remark || game.done || game.followed[0];
}

/** If the rounds do not fit side by side, scroll to the current one. */
function showRound() {
  const here = document.querySelector(".round-button.here");
  const bar = here?.parentElement;
  if (!here || !bar || bar.scrollWidth <= bar.clientWidth) return;
  const [its, all] = [here.getBoundingClientRect(), bar.getBoundingClientRect()];
  if (its.left < all.left || its.right > all.right) bar.scrollLeft += its.left - all.left - (all.width - its.width) / 2;
}

/** The table from which a game from a position was started. @param {string | undefined} from "TABLE STEP" */
function origin(from) {
  const [table, ply] = from?.split(" ") ?? [];
  return table ? h("a", { href: `/replay/${table}#${ply}` }, t("from.origin", { n: Number(ply) })) : t("from.position");
}
