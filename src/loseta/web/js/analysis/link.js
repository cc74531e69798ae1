/**
 * An analysis as a link: its tree as compressed JSON after the “#”, so that browsers do not send it to the
 * server. Reading has limits, whatever the link claims to hold.
 */

/** @typedef {import("./tree.js").ListedNode} ListedNode */
/** A tree in the format of the server; without a position it begins with a new game. @typedef {{game: string, position: string, names: string[], comment?: string, nodes: ListedNode[], options?: import("../types.js").Options}} ToldTree */
/** A tree, and the number of the current node. @typedef {{tree: ToldTree, at: number}} Linked */

/** Links of this length still work in mails and in all browsers. */
export const LONGEST_LINK = 8_000;
/** The longest JSON in a link. */
const LONGEST_TEXT = 400_000;
const VERSION = "1";

/** The text after the “#” is not an analysis, or only part of one. */
export class BadLink extends Error {}

/** @param {Linked} linked @returns {Promise<string>} the text after the “#”; "" if it would be too long */
export async function packed({ tree, at }) {
  const { game, position, names, comment, nodes } = tree;
  const short = nodes.map(({ parent, action, comment: said, evaluation }) => [
    parent,
    action,
    ...(said || evaluation ? [said ?? ""] : []),
    ...(evaluation ? [[evaluation.win_chance, evaluation.value, evaluation.visits]] : []),
  ]);
  const text = JSON.stringify([game, position, names, comment ?? "", short, at]);
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), LONGEST_TEXT);
  const link = `${VERSION}.${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return link.length > LONGEST_LINK ? "" : link;
}

/** @param {string} link what stands behind the "#" @returns {Promise<Linked>} Raises BadLink. */
export async function unpacked(link) {
  try {
    const [version, data, ...more] = link.split(".");
    if (version !== VERSION || more.length || link.length > LONGEST_LINK) throw new BadLink();
    const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), LONGEST_TEXT));
    const [game, position, names, comment, nodes, at] = JSON.parse(text);
    if (![game, position, comment].every((each) => typeof each === "string") || !Array.isArray(names)) throw new BadLink();
    return {
      at: Number.isInteger(at) && at >= 0 && at <= nodes.length ? at : 0,
      tree: { game, position, names, comment, nodes: nodes.map(node) },
    };
  } catch {
    throw new BadLink();
  }
}

/** @param {[parent: number, action: string, comment?: string, evaluation?: [number, number, number]]} told @returns {ListedNode} */
function node([parent, action, comment = "", evaluation]) {
  if (!Number.isInteger(parent) || typeof action !== "string" || typeof comment !== "string") throw new BadLink();
  if (!evaluation) return { parent, action, comment };
  const [win_chance, value, visits] = evaluation.map(Number);
  return { parent, action, comment, evaluation: { win_chance, value, visits } };
}

/** Compress or decompress some bytes. Raises BadLink if there are more than `most`. @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream @param {number} most */
async function through(bytes, stream, most) {
  const writer = stream.writable.getWriter();
  // An error here also reaches the reader, which reports it.
  writer.write(/** @type {BufferSource} */ (bytes)).catch(() => {});
  writer.close().catch(() => {});
  /** @type {number[]} */
  const found = [];
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return Uint8Array.from(found);
    if (found.length + value.length > most) {
      reader.cancel().catch(() => {});
      throw new BadLink();
    }
    for (const each of value) found.push(each);
  }
}
