/**
 * The analysis board: a position, the moves tried from it, and the current node. The user moves for all
 * sides; draws of the dealer are chosen by hand or at random. Legality and consequences come from the server.
 */

import { announce } from "../core/announce.js";
import { redraw } from "../core/redraw.js";
import { play } from "../core/sound.js";
import { t } from "../core/text.js";
import { Hand } from "../games/hand.js";
import { games, loadView, notShown } from "../games/index.js";
import { post, ServerError } from "../net/api.js";
import { Engine } from "./engine.js";
import { addWay, beside, endOf, grown, listed, numberOf, pathTo, promote, removeNode, wayBy } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../types.js").Sandbox} Sandbox */
/** @typedef {import("../core/h.js").Child} Child */
/** The server's answer about a tree. @typedef {{game: string, names: string[], comment: string, box: import("../types.js").Box, frame: import("../games/game-view.js").Frame, nodes: (import("./tree.js").ListedNode & {frame: import("../games/game-view.js").Frame})[]}} GrownTree */

/** The most draws of the dealer in a row. */
const MOST_DEALS = 6;

/**
 * Send a tree, or a record that holds one, to the server to be parsed.
 * @param {{tree: import("./link.js").ToldTree} | {record: string}} source
 * @param {number} [at] the number of the node to show (in a record: the step); -1 for the first decision
 */
export async function openBoard(source, at = -1) {
  /** @type {[GrownTree, import("../types.js").About]} */
  const [told, about] = await Promise.all([post("/analysis/tree", source), games()]);
  const trouble = notShown(told.game, about);
  if (trouble) throw trouble;
  return new Board(told, about.levels, await loadView(told.game), "record" in source, at);
}

export class Board extends Hand {
  /** @param {GrownTree} told @param {import("../types.js").Levels} levels @param {import("../games/game-view.js").GameView} gameView @param {boolean} steps whether `at` is a step of the main line @param {number} at */
  constructor(told, levels, gameView, steps, at) {
    super();
    const { root, nodes } = grown(told);
    this.game = told.game;
    /** Names as in the record. */ this.seats = told.names;
    this.names = told.names.map((name) => levels[name] ?? (/^\d$/.test(name) ? t("analysis.player", { n: name }) : name));
    this.box = told.box;
    this.gameView = gameView;
    this.root = root;
    this.node = (steps ? pathTo(endOf(root)) : nodes)[at] ?? opening(root);
    this.side = 0;
    /** The action of an engine line under the pointer. */ this.pointed = "";
    this.busy = false;
    /** @type {WeakMap<Node, Sandbox>} */ this.scenes = new WeakMap();
    /** @type {WeakMap<Node, import("../types.js").Effects>} */ this.effects = new WeakMap();
    this.engine = new Engine(this.game, (node, thought) => this.note(node, thought));
    /** Called when the tree or the current node has changed. */ this.changed = () => {};
    this.arrive();
  }

  close() {
    this.engine.close();
  }

  get scene() {
    return this.scenes.get(this.node) ?? null;
  }

  get state() {
    return this.node.frame.state;
  }

  get over() {
    return this.state.phase === "over";
  }

  /** Whether the dealer is to act. */
  get dealt() {
    return this.scene !== null && this.scene.seat === null && !this.over;
  }

  /** The tree in the format of the server. @returns {import("./link.js").ToldTree} */
  get told() {
    const { game, root, seats } = this;
    return { game, position: /** @type {string} */ (root.frame.position), names: seats, comment: root.comment, nodes: listed(root) };
  }

  get number() {
    return numberOf(this.root, this.node);
  }

  // --- Going about ----------------------------------------------------------------------------

  /** @param {Node} node */
  go(node) {
    if (node === this.node) return;
    this.node = node;
    this.hand = null;
    this.remark = null;
    this.pointed = "";
    this.memory.enlarged = null;
    this.engine.look(null); // frees a worker
    announce(this.sentences());
    this.arrive();
    this.changed();
    redraw();
  }

  back() {
    if (this.node.parent) this.go(this.node.parent);
  }

  forward() {
    if (this.node.ways.length) this.go(this.node.ways[0]);
  }

  first() {
    this.go(this.root);
  }

  last() {
    this.go(endOf(this.node));
  }

  /** The next or the previous variation of the same move. @param {number} by */
  other(by) {
    this.go(beside(this.node, by));
  }

  /** The nodes from the start to the current one. @returns {Child} */
  sentences() {
    const { node, gameView, names } = this;
    if (!node.action) return t("analysis.start");
    const parts = [gameView.told(node.frame, node.parent?.frame.state, names), ...gameView.followed(node.frame, names)];
    return parts.filter((part) => part && !(Array.isArray(part) && !part.length)).flatMap((part) => [part, ". "]);
  }

