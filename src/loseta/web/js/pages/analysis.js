/** The analysis board: any position, the engine's evaluation, and the variations tried from it. */

import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { byTouch, tableLayout } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { onLanguage, rich, t } from "../core/text.js";
import { openBoard } from "../analysis/board.js";
import { DealByHand } from "../analysis/deal-by-hand.js";
import { bestMove, engineCard } from "../analysis/engine-view.js";
import { taken } from "../analysis/handover.js";
import { boardHelp, boardKey } from "../analysis/keys.js";
import { BadLink, packed, unpacked } from "../analysis/link.js";
import { saveRecord, ShareBoard } from "../analysis/sharing.js";
import { startCards } from "../analysis/start.js";
import { arrowOf, tableView } from "../analysis/table-view.js";
import { tools } from "../analysis/tools.js";
import { followHere, variationsCard } from "../analysis/variations.js";
import { games } from "../games/index.js";
import { Pointer } from "../guide/pointer.js";
import { get, known, ServerError } from "../net/api.js";
import { NotARecord, textOf } from "../replay/open.js";
import { savePosition } from "../replay/picture.js";
import { keepFocus } from "../table/focus.js";
import { button, iconButton, ruleLink, wordmark } from "../ui/controls.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { friendly } from "./lost.js";

/** @typedef {import("../analysis/handover.js").Source} Source */
/** @typedef {import("../analysis/board.js").Board} Board */
/** @typedef {"settings" | "help" | "open"} PanelName */

/** The width and height for which a table is drawn, by the number of players. */
const DRAWN = /** @type {{[players: number]: [number, number]}} */ ({ 2: [1280, 668], 3: [1440, 848], 4: [1440, 848] });
/** Milliseconds without a change before the address is updated. */
const SETTLED = 400;

/** @param {string} [table] whose game is analysed @returns {import("../core/router.js").Page} */
export function analysisPage(table) {
  const page = new AnalysisPage(table ?? "");
  const stop = onLanguage(() => page.again());
  page.load();
  return {
    title: () => t("analysis.title"),
    view: () => page.view(),
    drawn: () => page.drawn(),
    leave: () => {
      stop();
      page.leave();
    },
    key: (event) => (page.setUp ? page.setUp.key(event) : page.board ? boardKey(event, page.board, page) : false),
  };
}

