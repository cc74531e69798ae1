/** Playing on from a step of a finished game: the choice of the seat and the opponents. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { t } from "../core/text.js";
import { games } from "../games/index.js";
import { post } from "../net/api.js";
import { button, segmented } from "../ui/controls.js";
import { panel } from "../ui/panel.js";

/** @typedef {import("./game.js").Game} Game */
/** The position to begin from, in the format of `POST /tables`. @typedef {{table: string, ply: number} | {position: string}} Start */

export class FromHere {
  constructor() {
    /** @type {{game: Game, ply: number, start: Start} | null} */ this.chosen = null;
    this.seat = 0;
    this.level = prefs.table.level;
    /** @type {import("../types.js").Levels} */ this.levels = {};
    this.busy = false;
    this.error = "";
  }

  /** @param {Game} game @param {number} ply @param {string} table the game's table; "" for a file */
  async open(game, ply, table) {
    const frame = game.frames[ply];
    const start = table ? { table, ply } : { position: /** @type {string} */ (frame.position) };
    Object.assign(this, { chosen: { game, ply, start }, busy: false, error: "", seat: frame.state.turn ?? game.side });
    redraw();
    this.levels = (await games()).levels;
    if (!(this.level in this.levels)) this.level = Object.keys(this.levels)[0];
    redraw();
  }

  close() {
    this.chosen = null;
    redraw();
  }

  async begin() {
    if (!this.chosen || this.busy) return;
    const { game, start } = this.chosen;
    this.busy = true;
    redraw();
    try {
      const seats = game.names.map((_, seat) => (seat === this.seat ? "me" : this.level));
      const { table } = await post("/tables", { game: game.told.game, seats, start });
      go(`/table/${table.id}`);
    } catch (error) {
      this.error = /** @type {Error} */ (error).message || t("table.lost");
      this.busy = false;
      redraw();
    }
  }

  view() {
    if (!this.chosen) return null;
    const { game, ply } = this.chosen;
    const { state } = game.frames[ply];
    const others = game.names.length - 1;
    return panel(
      "from.title",
      () => this.close(),
      h(
        "div",
        { class: "settings from-here" },
        h("p", null, t("from.step", { n: ply, round: state.round })),
        h("div", { class: "setting" }, h("span", { class: "setting-name" }, t("from.seat")), this.seats(game)),
        h(
          "label",
          { class: "setting" },
          h("span", { class: "setting-name" }, t("from.level", { n: others })),
          h(
            "select",
            { class: "choice", name: "from-level", value: this.level, on: { change: (/** @type {{target: HTMLSelectElement}} */ { target }) => (this.level = target.value) } },
            Object.entries(this.levels).map(([level, name]) => h("option", { value: level, selected: level === this.level, key: level }, name)),
          ),
        ),
        h("p", { class: "dim s" }, t("from.note")),
        this.error && h("p", { class: "bad", role: "alert" }, this.error),
        button([icon("play"), t("from.begin")], () => this.begin(), { class: "main", disabled: this.busy }),
      ),
    );
  }

  /** @param {Game} game */
  seats(game) {
    return segmented(
      t("from.seat"),
      "from-seat",
      game.names.map((name, seat) => [String(seat), name]),
      String(this.seat),
      (seat) => {
        this.seat = Number(seat);
        redraw();
      },
    );
  }
}

/** Whether the game goes on after a step. @param {Game} game @param {number} ply */
export function goesOn(game, ply) {
  return game.frames[ply].state.phase !== "over";
}
