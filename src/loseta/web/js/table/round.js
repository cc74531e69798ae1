/** Which round it is, and of how many where a game has a fixed number of them. */

import { t } from "../core/text.js";

/** @param {import("../types.js").GameState} state @param {import("../types.js").Box} box */
export function roundText({ round }, { rounds }) {
  return rounds ? t("table.round_of", { n: round, rounds }) : t("table.round", { n: round });
}
