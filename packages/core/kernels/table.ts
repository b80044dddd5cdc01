// K2, table-AND: one row at a time, trees of at most 8, 16, 32 or 64 leaves.
//
// table[column][code][tree] has one bit per leaf, from left to right: the AND, over all splits of that tree on that column, of the leaves
// that are still possible given this code. A row is the AND of one table row per column; the leaf of a tree is the lowest bit left. Numbers,
// NaN, zero as missing, categories and slots need no special case here, and nothing branches on data.
//
// A table row is a list of blocks, of 64 trees of 8 leaves to 8 of 64. From one code to the next only a tree or two change, so most blocks of
// a table row are those of the row before, and the table has as many blocks as the ensemble has splits:
//
//     column, code 7    ─► block a   block b   block c          block: 64 bytes, a line of the cache
//     column, code 8    ─► block a   block d   block c
//
// Most columns take one compare of two bounds (codes.ts). Two of these are looked up at a time.
//
// Pair, 80 bytes, u32 and f64 of one column and the other: 0 byte offset of the cell   8 address of bounds   16 address of first
//   24 address of the first list   32 low   48 scale   64 top
//
// Model, u32: 0 pairs   4 their end   8 the other columns (codes.ts, offset 48: address of the first list)   12 their end
//   16 bytes of a list: one u32 address per block   20 lists of the current row   24 their end, a multiple of two lists
//   28 masks, block after block   32 leaf values: f64   36 bytes of a tree's values   40 codes: one byte per column, bias -128, for treelets.ts
import { advance, buckets, codeOf, firstOf } from './codes'
import { loadPair } from './load-pair'

/** Looks up the codes of the cells and their lists. */
export function findLists(model: usize, row: usize): void {
  let out = <usize>load<u32>(model, 20), code = <usize>load<u32>(model, 40);
  const listBytes = <usize>load<u32>(model, 16);
  for (let pair = <usize>load<u32>(model), end = <usize>load<u32>(model, 4); pair < end; pair += 80) {
    const x = row + <usize>load<u32>(pair), y = row + <usize>load<u32>(pair, 4);
    const q = buckets(loadPair(x, y), v128.load(pair, 32), v128.load(pair, 48), v128.load(pair, 64));
    const c = advance(<usize>load<u32>(pair, 8), firstOf(<usize>load<u32>(pair, 16), i32x4.extract_lane(q, 0)), v128.load64_splat(x));
    const d = advance(<usize>load<u32>(pair, 12), firstOf(<usize>load<u32>(pair, 20), i32x4.extract_lane(q, 2)), v128.load64_splat(y));
    store<u8>(code, c ^ 128); store<u8>(code, d ^ 128, 1);
    code += 2;
    let from = <usize>load<u32>(pair, 24) + <usize>c * listBytes, other = <usize>load<u32>(pair, 28) + <usize>d * listBytes;
    const next = out + listBytes;
    do {
      v128.store(out, v128.load(from));
      v128.store(out + listBytes, v128.load(other));
      from += 16; other += 16; out += 16;
    } while (out < next);
    out += listBytes;
  }
  let column = <usize>load<u32>(model, 8);
  const end = <usize>load<u32>(model, 12);
  for (; column < end; column += 64, code++) {
    const rank = codeOf(column, row), c = rank == load<i32>(column, 20) ? 0 : rank;
    store<u8>(code, c ^ 128);
    let from = <usize>load<u32>(column, 48) + <usize>c * listBytes;
    const next = out + listBytes;
    do {
      v128.store(out, v128.load(from));
      from += 16; out += 16;
    } while (out < next);
  }
}

/**
 * Ands the blocks from byte `from` of the masks, a multiple of 64, to byte `to`, a multiple of 16. Takes two columns at a time: eight
 * vectors that are read and four that are kept fill the registers.
 */
