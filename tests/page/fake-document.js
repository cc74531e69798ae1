/**
 * As much of a browser as the page's own logic asks for: a document of plain objects that counts
 * what is done to it, and the locale files of the page. Import it before any module of the page.
 */

import { readFile } from "node:fs/promises";

const WEB = new URL("../../src/loseta/web/", import.meta.url);

class FakeNode {
  constructor(tag) {
    this.tag = tag;
    this.nodeValue = null;
    this.parent = null;
    this.childNodes = [];
    this.attributes = {};
    this.listeners = {};
    this.styles = {};
    this.style = {
      setProperty: (name, value) => (this.styles[name] = value),
      removeProperty: (name) => delete this.styles[name],
    };
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    return this.parent.childNodes[this.parent.childNodes.indexOf(this) + 1] ?? null;
  }

  get text() {
    return this.nodeValue ?? this.childNodes.map((child) => child.text).join("");
  }

  insertBefore(node, before) {
    node.parent?.removeChild(node);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parent = this;
  }

  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parent = null;
  }

  replaceChildren() {
    this.childNodes = [];
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  addEventListener(type, listener) {
    (this.listeners[type] ??= []).push(listener);
  }

  fire(type) {
    for (const listener of this.listeners[type] ?? []) listener({ type });
  }
}

export const made = { elements: 0 };

globalThis.document = {
  hidden: true,
  documentElement: {},
  createElement(tag) {
    made.elements += 1;
    return new FakeNode(tag);
  },
  createElementNS: (_, tag) => globalThis.document.createElement(tag),
  createTextNode: (text) => Object.assign(new FakeNode("#text"), { nodeValue: text }),
};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.addEventListener = () => {};
Object.defineProperty(globalThis, "navigator", { value: { languages: ["de-DE", "es-MX"] } });
globalThis.fetch = async (path) => {
  const text = await readFile(new URL(path.replace("/web/", ""), WEB), "utf-8");
  return { ok: true, json: async () => JSON.parse(text) };
};

export function element(tag = "div") {
  return new FakeNode(tag);
}
