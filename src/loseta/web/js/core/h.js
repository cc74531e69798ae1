/**
 * The rendering layer: a page is a tree of plain objects made by `h`. `draw` updates the document to match
 * the tree, changing only what differs. An element is kept, with its focus and its animations, as
 * long as its place or its `key` stays the same.
 *
 * Attributes have their usual names. Special ones: `class` takes nested lists, in which false is left
 * out; `style` takes an object of properties (set through the CSSOM, which the content policy allows); `on`
 * an object of listeners; `value`, `checked` and `selected` are set as properties; `mounted` is called once
 * with the new element.
 */

/** @typedef {{[name: string]: any}} Props */
/** @typedef {string | number | undefined} Key */
/** @typedef {{tag: string, props: Props, kids: (VElement | string)[], key: Key, el?: Node}} VElement */
/**
 * Anything that can be drawn; lists may be nested.
 * @typedef {VElement | string | number | boolean | null | undefined | any[]} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {VElement}
 */
export function h(tag, props, ...children) {
  /** @type {(VElement | string)[]} */
  const kids = [];
  flatten(children, kids);
  return { tag, props: props || {}, kids, key: props?.key };
}

/** @param {Child[]} children @param {(VElement | string)[]} into */
function flatten(children, into) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === true) continue;
    if (Array.isArray(child)) flatten(child, into);
    else if (typeof child === "object") into.push(child);
    else if (child !== "") into.push(String(child));
  }
}

/** @type {WeakMap<Element, VElement>} */
const drawn = new WeakMap();

/**
 * Make an element show a tree.
 * @param {Element} root
 * @param {Child} tree
 */
export function draw(root, tree) {
  const next = h("root", null, tree);
  const last = drawn.get(root);
  if (!last) root.replaceChildren();
  patchKids(root, last ? last.kids : [], next.kids, false);
  drawn.set(root, next);
}

/** @param {VElement | string} node @param {boolean} svg @returns {Node} */
function make(node, svg) {
  if (typeof node === "string") return document.createTextNode(node);
  const inSvg = svg || node.tag === "svg";
  const el = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  node.el = el;
  patchProps(el, {}, node.props);
  patchKids(el, [], node.kids, inSvg);
  if (node.props.mounted) node.props.mounted(el);
  return el;
}

/** @param {VElement | string | undefined} a @param {VElement | string} b */
function same(a, b) {
  if (a === undefined || typeof a === "string" || typeof b === "string") {
    return typeof a === "string" && typeof b === "string";
  }
  return a.tag === b.tag && a.key === b.key;
}

/**
 * @param {Node} parent
 * @param {(VElement | string)[]} last
 * @param {(VElement | string)[]} next
 * @param {boolean} svg
 */
function patchKids(parent, last, next, svg) {
  /** @type {Map<Key, number>} */
  const byKey = new Map();
  const nodes = /** @type {(Node | null)[]} */ (Array.from(parent.childNodes).slice(0, last.length));
  last.forEach((kid, index) => {
    if (typeof kid !== "string" && kid.key !== undefined) byKey.set(kid.key, index);
  });
  let plain = 0;
  /** @type {Node | null} */
  let before = parent.firstChild;
  for (const kid of next) {
    let index = -1;
    if (typeof kid !== "string" && kid.key !== undefined) {
      index = byKey.get(kid.key) ?? -1;
    } else {
      while (plain < last.length && isKeyed(last[plain])) plain += 1;
      index = plain < last.length ? plain++ : -1;
    }
    const old = index >= 0 ? last[index] : undefined;
    /** @type {Node} */
    let node;
    if (index >= 0 && nodes[index] && same(old, kid)) {
      node = /** @type {Node} */ (nodes[index]);
      nodes[index] = null;
      patch(node, /** @type {VElement | string} */ (old), kid, svg);
    } else {
      node = make(kid, svg);
    }
    if (node === before) before = before.nextSibling;
    else parent.insertBefore(node, before);
  }
  for (const node of nodes) if (node) parent.removeChild(node);
}

/** @param {VElement | string | undefined} node */
function isKeyed(node) {
  return typeof node === "object" && node.key !== undefined;
}

/** @param {Node} node @param {VElement | string} last @param {VElement | string} next @param {boolean} svg */
function patch(node, last, next, svg) {
  if (typeof next === "string") {
    if (last !== next) node.nodeValue = next;
    return;
  }
  const old = /** @type {VElement} */ (last);
  next.el = node;
  if (old === next) return;
  patchProps(/** @type {Element} */ (node), old.props, next.props);
  patchKids(node, old.kids, next.kids, svg || next.tag === "svg");
}

/** Properties that the user can change: they are set at every drawing. */
const SET_AS_PROPERTIES = new Set(["value", "checked", "selected"]);

/** @param {Element} el @param {Props} last @param {Props} next */
function patchProps(el, last, next) {
  for (const name in last) if (!(name in next)) setProp(el, name, undefined, last[name]);
  for (const name in next) {
    if (next[name] !== last[name] || SET_AS_PROPERTIES.has(name)) {
      setProp(el, name, next[name], last[name]);
    }
  }
}

/** @param {any} el @param {string} name @param {any} value @param {any} last */
function setProp(el, name, value, last) {
  switch (name) {
    case "key":
    case "mounted":
      return;
    case "class": {
      const text = Array.isArray(value) ? value.flat(Infinity).filter(Boolean).join(" ") : value;
      if (text) el.setAttribute("class", text);
      else el.removeAttribute("class");
      return;
    }
    case "style":
      for (const part in last) if (!value || !(part in value)) el.style.removeProperty(part);
      for (const part in value) {
        if (!last || last[part] !== value[part]) el.style.setProperty(part, String(value[part]));
      }
      return;
    case "on":
      // One listener for each type of event, which looks up the current handler.
      el.heard ??= new Set();
      for (const type in value) {
        if (el.heard.has(type)) continue;
        el.heard.add(type);
        el.addEventListener(type, (/** @type {Event} */ event) => el.wanted[type]?.(event));
      }
      el.wanted = value || {};
      return;
    case "value":
    case "checked":
    case "selected":
      if (el[name] !== (value ?? "")) el[name] = value ?? "";
      return;
  }
  if (value === undefined || value === null || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? "" : String(value));
}

/**
 * The text of a tree, as a screen reader would read it.
 * @param {Child} node
 * @returns {string}
 */
export function words(node) {
  if (Array.isArray(node)) return node.map(words).join("");
  if (!node) return node === 0 ? "0" : "";
  if (typeof node !== "object") return String(node);
  if (node.props["aria-hidden"] === "true") return "";
  return node.props["aria-label"] ?? node.kids.map(words).join("");
}