@inline
export function andBlocks(model: usize, from: usize, to: usize): void {
  const listBytes = <usize>load<u32>(model, 16), lists = <usize>load<u32>(model, 20), end = <usize>load<u32>(model, 24);
  const masks = <usize>load<u32>(model, 28);
  for (; from + 16 < to; from += 64) {
    let a0 = i8x16.splat(-1), a1 = a0, a2 = a0, a3 = a0;
    for (let l = lists + (from >> 4); l < end; l += listBytes) {
      const p = <usize>load<u32>(l);
      l += listBytes;
      const q = <usize>load<u32>(l);
      a0 = v128.and(a0, v128.and(v128.load(p), v128.load(q)));
      a1 = v128.and(a1, v128.and(v128.load(p, 16), v128.load(q, 16)));
      a2 = v128.and(a2, v128.and(v128.load(p, 32), v128.load(q, 32)));
      a3 = v128.and(a3, v128.and(v128.load(p, 48), v128.load(q, 48)));
    }
    const m = masks + from;
    v128.store(m, a0); v128.store(m, a1, 16); v128.store(m, a2, 32); v128.store(m, a3, 48);
  }
  if (from < to) {
    let a0 = i8x16.splat(-1);
    for (let l = lists + (from >> 4); l < end; l += listBytes) a0 = v128.and(a0, v128.load(<usize>load<u32>(l)));
    v128.store(masks + from, a0);
  }
}

@inline
function leafValue(values: usize, mask: usize, leafBytes: usize): f64 {
  let leaf: usize;
  if (leafBytes == 1) leaf = <usize>ctz<u32>(<u32>load<u8>(mask));
  else if (leafBytes == 2) leaf = <usize>ctz<u32>(<u32>load<u16>(mask));
  else if (leafBytes == 4) leaf = <usize>ctz<u32>(load<u32>(mask));
  else leaf = <usize>ctz<u64>(load<u64>(mask));
  return load<f64>(values + (leaf << 3));
}

/**
 * Adds the trees of `ranges` (u32 first and last tree, one pair per output) to `scores`, one f64 per output. Each addition waits for
 * the one before it, so the values of some trees are added while the rows of the next trees are and-ed.
 */
@inline
function scoreRow(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize): void {
  findLists(model, row);
  const masks = <usize>load<u32>(model, 28), values = <usize>load<u32>(model, 32), stride = <usize>load<u32>(model, 36);
  const blockTrees: usize = 128 / leafBytes;
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    let tree = <usize>load<u32>(ranges);
    const last = <usize>load<u32>(ranges, 4);
    let sum = load<f64>(scores);
    let v = values + tree * stride;
    while (tree < last) {
      const end = min<usize>((tree & ~(blockTrees - 1)) + blockTrees, last);
      andBlocks(model, (tree * leafBytes) & ~63, (end * leafBytes + 15) & ~15);
      let m = masks + tree * leafBytes;
      for (; tree + 4 <= end; tree += 4) {
        const v1 = v + stride, v2 = v1 + stride, v3 = v2 + stride;
        sum += leafValue(v, m, leafBytes);
        sum += leafValue(v1, m + leafBytes, leafBytes);
        sum += leafValue(v2, m + 2 * leafBytes, leafBytes);
        sum += leafValue(v3, m + 3 * leafBytes, leafBytes);
        v = v3 + stride; m += 4 * leafBytes;
      }
      for (; tree < end; tree++, v += stride, m += leafBytes) sum += leafValue(v, m, leafBytes);
    }
    store<f64>(scores, sum);
  }
}

export function scoreRow8(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  scoreRow(model, row, ranges, rangesEnd, scores, 1);
}

export function scoreRow16(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  scoreRow(model, row, ranges, rangesEnd, scores, 2);
}

export function scoreRow32(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  scoreRow(model, row, ranges, rangesEnd, scores, 4);
}

export function scoreRow64(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  scoreRow(model, row, ranges, rangesEnd, scores, 8);
}

/** scoreRow for sums in float32, from masks that `maskRow` has made; the lowest bit of a mask is one of the tree's own. */
export function addSingles(model: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize): void {
  const masks = <usize>load<u32>(model, 28), values = <usize>load<u32>(model, 32), stride = <usize>load<u32>(model, 36);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), end = masks + <usize>load<u32>(ranges, 4) * leafBytes;
    let sum = <f32>load<f64>(scores), value = values + tree * stride;
    for (let mask = masks + tree * leafBytes; mask < end; mask += leafBytes, value += stride) {
      sum += <f32>load<f64>(value + (<usize>ctz<u64>(load<u64>(mask)) << 3));
    }
    store<f64>(scores, <f64>sum);
  }
}

/** Computes the masks of all trees, `bytes` in all, for the row at `row`; the lowest bit of each is the leaf. */
export function maskRow(model: usize, row: usize, bytes: usize): void {
  findLists(model, row);
  andBlocks(model, 0, bytes);
}
