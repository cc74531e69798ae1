/**
 * QR codes (ISO/IEC 18004) of short texts: bytes, error correction level M, versions 1 to 10, which
 * is enough for a link of 213 bytes.
 */

/** For each version: check words per block, and the numbers of data words of its blocks. */
const BLOCKS = /** @type {[number, number[]][]} */ ([
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
]);
/** The middles of the alignment patterns by version. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// Powers of 2 in the field of 256 elements that the check words are worked out in.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** @param {number[]} data @param {number} n */
function checkWords(data, n) {
  let generator = [1];
  for (let i = 0; i < n; i += 1) {
    const next = [...generator, 0];
    generator.forEach((value, k) => (next[k + 1] ^= times(value, EXP[i])));
    generator = next;
  }
  const rest = [...data, ...Array(n).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const factor = rest[i];
    if (factor) generator.forEach((value, k) => (rest[i + k] ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** All words of a code, data and checks, in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function codeWords(bytes, version) {
  const [checks, sizes] = BLOCKS[version - 1];
  const room = sizes.reduce((a, b) => a + b, 0);
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4); // bytes follow
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  /** @type {number[]} */
  const words = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  let from = 0;
  const blocks = sizes.map((size) => words.slice(from, (from += size)));
  const checked = blocks.map((block) => checkWords(block, checks));
  const drawn = [];
  for (let i = 0; i < Math.max(...sizes); i += 1) for (const block of blocks) if (i < block.length) drawn.push(block[i]);
  for (let i = 0; i < checks; i += 1) for (const block of checked) drawn.push(block[i]);
  return drawn;
}

/** A remainder, as the format and version numbers are secured. @param {number} value @param {number} generator @param {number} bits */
function remainder(value, generator, bits) {
  let rest = value << bits;
  for (let i = 31 - Math.clz32(rest); i >= bits; i = 31 - Math.clz32(rest)) {
    rest ^= generator << (i - bits);
    if (!rest) break;
  }
  return (value << bits) | rest;
}

const MASKS = /** @type {((r: number, c: number) => boolean)[]} */ ([
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]);

/** The fixed patterns; null where data may be. @param {number} version */
function frame(version) {
  const size = version * 4 + 17;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const finder = (/** @type {number} */ top, /** @type {number} */ left) => {
    for (let r = -1; r <= 7; r += 1) {
      for (let c = -1; c <= 7; c += 1) {
        if (!grid[top + r] || grid[top + r][left + c] === undefined) continue;
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        grid[top + r][left + c] = ring !== 2 && ring !== 4;
      }
    }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  for (const r of ALIGNED[version - 1]) {
    for (const c of ALIGNED[version - 1]) {
      if (grid[r][c] !== null) continue;
      for (let y = -2; y <= 2; y += 1) {
        for (let x = -2; x <= 2; x += 1) grid[r + y][c + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
      }
    }
  }
  for (let i = 8; i < size - 8; i += 1) grid[6][i] = grid[i][6] = i % 2 === 0;
  // Kept free for the format and the version, which are written last.
  for (let i = 0; i < 9; i += 1) {
    grid[8][i] ??= false;
    grid[i][8] ??= false;
    if (i < 8) {
      grid[8][size - 1 - i] ??= false;
      grid[size - 1 - i][8] ??= false;
    }
  }
  grid[size - 8][8] = true;
  if (version >= 7) {
    const bits = remainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const dark = Boolean((bits >> i) & 1);
      grid[Math.floor(i / 3)][size - 11 + (i % 3)] = dark;
      grid[size - 11 + (i % 3)][Math.floor(i / 3)] = dark;
    }
  }
  return grid;
}

/** @param {boolean[][]} grid @param {number} mask */
function writeFormat(grid, mask) {
  const size = grid.length;
  const bits = remainder(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i += 1) {
    const dark = Boolean((bits >> i) & 1);
    if (i < 6) grid[i][8] = dark;
    else if (i < 8) grid[i + 1][8] = dark;
    else grid[size - 15 + i][8] = dark;
    if (i < 8) grid[8][size - 1 - i] = dark;
    else if (i < 9) grid[8][7] = dark;
    else grid[8][14 - i] = dark;
  }
}

/** How hard a code is to read: long runs, squares, look-alikes of finders, imbalance. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let points = 0;
  let dark = 0;
  const lines = [...grid, ...grid.map((_, c) => grid.map((row) => row[c]))];
  for (const line of lines) {
    let run = 1;
    for (let i = 1; i <= size; i += 1) {
      if (line[i] === line[i - 1]) {
        run += 1;
      } else {
        if (run >= 5) points += run - 2;
        run = 1;
      }
    }
    const text = line.map(Number).join("");
    for (const like of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(like); at >= 0; at = text.indexOf(like, at + 1)) points += 40;
    }
  }
  for (let r = 0; r < size; r += 1) {
    for (let c = 0; c < size; c += 1) {
      if (grid[r][c]) dark += 1;
      if (r && c && grid[r][c] === grid[r - 1][c] && grid[r][c] === grid[r][c - 1] && grid[r][c] === grid[r - 1][c - 1]) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/**
 * The modules of a code, true for dark; null when the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, sizes], i) => sizes.reduce((a, b) => a + b, 0) >= bytes.length + (i < 9 ? 2 : 3));
  if (!version) return null;
  const words = codeWords(bytes, version);
  const fixed = frame(version);
  const size = fixed.length;
  const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, i) => Boolean((word >> (7 - i)) & 1)));
  const candidates = MASKS.map((masked, number) => {
    const grid = fixed.map((row) => row.map(Boolean));
    let next = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let i = 0; i < size; i += 1) {
        const r = up ? size - 1 - i : i;
        for (const c of [right, right - 1]) {
          if (fixed[r][c] !== null) continue;
          grid[r][c] = (bits[next] ?? false) !== masked(r, c);
          next += 1;
        }
      }
    }
    writeFormat(grid, number);
    return grid;
  });
  return candidates.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}
