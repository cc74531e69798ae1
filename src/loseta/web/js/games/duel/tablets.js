/** The scoring tablets in play: small cards with the current points. */

import { h } from "../../core/h.js";
import { signed, t } from "../../core/text.js";
import { badge } from "../../ui/identity.js";
import { aloud } from "../shared/tiles.js";

/** @typedef {import("./actions.js").TableView} TableView */

/** The spaces that are marked in a tablet's picture. @type {{[name: string]: (r: number, c: number) => boolean}} */
const PICTURES = {
  rows: (r) => r === 2,
  columns: (_, c) => c === 2,
  diagonals: (r, c) => r === c || r + c === 5,
  wilds: (r, c) => (r + 2 * c) % 5 === 1 && r !== c,
  row_colours: (r, c) => r === 2 && c !== 4,
  border: (r, c) => r === 0 || r === 5 || c === 0 || c === 5,
  corners: (r, c) => (r < 2 || r > 3) && (c < 2 || c > 3),
  specials: (r, c) => (2 * r + c) % 5 === 2 && r !== c,
};
const FIVE = ["B", "Y", "R", "K", "", "T"];

/** @param {string} name */
function picture(name) {
  const spots = [];
  for (let r = 0; r < 6; r += 1) {
    for (let c = 0; c < 6; c += 1) {
      const on = PICTURES[name](r, c);
      const colour = name === "row_colours" && on ? `q-${FIVE[c]}` : on ? (name === "specials" ? "hollow" : "on") : "";
      spots.push(h("i", { class: ["q", colour] }));
    }
  }
  return h("span", { class: ["tab-picture", name === "wilds" && "wilds"], "aria-hidden": "true" }, spots);
}

/** A tablet's rule, with its points. @param {string} name @param {import("./actions.js").Box} box */
export function tabletRule(name, box) {
  const points = box.tablets.points[name];
  // The upper corners bring fewer points than the lower ones.
  if (typeof points !== "number") return t("duel.tablet.corners", { upper: points[0], lower: points[2] });
  return t(`duel.tablet.${name}`, { points: name === "specials" ? signed(points) : points });
}

/** @param {string} name */
export function tabletName(name) {
  return t(`duel.side.${name}`);
}

/** "You" or "rival", short enough for a card; for spectators, an initial. @param {TableView} view @param {number} seat */
function whose(view, seat) {
  if (view.me === null || view.watched) return [badge(view, seat), aloud(view.names[seat])];
  return t(seat === view.me ? "duel.you_short" : "duel.rival_short");
}

/** @param {TableView} view */
export function tablets(view) {
  const seats = view.me === 1 ? [1, 0] : [0, 1];
  return h(
    "ul",
    { class: ["tabs", `tabs-${view.state.tablets.length}`], "aria-label": t("duel.tablets"), key: "tabs", "data-spot": "tablets" },
    view.state.tablets.map((name, i) =>
      h(
        "li",
        { class: "tab", title: tabletRule(name, view.box), key: name },
        picture(name),
        // If a card has no room for text, a tap shows it.
        view.layout === "lying" && h("button", {
          type: "button",
          class: "tab-say",
          "aria-label": `${tabletName(name)}: ${tabletRule(name, view.box)}`,
          on: { click: () => view.say(`${tabletName(name)}: ${tabletRule(name, view.box)}`) },
        }),
        h("span", { class: "tab-text" }, h("b", null, tabletName(name)), h("small", null, tabletRule(name, view.box))),
        h(
          "span",
          { class: "tab-points" },
          seats.map((seat) => {
            const score = view.state.boards[seat].tablets[i];
            return h(
              "span",
              { class: "v", key: seat, "data-spot": `tablet${seat}-${i}`, title: view.names[seat] },
              h("span", { class: "v-name" }, whose(view, seat)),
              " ",
              h("b", { class: score.points < 0 ? "bad" : "" }, score.points === 0 ? "0" : signed(score.points)),
            );
          }),
        ),
      ),
    ),
  );
}
