/** The automatic consequences of a step: tiling and points, a sentence for each player. */

import { inline } from "../../art/pieces.js";
import { listed, rich, t } from "../../core/text.js";
import { report } from "../shared/report.js";
import { points, run } from "../shared/tiles.js";
import { tabletName } from "./tablets.js";

/** @typedef {import("./actions.js").Frame} Frame */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../core/h.js").Child} Child */

/** @param {GameEvent} event @returns {Child} */
function part(event) {
  switch (event.type) {
    case "tile_placed":
      return [inline(event.colour), " ", points(event.points), ` (${run(event)})`];
    case "special_placed":
      return [inline("S"), " ", points(event.points), ` (${t("duel.special_row", { row: event.row + 1 })})`];
    case "line_broken":
      return rich("duel.line_broken", { line: event.row + 1, n: event.count, tile: inline(event.colour, event.count) });
    case "penalty_scored":
      return event.penalty ? [penaltyWhy(event), " ", points(-event.lost)] : null;
    case "tablet_scored":
      return [tabletName(event.tablet), " ", points(event.points)];
  }
  return null;
}

/** @param {GameEvent} event */
function penaltyWhy(event) {
  const causes = [];
  if (event.broken) causes.push(t("duel.broken_count", { n: event.broken }));
  if (event.start_tile) causes.push(t("duel.start_tile"));
  return listed(causes);
}

/** @param {Frame} frame @param {string[]} names */
export function followed(frame, names) {
  return report(frame, names, part);
}
