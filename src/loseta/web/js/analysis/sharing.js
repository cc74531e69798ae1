/** Sharing an analysis: as a link that holds all of it, or as a saved record. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { post } from "../net/api.js";
import { linkField } from "../ui/clipboard.js";
import { panel } from "../ui/panel.js";
import { packed } from "./link.js";

/** @typedef {import("./board.js").Board} Board */

export class ShareBoard {
  constructor() {
    this.open = false;
    this.copied = "";
    /** The link of an earlier version of the tree. */ this.link = "";
    this.made = "";
  }

  show() {
    Object.assign(this, { open: true, copied: "", made: "" });
    redraw();
  }

  close() {
    this.open = false;
    redraw();
  }

  /** @param {Board} board */
  view(board) {
    if (!this.open) return null;
    this.make(board);
    const url = this.link && `${location.origin}/analysis#${this.link}`;
    return panel(
      "analysis.share",
      () => this.close(),
      h(
        "div",
        { class: "settings" },
        h("p", null, t(url || !this.made ? "analysis.share_text" : "analysis.share_long")),
        url && linkField(url, t("share.link"), this),
      ),
    );
  }

  /** @param {Board} board */
  async make(board) {
    const linked = { tree: board.told, at: board.number };
    const of = JSON.stringify(linked);
    if (of === this.made) return;
    this.made = of;
    this.link = await packed(linked).catch(() => "");
    redraw();
  }
}

/** Save the tree as a record with variations. @param {Board} board @param {(error: string) => void} failed */
export async function saveRecord(board, failed) {
  try {
    const text = await post("/analysis/record", board.told);
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: address, download: `${board.game}-${t("analysis.file")}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    failed(/** @type {Error} */ (error).message || t("table.lost"));
  }
}
