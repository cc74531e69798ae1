/** After the last mistake: the results, and a link to try each again. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { percent, t } from "../core/text.js";
import { reasonWords } from "../replay/reason.js";
import { button } from "../ui/controls.js";

/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {import("../replay/review.js").Decision} Decision */
/** @typedef {import("./progress.js").MistakeProgress} MistakeProgress */

/** @type {{[result: string]: string}} */
const ICONS = { first: "check", later: "check", shown: "eye" };

/**
 * @param {Game} game @param {Decision[]} all @param {MistakeProgress} progress
 * @param {{back: string, step: (ply: number) => string, open: (n: number) => void}} ways
 */
export function summary(game, all, progress, { back, step, open }) {
  const solved = progress.count("first", "later");
  const left = all.findIndex(({ ply }) => !progress.results.has(ply));
  return h(
    "main",
    { class: "lines mistake-summary", key: "summary" },
    h(
      "header",
      { class: "lines-head" },
      h("h1", null, t("mistakes.found", { n: solved, all: all.length })),
      h("p", { class: "lines-why" }, t("mistakes.found_text", { n: progress.count("first"), shown: progress.count("shown") })),
    ),
    h("ol", { class: "mistake-list" }, all.map((each, n) => row(game, each, n, progress, { step, open }))),
    h(
      "footer",
      { class: "lines-foot" },
      left >= 0 && button([t("mistakes.go_on"), icon("forward")], () => open(left), { class: "main next" }),
      h("a", { class: ["btn", left < 0 && "main next"], href: back }, icon("log"), t("mistakes.back")),
      h("a", { class: "btn", href: "/" }, icon("home"), t("ui.home")),
    ),
  );
}

/** @param {Game} game @param {Decision} each @param {number} n @param {MistakeProgress} progress @param {{step: (ply: number) => string, open: (n: number) => void}} ways */
function row(game, each, n, { results }, { step, open }) {
  const result = results.get(each.ply);
  const { review } = game;
  return h(
    "li",
    { class: "board", key: each.ply, "data-result": result ?? "open" },
    h("i", { class: "mistake-result", "aria-hidden": "true" }, result ? icon(ICONS[result]) : String(n + 1)),
    h(
      "div",
      null,
      h("b", null, t("end.moment", { round: each.round, from: percent(review.best(each)), to: percent(each.after ?? 0) })),
      h("p", { class: "s" }, t(`mistakes.result_${result ?? "open"}`), result && [". ", reasonWords(game, each)]),
    ),
    h(
      "div",
      { class: "row" },
      button([icon("turn"), h("span", { class: "foot-word" }, t("mistakes.try_it"))], () => open(n), { "aria-label": t("mistakes.try_n", { n: n + 1 }) }),
      h("a", { class: "btn flat", href: step(each.ply), "aria-label": t("mistakes.look_n", { n: n + 1 }), title: t("mistakes.look_n", { n: n + 1 }) }, icon("eye")),
    ),
  );
}
