/**
 * Setting up a position by hand: a palette, and places to put its pieces. What makes the position impossible
 * is shown at once, with its rule. Bag and lid are recomputed from what lies on the table.
 */

import { icon } from "../art/icons.js";
import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { fits } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { games } from "../games/index.js";
import { post, ServerError } from "../net/api.js";
import { button, iconButton, ruleLink, segmented, wordmark } from "../ui/controls.js";

/** @typedef {import("./handover.js").Source} Source */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../games/game-set-up.js").Draft} Draft */
/** @typedef {import("../games/game-set-up.js").GameSetUp} GameSetUp */
/** @typedef {import("../types.js").Options} Options */
/** Why a position is impossible: a sentence, the rule, and the field of its text. @typedef {{sentence: string, rule: string, field: string}} Problem */

/** Milliseconds without a change before the server is asked. */
const SETTLED = 120;

export class SetUp {
  /**
   * @param {string} game @param {GameSetUp} part @param {import("../types.js").About["games"][string]} about @param {Options} options
   * @param {{state: import("../types.js").GameState, position: string}} from @param {string[]} names
   */
  constructor(game, part, about, options, from, names) {
    this.game = game;
    this.part = part;
    this.about = about;
    this.options = options;
    this.names = names;
    /** @type {Draft} */ this.draft = part.draft(from.state, from.position, about.box);
    this.hand = part.palette(this.draft, about.box)[0].piece;
    /** Whether the position is possible. */ this.possible = false;
    /** @type {Problem | null} */ this.problem = null;
    this.timer = 0;
    this.check();
  }

  /** @param {string} game @param {Options | null} options of a new table; null: the position of the board @param {Board | null} board */
  static async begin(game, options, board) {
    const [{ setUp: part }, about] = await Promise.all([import(`../games/${game}/set-up.js`), games()]);
    const from = options || !board ? await newTable(game, options ?? {}) : { state: board.state, position: /** @type {string} */ (board.node.frame.position) };
    const chosen = Object.fromEntries(about.games[game].card.options.map(({ name }) => [name, String(from.state[name] ?? options?.[name] ?? "")]));
    const names = from.state.boards.map((/** @type {unknown} */ _, /** @type {number} */ seat) => (!options && board?.names[seat]) || t("analysis.player", { n: seat + 1 }));
    return new SetUp(game, part, about.games[game], { ...chosen, ...options }, from, names);
  }

  get text() {
    return this.part.text(this.draft, this.about.box);
  }

  /** @param {string} place */
  put(place) {
    this.part.put(this.draft, place, this.hand === ERASER ? "" : this.hand);
    this.changed();
  }

  /** @param {string} piece */
  take(piece) {
    this.hand = piece;
    redraw();
  }

