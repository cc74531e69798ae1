/*
 * What is wrong with the geometry of a page, as a list of sentences. Evaluated in the page by geometry.py.
 *
 * Things are words (the lines of a text), pieces (tiles, spaces, chips, plates' backs, icons) and boxes
 * (buttons, cards, boards: whatever has an edge of its own). Two things collide when they share more
 * than a sliver and neither holds the other. Marks in the page, used sparingly:
 *   data-stacked   pieces inside may lie on each other, and so may the numbers that count them
 *   data-overlay   lies over the table on purpose: what it covers is not looked at
 */
({ touch, smallest, scrolls, within }) => {
  const SLIVER = 1.5; // pixels that two things may share: edges, shadows, rounding
  const FINGER = 44;
  const PIECES = ".t, .sp, .chip, .back, .art, .icon";
  const BOXES = ".btn, .dk, .card, .tab, .board, .supply, .key, .badge, .clock, input[type=text]";
  const ACTIVE = "button, a[href], input, select, summary, [data-take]";
  const found = [];
  const say = (what) => found.includes(what) || found.push(what);
  const size = (x) => Math.round(x * 10) / 10;

  // --- What can be seen ---------------------------------------------------------------------
  const seenAlready = new Map();
  const seen = (el) => {
    if (!el || el === document.documentElement) return true;
    if (!seenAlready.has(el)) {
      const style = getComputedStyle(el);
      const shown = style.display !== "none" && style.visibility !== "hidden" && Number(style.opacity) > 0.05;
      const forEars = style.clipPath.startsWith("inset(50%");
      seenAlready.set(el, shown && !forEars && (style.display === "contents" || el.checkVisibility()) && seen(el.parentElement));
    }
    return seenAlready.get(el);
  };
  // What stays in the window while the rest scrolls covers it by nature.
  const sticky = (el) => getComputedStyle(el).position === "sticky";
  const overlays = [...document.querySelectorAll("body *")].filter((el) => ("overlay" in (el.dataset ?? {}) || sticky(el)) && seen(el));
  const overlap = (a, b) => ({
    x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  });
  const meets = (a, b, least = SLIVER) => {
    const { x, y } = overlap(a, b);
    return x > least && y > least;
  };
  const covered = (el, box) => overlays.some((over) => {
    if (over.contains(el) || el.contains(over)) return false;
    // Of two overlays the later lies above.
    const mine = overlays.filter((each) => each.contains(el));
    if (mine.some((each) => overlays.indexOf(each) > overlays.indexOf(over))) return false;
    return meets(over.getBoundingClientRect(), box);
  });

  /** What is left of a box inside everything that clips it. */
  const clipping = (el) => {
    const all = [];
    for (let up = el; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(up);
      if (overflowX !== "visible" || overflowY !== "visible") all.push([up, overflowX, overflowY]);
      if (position === "fixed") break; // nothing above it clips it
    }
    return all;
  };
  const scrollable = (el, axis) => /auto|scroll/.test(axis) && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1);
  const outOfSight = (el, box) => clipping(el.parentElement).some(([up, x, y]) => {
    const edge = up.getBoundingClientRect();
    return (scrollable(up, x) || scrollable(up, y)) && !meets(edge, box, 0.5);
  });

  /** What is in sight of a line in something that scrolls. */
  const inSight = (el, line) => {
    let [top, bottom] = [line.top, line.bottom];
    for (const [up, x, y] of clipping(el)) {
      if (!scrollable(up, x) && !scrollable(up, y)) continue;
      const edge = up.getBoundingClientRect();
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(line.x, top, line.width, Math.max(0, bottom - top));
  };

  /** Whether scrolling would bring the rest of it into sight. */
  const halfScrolled = (el, box) => (scrolls && (box.top < 0 || box.bottom > innerHeight)) || clipping(el.parentElement).some(([up, , y]) => {
    const edge = up.getBoundingClientRect();
    return scrollable(up, y) && (box.top < edge.top || box.bottom > edge.bottom);
  });

  /** A turned tile is as large as it is, not as the box around it. */
  const boxOf = (el) => {
    const box = el.getBoundingClientRect();
    if (!(el instanceof HTMLElement) || getComputedStyle(el).transform === "none") return box;
    const [w, h] = [el.offsetWidth, el.offsetHeight];
    return new DOMRect(box.x + (box.width - w) / 2, box.y + (box.height - h) / 2, w, h);
  };

  const nameOf = (el) => {
    const label = el.getAttribute("aria-label") || el.dataset?.spot || el.textContent.trim().slice(0, 24);
    return `${el.tagName.toLowerCase()}.${[...el.classList].join(".")}${label ? ` “${label}”` : ""}`;
  };

  // --- Collecting -----------------------------------------------------------------------------
  const things = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const el = node.parentElement;
    if (!node.data.trim() || el.closest("script, style, .not-started, svg") || !seen(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = node.data.trim().replace(/\s+/g, " ");
    // Of a name with an ellipsis only what stands before it is there; its title has the whole.
    const end = getComputedStyle(el).textOverflow === "ellipsis" && el.title === text ? el.getBoundingClientRect().right : Infinity;
    const last = getComputedStyle(el).webkitLineClamp !== "none" && el.title === text ? el.getBoundingClientRect().bottom : Infinity;
    const lines = [...range.getClientRects()]
      .filter((line) => line.top < last - SLIVER)
      .map((line) => new DOMRect(line.x, line.y, Math.min(line.right, end) - line.x, line.height))
      .filter((line) => line.width > 0.5 && line.height > 0.5);
    if (!lines.length) continue;
    const font = parseFloat(getComputedStyle(el).fontSize) * (el.currentCSSZoom ?? 1);
    if (lines.every((line) => outOfSight(el, line) || covered(el, line))) continue;
    if (font < smallest - 0.05) say(`tiny: “${text.slice(0, 40)}” has ${size(font)} px`);
    const cut = cutAt(el, node, lines.map((line) => inSight(el, line)).filter((line) => line.height > 0));
    if (cut) say(`cut: “${text.slice(0, 60)}” ${cut}`);
    // A line is as high as its letters, not as the room between lines.
    for (const line of lines) {
      const high = Math.min(line.height, font * 1.02);
      const box = inSight(el, new DOMRect(line.x, line.y + (line.height - high) / 2, line.width, high));
      if (!outOfSight(el, box) && !covered(el, box)) things.push({ kind: "words", el, box, name: `“${text.slice(0, 40)}”` });
    }
  }

  /** Why a text is not whole. An ellipsis is fine where the whole text is to be had: by a title, or a label. */
  function cutAt(el, node, lines) {
    const text = node.data.trim();
    for (const [up, x, y] of clipping(el)) {
      const edge = up.getBoundingClientRect();
      const wide = !scrollable(up, x) && lines.some((line) => line.right > edge.right + SLIVER || line.left < edge.left - SLIVER);
      const high = !scrollable(up, y) && lines.some((line) => line.bottom > edge.bottom + 0.35 * line.height || line.top < edge.top - 0.35 * line.height);
      if (!wide && !high) continue;
      const named = el.closest("[title], [aria-label]");
      const whole = named && `${named.title} ${named.getAttribute("aria-label") ?? ""}`.includes(text);
      if (wide && !high && whole && getComputedStyle(up).textOverflow === "ellipsis") continue;
      return `by ${nameOf(up)}`;
    }
    const box = el.closest(`${BOXES}, .aim-button`);
    if (!box || box.matches(".board") || !seen(box)) return "";
    const edge = box.getBoundingClientRect();
    const leaves = lines.some((line) => line.right > edge.right + SLIVER || line.left < edge.left - SLIVER || line.bottom > edge.bottom + 4 || line.top < edge.top - 4);
    return leaves ? `leaves ${nameOf(box)}` : "";
  }

  // The names of computer players are short enough to be whole everywhere, with a title or without.
  for (const el of document.querySelectorAll(".name, .card-name, .rank-name, .final-name")) {
    if (!seen(el) || covered(el, el.getBoundingClientRect())) continue;
    if (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 3) say(`name cut: “${el.textContent}”`);
  }

  const collect = (selector, kind) => {
    for (const el of document.querySelectorAll(selector)) {
      if (el.closest("#pieces, .flyer, .dragged, [data-decoration]") || !seen(el)) continue;
      const box = inSight(el, boxOf(el));
      if (box.width < 2 || box.height < 2 || outOfSight(el, box) || covered(el, box)) continue;
      things.push({ kind, el, box, name: nameOf(el) });
    }
  };
  collect(PIECES, "piece");
  collect(BOXES, "box");
  if (!things.length) say("nothing is to be seen");

  // --- Collisions -----------------------------------------------------------------------------
  const holds = (a, b) => a.el.contains(b.el) || b.el.contains(a.el);
  const stackOf = (thing) => thing.el.closest("[data-stacked]");
  const inTheAir = (thing) => thing.el.matches(".t.up"); // tiles in the hand lie above their place
  const sorted = things.toSorted((a, b) => a.box.left - b.box.left);
  sorted.forEach((a, i) => {
    for (let k = i + 1; k < sorted.length && sorted[k].box.left < a.box.right - SLIVER; k += 1) {
      const b = sorted[k];
      if (!meets(a.box, b.box) || holds(a, b)) continue;
      if (stackOf(a) && stackOf(a) === stackOf(b)) continue;
      if (a.kind === "piece" && b.kind === "piece" && (inTheAir(a) || inTheAir(b))) continue;
      if (a.kind === "words" && b.kind === "words" && a.el === b.el) continue;
      // A text flows around the pictures in it.
      const shared = overlap(a.box, b.box);
      say(`collide by ${size(shared.x)}×${size(shared.y)}: ${a.name} and ${b.name}`);
    }
  });

  // Factories are round: two of them touch when their middles are nearer than their radii allow.
  const discs = [...document.querySelectorAll(".disc, .fac")].filter((el) => seen(el) && !covered(el, el.getBoundingClientRect()));
  discs.forEach((a, i) => discs.slice(i + 1).forEach((b) => {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    if (a.closest(".zoom") !== b.closest(".zoom")) return;
    const apart = Math.hypot(p.x + p.width / 2 - q.x - q.width / 2, p.y + p.height / 2 - q.y - q.height / 2);
    const gap = apart - p.width / 2 - q.width / 2;
    if (gap < -1) say(`touch by ${size(-gap)}: ${nameOf(a)} and ${nameOf(b)}`);
  }));

  // A word lies on the edge of a factory when its nearest point is nearer to the middle than the radius.
  // Its own words a factory holds.
  for (const disc of discs) {
    const its = disc.getBoundingClientRect();
    const [x, y, radius] = [its.x + its.width / 2, its.y + its.height / 2, its.width / 2];
    for (const { kind, el, box, name } of things) {
      if (kind !== "words" || disc.contains(el) || disc.closest(".zoom") !== el.closest(".zoom")) continue;
      const away = Math.hypot(x - Math.max(box.left, Math.min(x, box.right)), y - Math.max(box.top, Math.min(y, box.bottom)));
      if (away < radius - 1) say(`on a factory by ${size(radius - away)}: ${name} and ${nameOf(disc)}`);
    }
  }

  // --- The window -------------------------------------------------------------------------------
  for (const { box, name, el } of things) {
    if (box.left < -1 || box.right > innerWidth + 1) say(`outside the window at ${box.left < -1 ? "the left" : "the right"}: ${name}`);
    const lies = clipping(el.parentElement).some(([up, , y]) => scrollable(up, y));
    if (!scrolls && !lies && (box.top < -1 || box.bottom > innerHeight + 1)) say(`outside the window at ${box.top < -1 ? "the top" : "the bottom"}: ${name}`);
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + 1) say(`the page is ${page.scrollWidth - page.clientWidth} px too wide`);
  if (!scrolls && page.scrollHeight > page.clientHeight + 1) say(`the page is ${page.scrollHeight - page.clientHeight} px too tall`);

  // --- Fingers ----------------------------------------------------------------------------------
  if (touch) {
    const same = (el, hit) => {
      if (!hit) return false;
      if (el.contains(hit)) return true;
      const { take, drop } = el.dataset;
      return Boolean((take && hit.closest("[data-take]")?.dataset.take === take) || (drop && hit.closest("[data-drop]")?.dataset.drop === drop));
    };
    const reach = (el) => {
      const box = el.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const far = (dx, dy) => {
        let n = 0;
        while (n < FINGER && same(el, document.elementFromPoint(x + dx * (n + 1), y + dy * (n + 1)))) n += 1;
        return n;
      };
      const met = (dx, dy) => same(el, document.elementFromPoint(x + dx, y + dy));
      if (!met(0, 0)) return null;
      // Most are large enough by themselves, and free on all sides.
      const half = FINGER / 2 - 0.5;
      const free = met(-half, 0) && met(half, 0) && met(0, -half) && met(0, half);
      if (free && box.width >= FINGER && box.height >= FINGER) return { width: FINGER, height: FINGER };
      return { width: far(-1, 0) + far(1, 0) + 1, height: far(0, -1) + far(0, 1) + 1 };
    };
    const small = [];
    const large = new Set();
    for (const each of document.querySelectorAll(ACTIVE)) {
      // What a choice answers to is its label; a link within a sentence is as high as its line.
      const el = each.matches("input") ? (each.closest("label") ?? each) : each;
      if (!seen(el) || each.disabled || (el.matches("a") && el.closest("p, .say, li"))) continue;
      if (within && !el.closest(within)) continue;
      if (within) el.scrollIntoView({ block: "center", behavior: "instant" });
      const box = el.getBoundingClientRect();
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      if (!box.width || middle.x < 0 || middle.y < 0 || middle.x > innerWidth || middle.y > innerHeight) continue;
      if (outOfSight(el, box) || covered(el, box) || halfScrolled(el, box)) continue;
      const its = reach(el);
      if (!its) {
        say(`not to be met by a finger: ${nameOf(el)}`);
        continue;
      }
      const does = el.dataset.drop ?? el.dataset.take ?? el;
      if (its.width >= FINGER && its.height >= FINGER) large.add(does);
      else small.push([does, `small target ${its.width}×${its.height}: ${nameOf(el)}`]);
    }
    // What can be done by a larger target as well may be small.
    for (const [does, what] of small) if (!large.has(does)) large.add(does) && say(what);
    if (within) scrollTo(0, 0);
  }
  return found;
};
