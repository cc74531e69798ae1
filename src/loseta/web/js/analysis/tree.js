/**
 * A tree of variations: positions with the actions and draws tried from them, and comments. The first
 * child of each position is the main line.
 */

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** The evaluation of an action, from the view of the seat that plays it. @typedef {{win_chance: number, value: number, visits: number}} Evaluation */
/** A node in the format of `POST /analysis/tree`: `parent` is 0 for the start, 1 for the first node of the list. @typedef {{parent: number, action: string, comment?: string, evaluation?: Evaluation | null}} ListedNode */

/**
 * A position in the tree, with the action that led to it.
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Node[]} ways        its children
 * @property {string} action      "" at the start
 * @property {Frame} frame        the step, with the state after it
 * @property {string} comment
 * @property {Evaluation | null} evaluation
 * @property {string} key         unique, and it never changes
 * @property {number} added       how many children were added here, including those removed since
 */

/** @param {Frame} frame @param {string} [comment] @returns {Node} */
export function newTree(frame, comment = "") {
  return { parent: null, ways: [], action: "", frame, comment, evaluation: null, key: "0", added: 0 };
}

/** The child with this action, if there is one. @param {Node} node @param {string} action */
export function wayBy(node, action) {
  return node.ways.find((way) => way.action === action) ?? null;
}

/** @param {Node} parent @param {Frame} frame @param {{comment?: string, evaluation?: Evaluation | null}} [said] @returns {Node} */
export function addWay(parent, frame, { comment = "", evaluation = null } = {}) {
  const key = `${parent.key}.${parent.added}`;
  const node = { parent, ways: [], action: frame.action ?? "", frame, comment, evaluation, key, added: 0 };
  parent.added += 1;
  parent.ways.push(node);
  return node;
}

/** Remove a node and everything after it. @param {Node} node @returns {Node} where it came from */
export function removeNode(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.ways = parent.ways.filter((way) => way !== node);
  return parent;
}

/** The path from the start to a node, including both. @param {Node} node @returns {Node[]} */
export function pathTo(node) {
  return node.parent ? [...pathTo(node.parent), node] : [node];
}

/** Make the path to a node the main line. @param {Node} node */
export function promote(node) {
  for (const each of pathTo(node).slice(1)) {
    const { parent } = each;
    if (parent) parent.ways = [each, ...parent.ways.filter((way) => way !== each)];
  }
}

/** Whether a node is part of the main line. @param {Node} node */
export function isMain(node) {
  return pathTo(node).every((each) => !each.parent || each.parent.ways[0] === each);
}

/** The last node of the line that a node is in. @param {Node} node @returns {Node} */
export function endOf(node) {
  return node.ways.length ? endOf(node.ways[0]) : node;
}

/** The next or the previous of a node's siblings. @param {Node} node @param {number} by @returns {Node} */
export function beside(node, by) {
  const ways = node.parent?.ways ?? [node];
  return ways[(ways.indexOf(node) + by + ways.length) % ways.length];
}

/**
 * All nodes but the start, in reading order: an action, its alternatives, then what followed.
 * `depth` is 0 in the main line.
 * @param {Node} root @returns {{node: Node, depth: number}[]}
 */
export function rows(root) {
  /** @type {{node: Node, depth: number}[]} */
  const found = [];
  /** @param {Node} node @param {number} depth */
  const follow = (node, depth) => {
    for (let at = node; at.ways.length; at = at.ways[0]) {
      const [main, ...others] = at.ways;
      found.push({ node: main, depth });
      for (const other of others) {
        found.push({ node: other, depth: depth + 1 });
        follow(other, depth + 1);
      }
    }
  };
  follow(root, 0);
  return found;
}

/** The nodes as a list in the order of `rows`. @param {Node} root @returns {ListedNode[]} */
export function listed(root) {
  const all = rows(root).map(({ node }) => node);
  const numbers = new Map([[root, 0], ...all.map((node, i) => /** @type {[Node, number]} */ ([node, i + 1]))]);
  return all.map(({ parent, action, comment, evaluation }) => ({
    parent: numbers.get(/** @type {Node} */ (parent)) ?? 0,
    action,
    ...(comment ? { comment } : {}),
    ...(evaluation ? { evaluation } : {}),
  }));
}

/** The number of a node in that list; 0 for the start. @param {Node} root @param {Node} node */
export function numberOf(root, node) {
  return rows(root).findIndex((row) => row.node === node) + 1;
}

/** The tree from the server's answer. @param {{frame: Frame, comment?: string, nodes: (ListedNode & {frame: Frame})[]}} told @returns {{root: Node, nodes: Node[]}} the nodes by their numbers */
export function grown({ frame, comment, nodes }) {
  const root = newTree(frame, comment);
  const all = [root];
  for (const each of nodes) all.push(addWay(all[each.parent], { ...each.frame, action: each.action }, each));
  return { root, nodes: all };
}
