/** A QR code as a picture. */

import { h } from "../core/h.js";
import { encode } from "./qr-code.js";

/** @type {Map<string, string>} */
const paths = new Map();

/** @param {string} text */
function pathOf(text) {
  let path = paths.get(text);
  if (path === undefined) {
    const grid = encode(text) ?? [];
    path = grid.flatMap((row, r) => row.map((dark, c) => (dark ? `M${c} ${r}h1v1h-1z` : ""))).join("");
    paths.set(text, path);
  }
  return path;
}

/** @param {string} text @param {string} label */
export function qrCode(text, label) {
  const grid = encode(text);
  if (!grid) return null;
  return h(
    "span",
    { class: "qr", role: "img", "aria-label": label },
    h("svg", { viewBox: `0 0 ${grid.length} ${grid.length}`, "aria-hidden": "true" }, h("path", { d: pathOf(text), fill: "#000" })),
  );
}
