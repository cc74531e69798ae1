/** Practice: the choice of a variant, a kind and a level, and the unsolved puzzles among them. */

import { hole, space, tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { segmented } from "../ui/controls.js";
import { attemptAt, chosen, isSolved, nextOf, tally } from "./progress.js";
import { practise, progress } from "./store.js";

/** @typedef {import("../types.js").ListedPuzzle} ListedPuzzle */
/** @typedef {Pick<import("../types.js").PuzzleVariant, "variant" | "game" | "options">} Variant */
/** @typedef {import("../types.js").About} About */
/** @typedef {import("./store.js").Practice} Practice */

/** The small picture of a kind: a tile, a printed space (small letter), a hole, or the cost of the floor line. @type {{[kind: string]: string}} */
const ART = {
  "": "BYRKW",
  win: "BBBBb",
  points: "YR_",
  column: "KkK",
  colour: "YYYYy",
  row: "WRBYk",
  floor: "W12",
  marker: "rM",
  place: "_W_",
  plate: "*T*",
  pay: "TTt",
  order: "KYB",
  chip: "S_",
};
const NO_ART = "BY_";

/** @param {Variant[]} variants @param {string} variant @param {About} about @param {(variant: string) => void} choose */
export function variantChoice(variants, variant, about, choose) {
  return segmented(t("home.game"), "variant", variants.map((each) => [each.variant, variantWords(variants, each, about)]), variant, choose, "variants");
}

/** The name of a variant: “Azul · 2 players · gray wall”. @param {Variant[]} variants @param {Variant} variant @param {About} about */
export function variantWords(variants, { game, options }, { games }) {
  const { card } = games[game];
  const alone = new Set(variants.filter((each) => each.game === game).map((each) => card.seats(each.options))).size === 1;
  return [t(`game.${game}`), !alone && t("home.n_players", { n: card.seats(options) }), card.variant(options)].filter(Boolean).join(" · ");
}

/** @param {ListedPuzzle[]} puzzles @param {import("../types.js").PuzzleKinds} kinds @param {Practice} now */
export function kindCards(puzzles, kinds, now) {
  const there = ["", ...Object.keys(kinds).filter((kind) => puzzles.some((each) => each.kind === kind))];
  const kept = progress();
  return h(
    "div",
    { class: "kinds", role: "group", "aria-label": t("puzzles.kind") },
    there.map((kind) => {
      const its = chosen(puzzles, kind, 0);
      const done = tally(kept, its);
      return h(
        "button",
        { type: "button", class: ["board", "kind", kind === now.kind && "on"], key: `kind-${kind}`, "aria-pressed": String(kind === now.kind), on: { click: () => practise({ kind }) } },
        h("span", { class: "kind-art", "aria-hidden": "true" }, [...(ART[kind] ?? NO_ART)].map(piece)),
        h("b", { class: "kind-name" }, kind ? kinds[kind] : t("puzzles.all_kinds")),
        h("span", { class: "kind-done" }, h("span", { class: "kind-bar", "aria-hidden": "true", style: { "--share": String(its.length ? done / its.length : 0) } }), h("span", { class: "nw", "aria-hidden": "true" }, `${done} / ${its.length}`), h("span", { class: "unseen" }, t("puzzles.done_of", { n: done, all: its.length }))),
      );
    }),
  );
}

/** @param {string} sign @param {number} key */
function piece(sign, key) {
  if (sign === "_") return hole({ key });
  if (sign === "1" || sign === "2") return hole({ key }, `−${sign}`);
  if (sign === "M") return tile("1", { key });
  if (sign === "*") return space("*", { key });
  return sign === sign.toUpperCase() ? tile(sign, { key }) : space(sign.toUpperCase(), { key });
}

/** @param {ListedPuzzle[]} puzzles @param {Practice} now */
export function levelChoice(puzzles, now) {
  const its = chosen(puzzles, now.kind, 0);
  const levels = [...new Set(its.map((each) => each.level))].sort((a, b) => a - b);
  return h(
    "div",
    { class: "level-choice" },
    h("span", { class: "fl-name" }, t("home.level")),
    segmented(t("home.level"), "puzzle-level", [["0", t("puzzles.all_levels")], ...levels.map((level) => /** @type {[string, string]} */ ([String(level), String(level)]))], String(now.level), (level) => practise({ level: Number(level) }), "levels"),
  );
}

/** The chosen puzzles, and the button for the next. @param {ListedPuzzle[]} puzzles @param {Practice} now */
export function chosenPuzzles(puzzles, now) {
  const its = chosen(puzzles, now.kind, now.level);
  const kept = progress();
  const next = nextOf(its, kept);
  return h(
    "section",
    { class: "board chosen-puzzles", "aria-label": t("puzzles.practice") },
    h(
      "div",
      { class: "chosen-head" },
      h("h2", null, t("puzzles.practice")),
      h("span", { class: "dim" }, t("puzzles.done_of", { n: tally(kept, its), all: its.length })),
      next && h("a", { class: "btn main practise", href: `/puzzles/${next.id}` }, t("puzzles.practise"), icon("forward")),
    ),
    its.length ? h("ol", { class: "squares", tabindex: "0", "aria-label": t("puzzles.title") }, its.map((each, i) => square(each, i + 1, kept))) : h("p", { class: "dim" }, t("puzzles.none")),
  );
}

/** @param {ListedPuzzle} puzzle @param {number} n @param {import("./progress.js").Progress} kept */
function square({ id, level }, n, kept) {
  const { tries, shown } = attemptAt(kept, id);
  const state = isSolved(kept, id) ? "solved" : tries || shown ? "tried" : "new";
  const name = t(`puzzles.square_${state}`, { n, level });
  return h("li", { key: id }, h("a", { class: "square", "data-state": state, href: `/puzzles/${id}`, "aria-label": name, title: name }, state === "solved" ? icon("check") : String(n)));
}
