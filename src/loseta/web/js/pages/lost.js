/** Friendly error pages: each says what to do. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { tile } from "../art/pieces.js";
import { wordmark } from "../ui/controls.js";

/** @typedef {import("../core/h.js").Child} Child */

/**
 * @param {string} title
 * @param {Child} text
 * @param {...Child} ways out
 */
export function friendly(title, text, ...ways) {
  return h(
    "div",
    { class: "friendly", key: "friendly" },
    h("header", null, wordmark()),
    h(
      "main",
      { class: "board" },
      h("div", { class: "friendly-art", "aria-hidden": "true" }, tile("B"), tile("Y"), tile("R")),
      h("h1", null, title),
      h("p", null, text),
      h("p", { class: "row" }, ways, h("a", { class: "btn main", href: "/" }, t("ui.home"))),
    ),
  );
}

/** @returns {import("../core/router.js").Page} */
export function lostPage() {
  return {
    view: () => friendly(t("lost.title"), t("lost.text")),
    title: () => t("lost.title"),
  };
}