class AnalysisPage {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {Board | null} */ this.board = null;
    /** @type {import("../types.js").About | null} */ this.about = null;
    /** @type {Error | null} */ this.error = null;
    this.trouble = "";
    this.busy = true;
    /** @type {"" | PanelName} */ this.open = "";
    /** The position being set up. @type {import("../analysis/set-up.js").SetUp | null} */ this.setUp = null;
    this.sharing = new ShareBoard();
    this.dealing = new DealByHand();
    this.pointer = new Pointer();
    this.timer = 0;
    this.left = false;
    /** The last scroll position of the list of variations. @type {unknown} */ this.followed = null;
  }

  /** @param {PanelName} which */
  toggle(which) {
    this.open = this.open === which ? "" : which;
    this.trouble = "";
    redraw();
  }

  leave() {
    this.left = true;
    clearTimeout(this.timer);
    this.board?.close();
    this.pointer.remove();
  }

  // --- Opening --------------------------------------------------------------------------------

  async load() {
    try {
      await known();
      this.about = await games();
      const handed = taken();
      if (handed) await this.show(handed.source, handed.at);
      else if (this.table) await this.show({ record: await get(`/tables/${encodeURIComponent(this.table)}/record`) }, stepIn(location.hash));
      else if (location.hash.length > 1) {
        const { tree, at } = await unpacked(location.hash.slice(1));
        await this.show({ tree }, at);
      }
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    this.busy = false;
    redraw();
  }

  /** The same analysis in another language. */
  async again() {
    const { board } = this;
    this.about = await games().catch(() => this.about);
    if (board) await this.show({ tree: board.told }, board.number).catch(() => {});
    redraw();
  }

  /** Raises the server's refusal. @param {Source} source @param {number} [at] */
  async show(source, at) {
    const board = await openBoard(source, at);
    if (this.left) return board.close();
    this.board?.close();
    this.board = board;
    board.changed = () => this.keep();
    this.open = "";
    this.trouble = "";
    this.setUp = null;
    if (!this.table) this.keep();
    scrollTo(0, 0);
    announce(board.sentences());
    redraw();
  }

  /** Show an error beside the field or the file that caused it. @param {() => Promise<void>} act */
  async attempt(act) {
    this.busy = true;
    this.trouble = "";
    redraw();
    try {
      await act();
    } catch (error) {
      const told = error instanceof ServerError || error instanceof NotARecord;
      if (!told) throw error;
      this.trouble = error.message || t("table.lost");
    }
    this.busy = false;
    redraw();
  }

  /** @param {File} file */
  openFile(file) {
    return this.attempt(async () => this.show({ record: await textOf(file) }));
  }

  /** @param {string} game @param {import("../types.js").Options} [options] of a table to begin with; left out: the current position */
  startSetUp(game, options) {
    return this.attempt(async () => {
      const { SetUp } = await import("../analysis/set-up.js");
      this.setUp = await SetUp.begin(game, options ?? null, this.board);
      this.open = "";
      scrollTo(0, 0);
    });
  }

  /** The address holds the whole analysis, as long as it is short enough. */
  keep() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      const { board } = this;
      if (!board || this.left) return;
      const link = await packed({ tree: board.told, at: board.number }).catch(() => "");
      if (!this.left && this.board === board) history.replaceState(null, "", `/analysis${link && `#${link}`}`);
    }, SETTLED);
  }

  // --- Drawing --------------------------------------------------------------------------------

  view() {
    if (this.error) return this.refused(this.error);
    if (this.setUp) return this.setUp.view({ done: (source) => this.attempt(() => this.show(source, 0)), cancel: () => this.cancelSetUp(), trouble: this.trouble });
    if (this.board) return this.stage(this.board);
    if (this.busy || !this.about) return h("div", { class: "replay", key: "replay" }, h("p", { class: "notice quiet" }, t("analysis.reading")));
    return h(
      "div",
      { class: "replay-open analysis-open", key: "open" },
      h("header", null, wordmark()),
      h("main", { class: "board" }, h("h1", null, t("analysis.title")), h("p", { class: "dim" }, t("analysis.lead")), this.start(this.about)),
    );
  }

  /** @param {import("../types.js").About} about */
  start(about) {
    return startCards({
      open: (source) => this.attempt(() => this.show(source)),
      file: (file) => this.openFile(file),
      setUp: (game, options) => this.startSetUp(game, options),
      about,
      trouble: this.trouble,
      busy: this.busy,
    });
  }

  cancelSetUp() {
    this.setUp = null;
    this.trouble = "";
    redraw();
  }

  /** @param {Board} board */
  stage(board) {
    const [width, height] = DRAWN[board.names.length];
    const layout = tableLayout();
    // On touch screens the table fills the window, and the rest is below it.
    const stacked = layout !== "wide" || byTouch();
    const table = board.gameView.table(tableView(board));
    return h(
      "div",
      { class: ["analysis", stacked ? "stacked" : "replay wide"], key: "analysis", style: { "--drawn-w": String(width), "--drawn-h": String(height) } },
      stacked
        ? h("div", { class: ["app", layout], key: "app" }, this.head(board, stacked), table)
        : [this.head(board, stacked), h("div", { class: "replay-table", key: "table" }, table)],
      h("aside", { class: "beside", key: "beside", "aria-label": t("analysis.title") }, engineCard(board), variationsCard(board)),
      h("section", { class: "course", key: "course", "aria-label": t("replay.steps") }, tools(board, this.acts(board))),
      this.sharing.view(board),
      this.dealing.view(board),
      this.open === "settings" && panel("settings.title", () => this.toggle("settings"), settings()),
      this.open === "help" && panel("help.title", () => this.toggle("help"), boardHelp(board)),
      this.open === "open" && this.about && panel("analysis.open", () => this.toggle("open"), h("div", { class: "settings analysis-start" }, this.start(this.about))),
    );
  }

  /** @param {Board} board */
  acts(board) {
    const failed = (/** @type {string} */ error) => board.say(error);
    return {
      setUp: () => this.startSetUp(board.game),
      open: () => this.toggle("open"),
      share: () => this.sharing.show(),
      save: () => saveRecord(board, failed),
      picture: () => savePosition({ game: board.game, frame: board.node.frame, names: board.names, arrows: board.pointed ? [board.pointed] : [] }, failed),
      deal: () => this.dealing.show(board),
    };
  }

  /** @param {Board} board @param {boolean} stacked shown here, too: what is below the table */
  head(board, stacked) {
    const { remark, scene, names, state } = board;
    const rule = remark?.rule;
    const doing = board.over ? t("analysis.over") : scene?.seat === null ? t("analysis.chance") : rich("analysis.to_move", { name: names[board.side] });
    return h(
      "header",
      { class: "status", key: "head" },
      wordmark(),
      h("h1", { class: "unseen" }, t("analysis.title")),
      h(
        "div",
        { class: ["say", remark && "remark"] },
        remark ? [remark.sentence, rule && [" ", ruleLink(rule)]] : [doing, stacked && bestMove(board)],
      ),
      h("div", { class: "meta" }, h("span", { class: "nw" }, t("table.round", { n: state.round }))),
      h(
        "nav",
        { class: "tools", "aria-label": t("table.tools") },
        stacked && iconButton("back", t("replay.back"), () => board.back(), { disabled: !board.node.parent, key: "back" }),
        stacked && iconButton("forward", t("replay.forward"), () => board.forward(), { disabled: !board.node.ways.length, key: "forward" }),
        iconButton("help", t("help.title"), () => this.toggle("help"), { "aria-expanded": String(this.open === "help") }),
        iconButton("gear", t("settings.title"), () => this.toggle("settings"), { "aria-expanded": String(this.open === "settings") }),
      ),
    );
  }

  drawn() {
    const { board } = this;
    const shown = board && !this.setUp;
    if (shown) keepFocus();
    const { from, to } = shown ? arrowOf(board) : { from: null, to: [] };
    this.pointer.aim(to, from);
    this.pointer.draw();
    if (shown && board.node !== this.followed) followHere();
    this.followed = shown ? board.node : null;
  }

  /** @param {Error} error */
  refused(error) {
    const other = button(t("analysis.another"), () => {
      history.replaceState(null, "", "/analysis");
      Object.assign(this, { error: null, table: "", busy: true });
      this.load();
      redraw();
    });
    if (error instanceof BadLink) return friendly(t("analysis.broken_title"), t("analysis.broken"), other);
    const sentence = error instanceof ServerError ? error.message : "";
    return friendly(t("analysis.refused"), sentence || t("table.lost"), other);
  }
}

/** The step in an address; -1 for none. @param {string} hash */
function stepIn(hash) {
  const step = Number(hash.slice(1));
  return hash.length > 1 && Number.isInteger(step) ? step : -1;
}
