/** The review of a game as a file: a record whose variations are the candidates. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { post } from "../net/api.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export function saveReview(game) {
  return [
    button([icon("download"), t("saved.button")], () => save(game), { class: "small save-review" }),
    game.notSaved && h("p", { class: "bad s", role: "alert" }, game.notSaved),
  ];
}

/** @param {Game} game */
async function save(game) {
  game.notSaved = "";
  const decisions = [...game.review.decisions.values()].map(({ ply, candidates }) => ({ ply, candidates }));
  try {
    const text = await post("/records/reviewed", { record: game.text, decisions });
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: `${game.told.game}-${t("saved.file")}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    game.notSaved = /** @type {Error} */ (error).message || t("table.lost");
  }
  redraw();
}

/** The sentence about the variation that is shown. @param {Game} game @param {{ply: number, action: string}} variation */
export function remark(game, { ply, action }) {
  return game.told.variations[ply]?.find((each) => each.actions[0] === action)?.comment ?? "";
}

/** The stored variations at this step. @param {Game} game */
export function otherWays(game) {
  const ply = game.variation?.ply ?? game.at - 1;
  const found = game.told.variations[ply] ?? [];
  if (!found.length) return null;
  return h(
    "section",
    { class: "board card-box other-ways", key: "ways" },
    h("h2", null, t("saved.variations")),
    h(
      "ul",
      { class: "candidates" },
      found.map(({ actions: [action], comment }, n) =>
        h(
          "li",
          { key: n },
          h(
            "button",
            { type: "button", class: ["candidate", game.variation?.action === action && "here"], on: { click: () => game.look(ply, action) } },
            h("span", { class: "candidate-text" }, game.gameView.wording(action, game.frames[ply].state), comment && h("small", { class: "tag" }, comment)),
          ),
        ),
      ),
    ),
  );
}
