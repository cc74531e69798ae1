/** A state brought to what it looks like after an event, so that a tiling can be shown step by step. */

/** The pieces, where they lie after it. @param {any} state changed in place @param {any} event @param {any} end the state after all events */
export function settle(state, event, end) {
  const its = state.boards[event.seat];
  switch (event.type) {
    case "tile_placed":
      its.lines[event.row] = "";
      its.tiles[event.row] = replaced(its.tiles[event.row], event.column, event.colour);
      its.chips = end.boards[event.seat].chips;
      its.used = end.boards[event.seat].used;
      return;
    case "special_placed":
      its.tiles[event.row] = replaced(its.tiles[event.row], event.column, "S");
      return;
    case "line_broken":
      its.lines[event.row] = "";
      its.broken = (its.broken + event.colour.repeat(event.count)).slice(0, 4);
      return;
    case "penalty_scored":
      its.broken = "";
  }
}

/** The points, which count when the pieces have come to lie. @param {any} state changed in place @param {any} event @param {any} end the state after all events */
export function score(state, event, end) {
  const its = state.boards[event.seat];
  switch (event.type) {
    case "tile_placed":
    case "special_placed":
      its.score += event.points;
      return;
    case "penalty_scored":
      its.score -= event.lost;
      return;
    case "tablet_scored": {
      // The tablets are one sum: only their total stops at 0 (D7.1), and that is the state after them.
      const which = state.tablets.indexOf(event.tablet);
      its.score += event.points;
      its.tablets[which] = end.boards[event.seat].tablets[which];
    }
  }
}

/** @param {string} text @param {number} at @param {string} letter */
function replaced(text, at, letter) {
  return text.slice(0, at) + letter + text.slice(at + 1);
}