  changed() {
    this.possible = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), SETTLED);
    redraw();
  }

  /** Ask the server whether the position is possible. */
  async check() {
    const { text } = this;
    const said = this.problem?.sentence;
    try {
      const { problem } = await post("/analysis/check", { game: this.game, position: text });
      if (text !== this.text) return;
      this.possible = problem === null;
      this.problem = problem && { sentence: problem.reason, rule: problem.rule ?? "", field: fieldAt(text, problem.column) };
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.problem = { sentence: error.message || t("table.lost"), rule: "", field: "" };
    }
    if (this.problem && this.problem.sentence !== said) announce(this.problem.sentence);
    redraw();
  }

  /** Start again with an empty table, or with other options and the same decision. @param {Options} options */
  async anew(options) {
    const { state, position } = await newTable(this.game, options);
    const { decision } = this.draft;
    this.draft = this.part.draft(state, position, this.about.box);
    if (options !== this.options) this.part.decide(this.draft, decision);
    this.options = options;
    this.names = this.draft.boards.map((_, seat) => this.names[seat] ?? t("analysis.player", { n: seat + 1 }));
    this.changed();
  }

  deal() {
    this.part.deal(this.draft);
    this.changed();
  }

  // --- Drawing --------------------------------------------------------------------------------

  /** @param {{done: (source: Source) => void, cancel: () => void, trouble: string}} page */
  view({ done, cancel, trouble }) {
    const { middle, boards, supply, more } = this.part.draw(this.draft, this.kit());
    const { card } = this.about;
    const low = fits("(max-width: 1279px)"); // keeps the problem in view
    return h(
      "div",
      { class: "set-up", key: "set-up" },
      h(
        "header",
        { class: "status", key: "head" },
        wordmark(),
        h("h1", { class: "say" }, t("set_up.title")),
        h("nav", { class: "tools", "aria-label": t("table.tools") }, iconButton("close", t("set_up.cancel"), cancel)),
      ),
      h(
        "main",
        { class: "set-main" },
        h("div", { class: "set-left", key: "left" }, this.palette(), h("section", { class: "set-middle", "aria-label": t("set_up.middle") }, middle)),
        h("div", { class: "set-boards", key: "boards" }, boards),
        h(
          "aside",
          { class: "set-side", key: "side", "aria-label": t("set_up.facts") },
          !low && this.verdict(trouble),
          h(
            "section",
            { class: "board card-box", key: "table" },
            card.options.map(({ name, label, value }) =>
              segmented(label(), `set-${name}`, this.about.options[name].map((each) => [each, value(each)]), this.options[name], (each) => this.anew({ ...this.options, [name]: each }), "small"),
            ),
            more,
          ),
          h("section", { class: "board card-box", key: "supply" }, supply),
          h(
            "details",
            { class: "board card-box", key: "text" },
            h("summary", null, t("set_up.text")),
            h("textarea", { class: "comment paste", readonly: true, rows: "4", "aria-label": t("set_up.text"), value: this.text }),
          ),
        ),
      ),
      h(
        "footer",
        { class: "set-foot", "data-overlay": true, key: "foot" },
        low && this.verdict(trouble),
        button(t("set_up.clear"), () => this.anew(this.options), { class: "small" }),
        button([icon("deal"), t("set_up.deal")], () => this.deal(), { class: "small" }),
        h("span", { class: "grow" }),
        button(t("set_up.cancel"), cancel, { class: "small" }),
        button([icon("scales"), t("analysis.go")], () => done({ tree: { game: this.game, position: this.text, names: this.names.map((_, seat) => String(seat + 1)), nodes: [] } }), { class: "main small set-done", disabled: !this.possible }),
      ),
    );
  }

  palette() {
    const pieces = this.part.palette(this.draft, this.about.box);
    /** @param {string} piece @param {import("../core/h.js").Child} view @param {string} name @param {string} key */
    const choice = (piece, view, name, key) =>
      h(
        "button",
        { type: "button", class: ["set-piece", this.hand === piece && "on"], "aria-pressed": String(this.hand === piece), "aria-label": name, title: name, key: piece, "data-piece": piece, "data-key": key, on: { click: () => this.take(piece) } },
        view,
      );
    return h(
      "section",
      { class: "board set-palette", "data-overlay": true, key: "palette", role: "group", "aria-label": t("set_up.palette") },
      pieces.map(({ piece, view, name }, i) => choice(piece, view, name, i < 9 ? String(i + 1) : "")),
      choice(ERASER, icon("eraser"), t("set_up.eraser"), "0"),
    );
  }

  /** The problem, and its rule. @param {string} trouble */
  verdict(trouble) {
    const { problem, possible } = this;
    if (!problem && !trouble) return h("section", { class: "board card-box set-fine", key: "verdict" }, h("p", { class: "good" }, icon("check"), " ", t(possible ? "set_up.possible" : "set_up.checking")));
    const rule = problem?.rule;
    return h(
      "section",
      { class: "board card-box set-wrong", key: "verdict", role: "alert" },
      h("h2", null, t("set_up.impossible")),
      h("p", null, problem?.sentence ?? trouble),
      rule && h("p", null, ruleLink(rule)),
    );
  }

  /** @returns {import("../games/game-set-up.js").Kit} */
  kit() {
    const wrong = this.problem?.field;
    return {
      box: this.about.box,
      names: this.names,
      wrong: wrong ?? "",
      place: (id, label, content, { field, class: extra } = {}) =>
        h("button", { type: "button", class: ["set-place", extra, field && field === wrong && "wrong-field"], "aria-label": label, title: label, key: id, "data-place": id, on: { click: () => this.put(id) } }, content),
      number: (label, value, change, { most = 99, field } = {}) =>
        h(
          "label",
          { class: ["set-number", field && field === wrong && "wrong-field"], key: label },
          h("span", null, label),
          h("input", {
            type: "number",
            min: "0",
            max: String(most),
            value: String(value),
            on: {
              input: (/** @type {{target: HTMLInputElement}} */ { target }) => {
                change(Math.max(0, Math.min(most, Math.trunc(Number(target.value) || 0))));
                this.changed();
              },
            },
          }),
        ),
      choice: (label, name, options, chosen, change) =>
        h(
          "div",
          { class: "set-choice", key: name },
          h("span", { class: "dim s" }, label),
          segmented(label, name, options, chosen, (value) => {
            change(value);
            this.changed();
          }, "small"),
        ),
      list: (label, options, chosen, change) =>
        h(
          "label",
          { class: "set-number set-list", key: label },
          h("span", null, label),
          h(
            "select",
            {
              on: {
                change: (/** @type {{target: HTMLSelectElement}} */ { target }) => {
                  change(target.value);
                  this.changed();
                },
              },
            },
            options.map(([value, words]) => h("option", { value, selected: value === chosen, key: value }, words)),
          ),
        ),
    };
  }

  /** The keys of the palette. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const pieces = this.part.palette(this.draft, this.about.box);
    const piece = event.key === "0" ? ERASER : pieces[Number(event.key) - 1]?.piece;
    if (!/^\d$/.test(event.key) || piece === undefined) return false;
    this.take(piece);
    return true;
  }
}

const ERASER = "eraser";

/** The position of a new game. @param {string} game @param {Options} options */
async function newTable(game, options) {
  const { frame } = await post("/analysis/tree", { tree: { game, options, position: "" } });
  return frame;
}

/** The name of the position's field for a column: "seat1", "bag". @param {string} text @param {number} column from 1 */
export function fieldAt(text, column) {
  const start = text.lastIndexOf(" ", column - 1) + 1;
  return /^([a-z]+\d?)=/.exec(text.slice(start))?.[1] ?? "";
}
