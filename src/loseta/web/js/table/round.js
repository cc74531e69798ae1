/** The number of the round, and of all rounds if a game has a fixed number. */

import { t } from "../core/text.js";

/** @param {import("../types.js").GameState} state @param {import("../types.js").Box} box */
export function roundText({ round }, { rounds }) {
  return rounds ? t("table.round_of", { n: round, rounds }) : t("table.round", { n: round });
}
