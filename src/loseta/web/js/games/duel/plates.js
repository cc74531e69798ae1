/** Dome plates and bonus chips, drawn and named. */

import { space, symbol, tileName } from "../../art/pieces.js";
import { h } from "../../core/h.js";
import { listed, t } from "../../core/text.js";
import { turned } from "./actions.js";

/** @typedef {import("../../core/h.js").Props} Props */
/** @typedef {import("./actions.js").Box} Box */
/** @typedef {import("./types.js").KnownPlate} KnownPlate */

/** The letter of a space in art/pieces.js. @param {string} letter */
export function spaceLetter(letter) {
  return letter === "W" ? "*" : letter;
}

/** “any colour”, “special space”, “blue”. @param {string} letter */
export function spaceName(letter) {
  if (letter === "W") return t("duel.any");
  return letter === "S" ? t("duel.special_space") : tileName(letter);
}

/** A plate by itself. @param {Box} box @param {number} plate @param {string} [turn] @param {Props} [props] */
export function plate(box, plate, turn = "n", { class: extra, ...props } = {}) {
  const letters = turned(box.plates[plate].spaces, turn);
  return h(
    "span",
    { class: ["plate", extra], "aria-hidden": "true", ...props },
    [...letters].map((letter, k) => space(spaceLetter(letter), { key: k })),
  );
}

/** The back of a plate: s special, w wild. @param {string} type @param {Props} [props] */
export function back(type, { class: extra, ...props } = {}) {
  return h("span", { class: ["back", extra], "aria-hidden": "true", ...props }, symbol(type === "s" ? "back-special" : "back-wild"));
}

/** s special or w wild: of a plate, or of a hidden one: 7, "?s", "s". @param {Box} box @param {KnownPlate} known */
export function typeOf(box, known) {
  return typeof known === "number" ? box.plates[known].back : known.slice(-1);
}

/** “special plate”, “wild plate”. @param {Box} box @param {KnownPlate} known */
export function typeName(box, known) {
  return t(typeOf(box, known) === "s" ? "duel.plate_special" : "duel.plate_wild");
}

/** “wild plate 7: blue, red above, any colour, black below”. @param {Box} box @param {number} number @param {string} [turn] */
export function plateName(box, number, turn = "n") {
  const [a, b, c, d] = [...turned(box.plates[number].spaces, turn)].map(spaceName);
  return t("duel.plate_name", { type: typeName(box, number), number: String(number), a, b, c, d });
}

/** A plate, or its back if only that is known. @param {Box} box @param {KnownPlate} known @param {Props} [props] */
export function seen(box, known, props = {}) {
  return typeof known === "number" ? plate(box, known, "n", props) : back(typeOf(box, known), props);
}

/** A plate within a sentence, by its four letters; hidden from screen readers, which read its number. @param {string} letters */
export function inlinePlate(letters) {
  return h("span", { class: "mini-plate", "aria-hidden": "true" }, [...letters].map((letter, k) => h("i", { class: ["q", `q-${letter}`], key: k })));
}

/** A chip by its face, "?" for one that lies face down. @param {string} face @param {Props & {tag?: string}} [props] */
export function chip(face, { tag = "span", class: extra, ...props } = {}) {
  return h(tag, { class: ["chip", extra], ...props }, symbol(face === "?" ? "chip-back" : `chip-${face}`));
}

/** “blue and red”. @param {string} face */
function chipColours(face) {
  return listed([...face].map((letter) => tileName(letter)));
}

/** “bonus chip: blue and red”. @param {string} face */
export function chipName(face) {
  return face === "?" ? t("duel.chip_down") : t("duel.chip_name", { colours: chipColours(face) });
}

/** A chip within a sentence, with its spoken name. @param {string} face */
export function inlineChip(face) {
  return chip(face, { class: "in", role: "img", "aria-label": face === "?" ? chipName(face) : chipColours(face) });
}
