/** The card of the guide: what the user did, what to do next and why, and the progress. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { button, iconButton } from "../ui/controls.js";

/** @typedef {import("../core/h.js").Child} Child */

/**
 * @typedef {object} Card
 * @property {import("../games/game-view.js").TableView} view
 * @property {Child} reaction      about what was done
 * @property {{title: Child, text: Child} | null} heading   null while others play
 * @property {boolean} busy        whether the heading may change in a moment
 * @property {number} at           the number of the step
 * @property {number} steps        the number of steps
 * @property {{on: boolean, thinks: boolean, words: Child, play: () => void, toggle: () => void} | null} hints   whether the computer suggests moves
 * @property {boolean} read        whether a button ends the step
 * @property {Child} waiting       the text of a card without a heading
 * @property {{on: boolean, toggle: () => void}} why   the text, if a small window shows only the title
 * @property {(by: 1 | -1) => void} turn
 * @property {() => void} close
 */

/** @param {Card} card */
export function guideCard({ reaction, heading, busy, at, steps, hints, read, waiting, why, turn, close }) {
  const last = at === steps - 1;
  return h(
    "section",
    { class: ["guide-card", !heading && "waits", heading && why.on && "explains", hints && "helps"], "aria-label": t("guide.name"), "aria-busy": busy ? "true" : null, key: "guide" },
    reaction && h("p", { class: "guide-did", key: "did" }, h("span", { class: "guide-tick", "aria-hidden": "true" }, icon("check")), h("span", null, reaction)),
    h(
      "div",
      { class: "guide-words", key: "words" },
      h("h2", { class: "guide-title" }, heading ? heading.title : waiting),
      heading && h("p", { class: "guide-text" }, heading.text),
      hints && suggestion(hints),
    ),
    h(
      "div",
      { class: "guide-foot", key: "foot" },
      h(
        "span",
        { class: "guide-dots", role: "img", "aria-label": t("guide.step_of", { n: at + 1, all: steps }) },
        Array.from({ length: steps }, (_, i) => h("i", { class: i < at ? "done" : i === at ? "now" : "", key: i })),
      ),
      heading && iconButton("help", t("guide.why"), why.toggle, { class: "btn flat guide-why", "aria-expanded": String(why.on), key: "why" }),
      heading && at > 0 && button(t("guide.back"), () => turn(-1), { class: "flat guide-back", key: "back" }),
      heading && !last && (read
        ? button(t("guide.next"), () => turn(1), { class: "main small", key: "next" })
        : button(t("guide.skip"), () => turn(1), { class: "flat guide-skip", key: "skip" })),
      hints?.words && button(t("hint.play"), hints.play, { class: "main small", key: "play" }),
      hints && iconButton("hint", t("guide.suggestions"), hints.toggle, { class: ["btn flat guide-hints", hints.on && "on"], "aria-pressed": String(hints.on), key: "hints" }),
      iconButton("close", t("guide.leave"), close, { class: "btn flat guide-leave", key: "leave" }),
    ),
  );
}

/** @param {NonNullable<Card["hints"]>} hints */
function suggestion({ on, thinks, words }) {
  if (!on || (!words && !thinks)) return null;
  return h("p", { class: "guide-hint", key: "hint" }, words ? [t("guide.suggests"), " ", words, "."] : t("hint.thinking"));
}
