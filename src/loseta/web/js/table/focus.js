/** The focus after its element has disappeared, so that keyboard users never lose it. */

import { usesKeys } from "../core/keys.js";

/** Selectors of what the user is asked for, the most urgent first. */
const NEXT = [
  ".acts .btn.main",
  "main .lit > .aim-button",
  "main .step .pickable",
  "main .plate.none.aim",
  "main .step .plate-button",
  "main button.sp.aim",
  "main .step .btn.main",
  "main .step button",
  "main .dk.lit",
  "main button.t",
  "main button.of.free",
  "main button.chip.free",
];

/** While a take may be chosen ahead, nothing is asked for: only the focus of a choice in progress is restored. */
const NEXT_AHEAD = ["main .lit > .aim-button", "main .dk.lit"];

/** Whether an element can keep the focus; browsers take it from disabled or hidden elements only when they paint. @param {Element | null} el */
function holds(el) {
  return el !== null && el !== document.body && !el.matches(":disabled") && el.getClientRects().length > 0;
}

/** Called after every drawing. While others play, the table itself has the focus. */
export function keepFocus() {
  const table = /** @type {HTMLElement | null} */ (document.querySelector("main.table"));
  const at = document.activeElement;
  if (!table || !usesKeys() || (at !== table && holds(at))) return;
  if (document.querySelector(".panel, .end-sheet")) return; // they handle the focus themselves
  for (const selector of document.querySelector(".app.ahead") ? NEXT_AHEAD : NEXT) {
    for (const found of document.querySelectorAll(selector)) {
      if (!found.getClientRects().length) continue;
      /** @type {HTMLElement} */ (found).focus();
      return;
    }
  }
  table.tabIndex = -1;
  table.focus({ preventScroll: true });
}
