// Scores one row by trees of any size: a table for their crowns, then treelets, about five levels per step.
//
// The crown of a tree is the 15 splits that most training rows reach. Its leaves are found as in table.ts; each is a leaf of the tree or
// has a treelet below it.
//
// A treelet has 13 splits: up to six in any shape, and one under each way out of these. All of them are compared at once, with codes (codes.ts)
// that are taken out of registers. A table of the shape turns the six answers into the way out, whose own split gives the exit, so
// nothing branches on data. If a way out is a leaf, both exits of its split are that leaf.
//
// Treelet, 64 bytes
//     4 u32 its place
//     8 13 × i8 limit                        a split goes right when the code is above it
//    21 13 × u8 column, 64 added             ... and missing cells go right
//    34 14 × i16 exit                        from its place, in fours
//    62 u16 offset of the shape's table      u8 an outcome of the six, the way out: its split
// Limits and columns are read as 16 bytes, of which the first three belong to other fields; these lanes are ignored.
// Codes are bytes with bias -128. The code of missing cells is 0, which is above no limit. Where missing cells go right, 1 is subtracted from
// codes and limits, so 0 becomes 255.
//
// A place is the address of a leaf's value, f64, or 4 bytes into a treelet: bit 2 tells them apart. A tree's slot holds the eight bytes there: a
// value, or the place itself. Those of a crown's leaves are stored together, as most trees of most rows end there.
//
// Each addition of a leaf waits for the one before it, so the leaves of 128 trees are added while the walks of the next 128 begin.
//
// Model, u32: 0 to 28 and 40 as in table.ts   32 slots of the leaves of crowns: 16 u64 a tree   36 of each u8, 8 where it is a treelet
//   44 tables of shapes   48 queue   52 u64 slot, a tree of the list; before them those of 128 trees that are -0   56 columns
import { addLinearSlots } from './linear'
import { andBlocks, findLists } from './table'

/** Exit of a treelet: the place that its splits lead to. */
@inline
function step(place: usize, t0: v128, t1: v128, t2: v128, t3: v128, tiles: i32, shapes: usize): usize {
  const columns = v128.load(place, 14);
  const from = v128.and(columns, i8x16.splat(63));
  let code = i8x16.swizzle(t0, from);
  if (tiles > 1) code = v128.or(code, i8x16.swizzle(t1, i8x16.sub(from, i8x16.splat(16))));
  if (tiles > 2) {
    code = v128.or(code, i8x16.swizzle(t2, i8x16.sub(from, i8x16.splat(32))));
    code = v128.or(code, i8x16.swizzle(t3, i8x16.sub(from, i8x16.splat(48))));
  }
  code = i8x16.add(code, i8x16.gt_s(columns, i8x16.splat(63)));
  const right = i8x16.bitmask(i8x16.gt_s(code, v128.load(place, 1))) >> 3;
  const way = <i32>load<u8>(shapes + <usize>load<u16>(place, 58) + <usize>(right & 63));
  const exit = (way << 2) + (((right >> way) & 1) << 1);
  return place + (<usize>(<isize>load<i16>(place + <usize>exit, 6)) << 2);
}

/** Not inlined, or every form of `walk` would contain a copy of it. */
function andCrowns(model: usize, from: usize, to: usize): void {
  andBlocks(model, from, to);
}

/** Writes the slot of a mask's lowest bit and, if it is a treelet, appends it to the queue; returns the new tail. */
@inline
function enterCrown(slot: usize, mask: usize, leaves: usize, goesOn: usize, tail: usize): usize {
  const leaf = <usize>ctz<u32>(<u32>load<u16>(mask));
  return enter(slot, load<u64>(leaves + (leaf << 3)), tail, <usize>load<u8>(goesOn + leaf));
}

/** Writes a slot and an entry at the end of the queue; the queue keeps the entry if `more` is 8, for a treelet, and not if it is 0. */
@inline
function enter(slot: usize, value: u64, tail: usize, more: usize): usize {
  store<u64>(slot, value, 1024);
  store<u32>(tail, <u32>value);
  store<u32>(tail, <u32>slot, 4);
  return tail + more;
}

