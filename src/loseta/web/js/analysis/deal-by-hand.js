/** The dealer's draw, entered by hand: a random draw whose letters can be changed. The server checks it. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { button } from "../ui/controls.js";
import { panel } from "../ui/panel.js";

/** @typedef {import("./board.js").Board} Board */

export class DealByHand {
  constructor() {
    /** The node of the draw. @type {unknown} */ this.node = null;
    this.text = "";
    this.error = "";
  }

  /** @param {Board} board */
  async show(board) {
    Object.assign(this, { node: board.node, text: "", error: "" });
    redraw();
    const drawn = await board.ask({ position: board.node.frame.position, deal: true });
    this.text ||= drawn?.dealt ?? "";
    redraw();
  }

  close() {
    this.node = null;
    redraw();
  }

  /** @param {Board} board */
  async deal(board) {
    await board.play([this.text.trim()]);
    this.error = board.remark ? String(board.remark.sentence) : "";
    if (!this.error) this.close();
    redraw();
  }

  /** @param {Board} board */
  view(board) {
    if (!this.node || this.node !== board.node) return null;
    return panel(
      "analysis.by_hand",
      () => this.close(),
      h(
        "form",
        {
          class: "settings",
          on: {
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.deal(board);
            },
          },
        },
        h("p", null, t(`analysis.deal_text.${board.game}`)),
        h("input", {
          type: "text",
          class: "deal-text",
          "aria-label": t("analysis.by_hand"),
          spellcheck: "false",
          autocapitalize: "none",
          value: this.text,
          on: { input: (/** @type {{target: HTMLInputElement}} */ { target }) => (this.text = target.value) },
        }),
        this.error && h("p", { class: "bad", role: "alert" }, this.error),
        button(t("analysis.deal_this"), () => this.deal(board), { class: "main", disabled: board.busy }),
      ),
    );
  }
}
