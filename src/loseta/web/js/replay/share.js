/** The link that shares a finished game: anybody who has it can replay the game. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { get } from "../net/api.js";
import { linkField } from "../ui/clipboard.js";
import { panel } from "../ui/panel.js";

export class Share {
  /** @param {string} table its id, or the link by which it was opened */
  constructor(table) {
    this.table = table;
    this.open = false;
    this.link = table.includes(".") ? table : "";
    this.error = "";
    /** The step that the link leads to; 0: the first one worth showing. */ this.ply = 0;
    this.copied = "";
  }

  /** @param {number} [ply] */
  async show(ply = 0) {
    Object.assign(this, { open: true, ply, error: "", copied: "" });
    redraw();
    try {
      if (!this.link) this.link = (await get(`/tables/${encodeURIComponent(this.table)}/link`)).link;
    } catch (error) {
      this.error = /** @type {Error} */ (error).message || t("table.lost");
    }
    redraw();
  }

  close() {
    this.open = false;
    redraw();
  }

  view() {
    if (!this.open) return null;
    const url = this.link && `${location.origin}/replay/${this.link}${this.ply ? `#${this.ply}` : ""}`;
    return panel(
      "share.title",
      () => this.close(),
      h(
        "div",
        { class: "settings" },
        h("p", null, t(this.ply ? "share.text_step" : "share.text", { n: this.ply })),
        this.error && h("p", { class: "bad", role: "alert" }, this.error),
        url && linkField(url, t("share.link"), this),
      ),
    );
  }
}
