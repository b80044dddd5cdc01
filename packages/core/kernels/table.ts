// K2: one row at a time, trees of at most 32 or 64 leaves: table-AND.
//
// table[column][code][tree] has one bit a leaf, leaves from left to right: the AND, over all splits of that tree on that column, of the leaves
// that are still possible given this code. A row is the AND of one table row a column; the leaf of a tree is the lowest bit left. Numbers,
// NaN, zero as missing, categories and slots are all the same thing here, and nothing branches on data.
//
// A table row is a list of blocks, of 16 trees of 32 leaves or 8 of 64. From one code to the next only a tree or two change, so most blocks of
// a table row are those of the row before, and the table has as many blocks as the ensemble has splits:
//
//     column, code 7    ─► block a   block b   block c          block: 64 bytes, a line of the cache
//     column, code 8    ─► block a   block d   block c
//
// Where zero counts as missing, the list of its code is a copy of that of code 0.
//
// Model, u32: 0 columns (codes.ts, offset 48: address of the column's first list)   4 columns that take one compare of two bounds
//   8 columns   12 bytes of a list: u32 address a block   16 lists of the current row: u32 address a column   20 masks: a block after another
//   24 leaf values: f64, 28 bytes of a tree's
import { advance, buckets, firstOf, searchStep } from './codes'

@inline
function blockList(column: usize, code: i32, listBytes: i32): u32 {
  return load<u32>(column, 48) + <u32>(code * listBytes);
}

@inline
function lanes(column: usize, offset: usize): v128 {
  return v128.load64_lane(column + offset, v128.load64_zero(column + offset - 64), 1);
}

/** Looks up the lists of the cells. */
function findLists(model: usize, row: usize): void {
  let column = <usize>load<u32>(model), out = <usize>load<u32>(model, 16);
  const pairs = column + (<usize>(load<u32>(model, 4) & ~1) << 6), end = column + (<usize>load<u32>(model, 8) << 6);
  const listBytes = load<i32>(model, 12);
  for (; column < pairs; column += 128) {
    const next = column + 64;
    const x = row + <usize>load<u32>(column), y = row + <usize>load<u32>(next);
    const q = buckets(v128.load64_lane(y, v128.load64_zero(x), 1), lanes(next, 24), lanes(next, 32), lanes(next, 40));
    const c = advance(<usize>load<u32>(column, 4), firstOf(<usize>load<u32>(column, 8), i32x4.extract_lane(q, 0)), v128.load64_splat(x));
    const d = advance(<usize>load<u32>(next, 4), firstOf(<usize>load<u32>(next, 8), i32x4.extract_lane(q, 2)), v128.load64_splat(y));
    store<u32>(out, blockList(column, c, listBytes));
    store<u32>(out, blockList(next, d, listBytes), 4);
    out += 8;
  }
  for (; column < end; column += 64) {
    const x = row + <usize>load<u32>(column), bounds = <usize>load<u32>(column, 4);
    const compares = load<i32>(column, 12);
    let code = 0;
    if (compares > 0) {
      const v = v128.load64_splat(x);
      const q = buckets(v, v128.load64_splat(column, 24), v128.load64_splat(column, 32), v128.load64_splat(column, 40));
      code = firstOf(<usize>load<u32>(column, 8), i32x4.extract_lane(q, 0));
      for (let i = 0; i < compares; i++) code = advance(bounds, code, v);
    } else {
      const v = load<f64>(x);
      for (let bit = load<i32>(column, 16) - 1; bit >= 0; bit--) code = searchStep(bounds, code, bit, v);
    }
    store<u32>(out, blockList(column, code, listBytes));
    out += 4;
  }
}

/** The AND of blocks, from byte `from` of the masks, a multiple of 64, to byte `to`, one of 16. */
@inline
function andBlocks(model: usize, from: usize, to: usize): void {
  const lists = <usize>load<u32>(model, 16), masks = <usize>load<u32>(model, 20);
  const end = lists + (<usize>load<u32>(model, 8) << 2);
  for (; from + 64 < to; from += 128) {
    let a0 = i8x16.splat(-1), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    const at = from >> 4;
    for (let l = lists; l < end; l += 4) {
      const list = at + <usize>load<u32>(l);
      const p = <usize>load<u32>(list), q = <usize>load<u32>(list, 4);
      a0 = v128.and(a0, v128.load(p)); a1 = v128.and(a1, v128.load(p, 16));
      a2 = v128.and(a2, v128.load(p, 32)); a3 = v128.and(a3, v128.load(p, 48));
      a4 = v128.and(a4, v128.load(q)); a5 = v128.and(a5, v128.load(q, 16));
      a6 = v128.and(a6, v128.load(q, 32)); a7 = v128.and(a7, v128.load(q, 48));
    }
    const m = masks + from;
    v128.store(m, a0); v128.store(m, a1, 16); v128.store(m, a2, 32); v128.store(m, a3, 48);
    v128.store(m, a4, 64); v128.store(m, a5, 80); v128.store(m, a6, 96); v128.store(m, a7, 112);
  }
  if (from + 16 < to) {
    let a0 = i8x16.splat(-1), a1 = a0, a2 = a0, a3 = a0;
    for (let l = lists; l < end; l += 4) {
      const p = <usize>load<u32>((from >> 4) + <usize>load<u32>(l));
      a0 = v128.and(a0, v128.load(p)); a1 = v128.and(a1, v128.load(p, 16));
      a2 = v128.and(a2, v128.load(p, 32)); a3 = v128.and(a3, v128.load(p, 48));
    }
    const m = masks + from;
    v128.store(m, a0); v128.store(m, a1, 16); v128.store(m, a2, 32); v128.store(m, a3, 48);
  } else if (from < to) {
    let a0 = i8x16.splat(-1);
    for (let l = lists; l < end; l += 4) a0 = v128.and(a0, v128.load(<usize>load<u32>((from >> 4) + <usize>load<u32>(l))));
    v128.store(masks + from, a0);
  }
}

@inline
function leafValue(values: usize, mask: usize, leafBytes: usize): f64 {
  const leaf = leafBytes == 4 ? <usize>ctz<u32>(load<u32>(mask)) : <usize>ctz<u64>(load<u64>(mask));
  return load<f64>(values + (leaf << 3));
}

/**
 * Adds the trees of `ranges` (u32 first and last tree, a pair an output) to `scores`, f64 an output. Each addition waits for the one before
 * it, so the values of some trees are added while the rows of the next are and-ed.
 */
@inline
function scoreRow(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize): void {
  findLists(model, row);
  const masks = <usize>load<u32>(model, 20), values = <usize>load<u32>(model, 24), stride = <usize>load<u32>(model, 28);
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

export function scoreRow32(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  scoreRow(model, row, ranges, rangesEnd, scores, 4);
}

export function scoreRow64(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  scoreRow(model, row, ranges, rangesEnd, scores, 8);
}

/** The masks of all trees for the row at `row`, `bytes` of them; the lowest bit is the leaf. */
export function maskRow(model: usize, row: usize, bytes: usize): void {
  findLists(model, row);
  andBlocks(model, 0, bytes);
}
