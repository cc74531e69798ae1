/** What a mistake gave away and what it won, item by item, in words; the items come from the server. */

import { inline } from "../art/pieces.js";
import { h } from "../core/h.js";
import { rich, signed, t } from "../core/text.js";

/** @typedef {import("./review.js").AccountItem} AccountItem */
/** The game, and the names for its sentences. @typedef {{game: string, names: string[]}} AccountContext */
/** @typedef {import("../core/h.js").Child} Child */

/** Items that have one text for a loss and another for a gain. */
const TWO_SIDED = ["column", "row", "colour", "place", "floor", "broken", "special", "tablet", "rival"];

/** @param {AccountContext} context @param {AccountItem} item @returns {Child} */
export function itemWords({ game, names }, item) {
  const { kind, points = 0, count = 1 } = item;
  const fields = {
    n: count,
    which: (item.which ?? 0) + 1,
    line: (item.line ?? 0) + 1,
    tile: item.colour ? inline(item.colour, kind === "colour" ? 5 : count) : "",
    tiles: item.colour ? rich("why.tiles", { n: count, tile: inline(item.colour, count) }) : "",
    name: names[item.seat ?? 0],
    across: item.across ?? 0,
    down: item.down ?? 0,
    tablet: item.tablet ? t(`${game}.side.${item.tablet}`) : "",
  };
  if (TWO_SIDED.includes(kind)) return rich(`account.${kind}.${points < 0 ? "lost" : "won"}`, fields);
  if (kind === "tile") return rich(`account.tile.${runs(item)}`, fields);
  return rich(`account.${kind}`, fields);
}

/** @param {AccountItem} item */
function runs({ across = 0, down = 0 }) {
  if (across && down) return "both";
  return across ? "across" : down ? "down" : "alone";
}

/** An item, with its points in front. @param {AccountContext} context @param {AccountItem} item @returns {Child} */
function itemLine(context, item) {
  const { points } = item;
  return [points !== undefined && h("b", { class: ["nw", points < 0 ? "bad" : ""] }, signed(points)), points !== undefined && " ", itemWords(context, item)];
}

/** The item with the most points, as part of a sentence; null if no item has any. @param {AccountContext} context @param {AccountItem[] | undefined} items @returns {Child} */
export function mainItem(context, items) {
  const [first] = (items ?? []).filter(({ points }) => points === undefined || points <= -2);
  return first ? itemLine(context, first) : null;
}

/** All losses in one sentence. @param {AccountContext} context @param {AccountItem[] | undefined} items @returns {Child} */
export function accountSentence(context, items) {
  const lost = (items ?? []).filter(({ points }) => points === undefined || points < 0);
  return lost.length ? [lost.map((item, i) => [i > 0 && "; ", itemLine(context, item)]), "."] : "";
}

/** As a list. @param {AccountContext} context @param {AccountItem[] | undefined} items */
export function accountList(context, items) {
  if (!items?.length) return null;
  return h(
    "ul",
    { class: "account" },
    items.map((item, i) =>
      h(
        "li",
        { key: i },
        h("b", { class: ["account-points", (item.points ?? 0) < 0 && "bad"] }, item.points === undefined ? h("span", { "aria-hidden": "true" }, "·") : signed(item.points)),
        h("span", null, itemWords(context, item)),
      ),
    ),
  );
}
