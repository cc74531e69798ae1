/** Where the parts of an action are on the table. */

/** Parts of an action, as the server sends them. @typedef {Partial<import("../../types.js").LegalAction> & {space?: number}} Parts */

/** The spots of each part, the source first; those in one list share a ring. @param {Parts} parts @param {number} seat whose board it is about @param {number} size of a wall or dome @returns {string[][]} */
export function spotsOf({ source, plate, line, row, column, space }, seat, size) {
  const columns = typeof column === "number" ? [column] : Array.from({ length: size }, (_, i) => i);
  const spots = [
    source !== undefined && (source === 0 ? ["centre", "factory-0"] : [`factory-${source}`]),
    typeof plate === "number" && [`plate-${plate}`],
    typeof line === "number" && (line === size ? [`floor${seat}`, `broken${seat}`] : [`line${seat}-${line}`]),
    typeof row === "number" && columns.flatMap((each) => [`wall${seat}-${row}-${each}`, `dome${seat}-${row}-${each}`]),
    typeof space === "number" && [`place${seat}-${space}`],
  ];
  return spots.filter((each) => Array.isArray(each));
}