  /** Fetch what is legal here, and start the engine on it. */
  async arrive() {
    const { node } = this;
    const scene = this.scenes.get(node) ?? (await this.ask({ position: node.frame.position }));
    if (!scene) return;
    this.scenes.set(node, scene);
    if (node !== this.node) return;
    if (scene.seat !== null) this.side = scene.seat;
    redraw();
    if (!scene.legal.length) return;
    // First, because an analysis would keep it waiting if there is only one worker.
    if (!this.effects.has(node)) await this.askEffects(node);
    if (node === this.node) this.engine.look(node);
  }

  /** The effects of each action; without them the pattern lines show less. @param {Node} node */
  async askEffects(node) {
    try {
      const { effects } = await post("/sandbox", { game: this.game, position: node.frame.position, effects: true });
      this.effects.set(node, effects);
      redraw();
    } catch {
      // The board works without it.
    }
  }

  // --- Playing --------------------------------------------------------------------------------

  /** Ask the server about a position, and show its refusal if there is one. @param {object} asked @returns {Promise<Sandbox | null>} */
  async ask(asked) {
    try {
      return await post("/sandbox", { game: this.game, ...asked });
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.say(error.message || t("table.lost"), error.place?.rule);
      return null;
    }
  }

  /** One request at a time. @param {() => Promise<void>} act */
  async alone(act) {
    if (this.busy) return;
    this.busy = true;
    redraw();
    await act().finally(() => (this.busy = false));
    redraw();
  }

  /** Play actions one after the other, for whoever is to act. @param {string[]} actions */
  play(actions) {
    return this.alone(async () => {
      for (const action of actions) if (!(await this.step(action))) return;
    });
  }

  /** Play one action of a seat or of the dealer; "" lets the dealer draw at random. @param {string} action */
  async step(action) {
    const { node } = this;
    const known = action && wayBy(node, action);
    if (known) {
      this.go(known);
      return true;
    }
    const mover = this.scene?.seat ?? null;
    const told = await this.ask({ position: node.frame.position, ...(action ? { actions: [action] } : { deal: true }) });
    if (!told) return false;
    const { state, events, before_scoring, position } = told;
    const played = told.dealt ?? action;
    /** @type {import("../games/game-view.js").Frame} */
    const frame = { ply: node.frame.ply + 1, seat: mover, round: node.frame.state.round, action: played, events, state, before_scoring, position };
    const way = wayBy(node, played) ?? addWay(node, frame, { evaluation: this.thoughtOf(node, played) });
    this.scenes.set(way, told);
    if (mover !== null) play("take");
    this.go(way);
    return true;
  }

  /** Let the dealer draw until a seat is to move. */
  deal() {
    return this.alone(async () => {
      for (let n = 0; n < MOST_DEALS && this.dealt; n += 1) if (!(await this.step(""))) return;
    });
  }

  /** @param {string[]} actions @returns {Promise<import("../types.js").Why[]>} */
  async why(actions) {
    return (await post("/sandbox", { game: this.game, position: this.node.frame.position, why: actions })).why;
  }

  // --- The tree -------------------------------------------------------------------------------

  /** @param {string} action */
  point(action) {
    this.pointed = action;
    redraw();
  }

  /** @param {string} comment */
  comment(comment) {
    this.node.comment = comment;
    this.changed();
  }

  promote() {
    promote(this.node);
    this.changed();
    redraw();
  }

  remove() {
    const gone = this.node;
    this.go(/** @type {Node} */ (gone.parent));
    removeNode(gone);
    this.changed();
    redraw();
  }

  /** Store the engine's evaluations in the nodes of the tried actions. @param {Node} node @param {import("./engine.js").Thought} thought */
  note(node, thought) {
    for (const way of node.ways) way.evaluation = evaluationIn(thought, way.action) ?? way.evaluation;
  }

  /** @param {Node} node @param {string} action */
  thoughtOf(node, action) {
    const thought = this.engine.thoughts.get(node);
    return thought ? evaluationIn(thought, action) : null;
  }

  /** The number of decisions before this node, and in the whole line. */
  get place() {
    const decisions = (/** @type {Node[]} */ nodes) => nodes.filter((node) => typeof node.frame.seat === "number").length;
    return { n: decisions(pathTo(this.node)), all: decisions(pathTo(endOf(this.node))) };
  }
}

/** @param {import("./engine.js").Thought} thought @param {string} action */
function evaluationIn({ candidates }, action) {
  const found = candidates.find((each) => each.action === action);
  return found ? { win_chance: found.win_chance, value: found.value, visits: found.visits } : null;
}

/** The first node at which a seat is to move. @param {Node} root @returns {Node} */
function opening(root) {
  let node = root;
  while (node.frame.state.turn === null && node.ways.length) node = node.ways[0];
  return node;
}
