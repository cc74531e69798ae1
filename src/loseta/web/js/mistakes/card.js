/** The card of a mistake: what happened, what it cost, and the request to find something better. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { percent, t } from "../core/text.js";
import { accountList } from "../replay/account.js";
import { button } from "../ui/controls.js";

/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {import("../replay/review.js").Decision} Decision */
/** @typedef {import("./progress.js").MistakeProgress} MistakeProgress */

/**
 * @param {Game} game @param {Decision[]} all @param {number} at the index of the mistake
 * @param {MistakeProgress} progress @param {{names: string[], me: number, next: () => void}} how
 * @returns {import("../puzzles/card.js").CardParts}
 */
export function mistakeParts(game, all, at, progress, { names, me, next }) {
  const label = t("mistakes.of", { n: at + 1, all: all.length });
  return {
    label,
    head: [h("span", { class: "mistake-no" }, label), dots(all, at, progress)],
    intro: intro(game, all[at], names, me),
    ways: button([h("span", { class: "foot-word" }, t(at + 1 < all.length ? "mistakes.next" : "mistakes.end")), icon("forward")], next, { class: "flat next-mistake", key: "next" }),
  };
}

/** @param {Decision[]} all @param {number} at @param {MistakeProgress} progress */
function dots(all, at, { results }) {
  return h("span", { class: "mistake-dots", "aria-hidden": "true" }, all.map(({ ply }, i) => h("i", { key: ply, class: [i === at && "here", results.has(ply) && "done"] })));
}

/** @param {Game} game @param {Decision} decision @param {string[]} names @param {number} me */
function intro(game, decision, names, me) {
  const { review, gameView, frames } = game;
  const after = decision.after ?? 0;
  const reply = frames[decision.ply + 2];
  const replied = reply && typeof reply.seat === "number" && reply.seat !== me ? gameView.told(reply, frames[decision.ply + 1].state, names, me) : null;
  const best = review.best(decision);
  return [
    h(
      "p",
      { class: "mistake-chances", key: "chances" },
      h("span", { class: "unseen" }, t("mistakes.chances", { from: percent(best), to: percent(after) })),
      h("span", { "aria-hidden": "true" }, percent(best)),
      h("i", { class: "mistake-bar", "aria-hidden": "true", style: { "--from": String(best), "--to": String(after) } }),
      h("b", { class: "bad", "aria-hidden": "true" }, percent(after)),
    ),
    h("h3", { class: "unseen", key: "happened" }, t("mistakes.happened")),
    h("p", { class: "guide-text mistake-told", key: "told" }, gameView.told(frames[decision.ply + 1], frames[decision.ply].state, names, me), ".", replied && [" ", replied, "."]),
    decision.account?.length && [h("h3", { class: "unseen", key: "wrong" }, t("mistakes.wrong")), accountList({ game: game.told.game, names }, decision.account)],
    h("p", { class: "dim s", key: "how" }, t("mistakes.enough")),
  ];
}
