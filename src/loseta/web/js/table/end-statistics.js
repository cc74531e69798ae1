/** Statistics of a game. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {{tiles: number, best: number, longest: number, wasted: number, taken: number}} Numbers */

/** @param {TableSession} session */
export function statistics(session) {
  const numbers = session.names.map((_, seat) => count(session.frames, seat));
  const shown = /** @type {(keyof Numbers)[]} */ (["tiles", "best", "longest", "wasted"]);
  const last = session.frames.at(-1)?.state;
  return [
    h("h3", null, t("end.numbers")),
    h(
      "table",
      { class: "numbers" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, t("end.numbers"))), session.names.map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        null,
        shown.map((key) => h("tr", { key }, h("th", { scope: "row" }, t(`end.number_${key}`)), numbers.map((each) => h("td", null, String(each[key]))))),
      ),
    ),
    h("p", { class: "dim s" }, t("end.length", { n: last?.round ?? 0, turns: session.frames.filter((frame) => frame.seat !== null && frame.seat !== undefined).length })),
  ];
}

/** @param {import("../games/game-view.js").Frame[]} frames @param {number} seat @returns {Numbers} */
function count(frames, seat) {
  const found = { tiles: 0, best: 0, longest: 0, wasted: 0, taken: 0 };
  for (const frame of frames) {
    for (const event of frame.events ?? []) {
      if (event.seat !== seat) continue;
      if (event.type === "tile_placed" || event.type === "special_placed") {
        found.tiles += 1;
        found.best = Math.max(found.best, event.points);
        found.longest = Math.max(found.longest, event.across ?? 0, event.down ?? 0);
      }
      if (event.type === "floor_scored") found.wasted += event.spaces;
      if (event.type === "penalty_scored") found.wasted += event.broken;
    }
  }
  return found;
}
