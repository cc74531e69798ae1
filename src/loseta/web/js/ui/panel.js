/**
 * A panel that slides in at the edge: it covers part of the table without moving it, and Escape closes it.
 * It takes the focus, and gives it back.
 */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { iconButton } from "./controls.js";

/** The element that had the focus before a panel was opened. @type {WeakMap<Element, HTMLElement>} */
const openers = new WeakMap();

/**
 * Close the open panel, wherever the focus is.
 * @returns {boolean} whether there was one
 */
export function closePanel() {
  const buttons = document.querySelectorAll(".panel > .panel-head > button");
  const last = /** @type {HTMLElement | undefined} */ ([...buttons].at(-1));
  last?.click();
  return last !== undefined;
}

/**
 * @param {string} title its text's key: the panel stays the same in another language
 * @param {() => void} close
 * @param {...import("../core/h.js").Child} children
 */
export function panel(title, close, ...children) {
  const shut = (/** @type {Event} */ event) => {
    const el = /** @type {Element} */ (event.target).closest(".panel");
    close();
    if (el) openers.get(el)?.focus();
  };
  return h(
    "section",
    {
      key: `panel-${title}`,
      class: "panel",
      "data-overlay": true,
      role: "dialog",
      "aria-label": t(title),
      tabindex: "-1",
      mounted: (/** @type {HTMLElement} */ el) => {
        if (document.activeElement instanceof HTMLElement) openers.set(el, document.activeElement);
        requestAnimationFrame(() => el.focus());
      },
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          shut(event);
        },
      },
    },
    h("div", { class: "panel-head" }, h("h2", null, t(title)), iconButton("close", t("ui.close"), shut)),
    h("div", { class: "panel-body" }, children),
  );
}
