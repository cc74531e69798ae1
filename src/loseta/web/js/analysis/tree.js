/**
 * A tree of variations: positions, what was played or dealt in them, and what is said of it. The first
 * way on from a position is the main line.
 */

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** What was thought of an action, by the seat that plays it. @typedef {{win_chance: number, value: number, visits: number}} Evaluation */
/** A node as `POST /analysis/tree` knows it: `parent` is 0 for the start, 1 for the first node of the list. @typedef {{parent: number, action: string, comment?: string, evaluation?: Evaluation | null}} ListedNode */

/**
 * A position in the tree, with the action that led to it.
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Node[]} ways        what was tried from here
 * @property {string} action      "" at the start
 * @property {Frame} frame        what it led to
 * @property {string} comment
 * @property {Evaluation | null} evaluation
 * @property {string} key         its own for good, however the tree grows
 * @property {number} added       how many ways have been added here, the removed ones included
 */

/** @param {Frame} frame @param {string} [comment] @returns {Node} */
export function newTree(frame, comment = "") {
  return { parent: null, ways: [], action: "", frame, comment, evaluation: null, key: "0", added: 0 };
}

/** The way that an action is, if it was tried already. @param {Node} node @param {string} action */
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

/** Take a node and all that follows out of the tree. @param {Node} node @returns {Node} where it came from */
export function removeNode(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.ways = parent.ways.filter((way) => way !== node);
  return parent;
}

/** From the start to a node, both included. @param {Node} node @returns {Node[]} */
export function pathTo(node) {
  return node.parent ? [...pathTo(node.parent), node] : [node];
}

/** Make what leads to a node the main line. @param {Node} node */
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

/** The end of the line that a node is in. @param {Node} node @returns {Node} */
export function endOf(node) {
  return node.ways.length ? endOf(node.ways[0]) : node;
}

/** The next or the previous of the ways that a node is one of. @param {Node} node @param {number} by @returns {Node} */
export function beside(node, by) {
  const ways = node.parent?.ways ?? [node];
  return ways[(ways.indexOf(node) + by + ways.length) % ways.length];
}

/**
 * All nodes but the start in the order in which one reads them: an action, what could have been played
 * instead, then what followed. `depth` is 0 in the main line.
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

/** As a list, in the order of `rows`. @param {Node} root @returns {ListedNode[]} */
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
