/** A link to share: a field that shows it, and a button that copies it. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { button } from "./controls.js";

/** The text that was copied last. @typedef {{copied: string}} Copied */

/** @param {string} url @param {string} label @param {Copied} memory @param {...import("../core/h.js").Child} more buttons */
export function linkField(url, label, memory, ...more) {
  const copied = memory.copied === url;
  return h(
    "div",
    { class: "invite-way" },
    h("input", { type: "text", readonly: true, value: url, "aria-label": label, on: { focus: (/** @type {{target: HTMLInputElement}} */ { target }) => target.select() } }),
    h("div", { class: "row" }, button([icon(copied ? "check" : "copy"), t(copied ? "wait.copied" : "wait.copy")], (event) => copy(memory, url, event), { class: "main" }), more),
  );
}

/** @param {Copied} memory @param {string} url @param {Event} event */
async function copy(memory, url, event) {
  try {
    await navigator.clipboard.writeText(url);
    memory.copied = url;
  } catch {
    // Over plain http only the old way works; if that fails, too, the link is at least selected.
    const field = /** @type {Element} */ (event.target).closest(".invite-way")?.querySelector("input");
    field?.focus();
    field?.select();
    if (document.execCommand("copy")) memory.copied = url;
  }
  redraw();
}