/**
 * Walks the row through the trees from `tree` to `last` and writes their leaves to the slots. Adds all but the last 128 trees to `sum`.
 * A queue holds the unfinished walks of 128 trees: u32 place, u32 address of its slot.
 */
@inline
function walk(model: usize, tree: usize, last: usize, sum: f64, tiles: i32): f64 {
  const codes = <usize>load<u32>(model, 40), shapes = <usize>load<u32>(model, 44), queue = <usize>load<u32>(model, 48);
  const t0 = v128.load(codes), t1 = v128.load(codes, 16), t2 = v128.load(codes, 32), t3 = v128.load(codes, 48);
  let slot = <usize>load<u32>(model, 52), mask = <usize>load<u32>(model, 28) + (tree << 1);
  let leaves = <usize>load<u32>(model, 32) + (tree << 7), goesOn = <usize>load<u32>(model, 36) + (tree << 4);
  while (tree < last) {
    const stop = min<usize>(tree + 128, last);
    let head = queue, tail = queue;
    while (tree < stop) {
      const blockEnd = min<usize>((tree & ~31) + 32, stop);
      andCrowns(model, (tree << 1) & ~63, ((blockEnd << 1) + 15) & ~15);
      for (; tree + 4 <= blockEnd; tree += 4) {
        sum += load<f64>(slot);
        tail = enterCrown(slot, mask, leaves, goesOn, tail);
        sum += load<f64>(slot, 8);
        tail = enterCrown(slot + 8, mask + 2, leaves + 128, goesOn + 16, tail);
        sum += load<f64>(slot, 16);
        tail = enterCrown(slot + 16, mask + 4, leaves + 256, goesOn + 32, tail);
        sum += load<f64>(slot, 24);
        tail = enterCrown(slot + 24, mask + 6, leaves + 384, goesOn + 48, tail);
        slot += 32; mask += 8; leaves += 512; goesOn += 64;
      }
      for (; tree < blockEnd; tree++) {
        sum += load<f64>(slot);
        tail = enterCrown(slot, mask, leaves, goesOn, tail);
        slot += 8; mask += 2; leaves += 128; goesOn += 16;
      }
    }
    for (; head < tail; head += 8) {
      const place = step(<usize>load<u32>(head), t0, t1, t2, t3, tiles, shapes);
      tail = enter(<usize>load<u32>(head, 4), load<u64>(place), tail, (place & 4) << 1);
    }
  }
  return sum;
}

/** Calls `walk` with as many registers as the columns need. */
function walkTrees(model: usize, tree: usize, last: usize, sum: f64): f64 {
  const columns = load<u32>(model, 56);
  if (columns <= 16) return walk(model, tree, last, sum, 1);
  if (columns <= 32) return walk(model, tree, last, sum, 2);
  return walk(model, tree, last, sum, 4);
}

/** Adds the trees of `ranges` (u32 first and last tree, one pair per output) to `scores`, one f64 per output. */
export function scoreTreelets(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  findLists(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    let sum = walkTrees(model, tree, last, load<f64>(scores));
    const stop = <usize>load<u32>(model, 52) + ((last - tree) << 3);
    for (let slot = stop - min<usize>(1024, (last - tree) << 3); slot < stop; slot += 8) sum += load<f64>(slot, 1024);
    store<f64>(scores, sum);
  }
}

/** Variant of scoreTreelets for linear leaves, whose values are the addresses of their records; `prepared` is the prepared row. */
export function scoreLinearTreelets(model: usize, row: usize, prepared: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  findLists(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    walkTrees(model, tree, last, 0.0);
    addLinearSlots(<usize>load<u32>(model, 52) + 1024, last - tree, prepared, scores);
  }
}

/** scoreTreelets for sums in float32. */
export function scoreSingleTreelets(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  findLists(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    walkTrees(model, tree, last, 0.0);
    let slot = <usize>load<u32>(model, 52) + 1024, sum = <f32>load<f64>(scores);
    for (const end = slot + ((last - tree) << 3); slot < end; slot += 8) sum += <f32>load<f64>(slot);
    store<f64>(scores, <f64>sum);
  }
}
