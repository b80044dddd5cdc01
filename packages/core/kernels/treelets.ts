// One row, trees of any size: a table for their crowns, then treelets, some five levels a step.
//
// The crown of a tree is its 15 splits that most rows of the training reach. Its leaves are found as table.ts does it; each is a leaf of the
// tree, or a treelet is below it.
//
// A treelet has 13 splits: up to six in any shape, and one under each way out of these. All of them are compared at once, with codes (codes.ts)
// that are taken out of registers. The answers of the six give, by a table of the shape, the way out, whose own split tells the exit: nothing
// branches on data. Where a way out is a leaf, its split tells nothing and both exits are that leaf.
//
// Treelet, 64 bytes
//     0 16 × i8 limit, the last three 127    a split goes right when the code is above it
//    16 16 × u8 column, 64 added             ... and missing cells go right
//    32 14 × i16 exit                        from here, in fours
//    60 u16 offset of the shape's table      u8 an outcome of the six, the way out: its split
// Codes are bytes with bias -128. That of missing cells is 0, which is above no limit; where they go right one is taken from codes and limits,
// and 0 becomes 255.
//
// A place is the address of a leaf's value, f64, or 60 bytes before a treelet: bit 2 tells them apart. Each addition of a leaf waits for the one
// before it, so those of 256 trees are added while the next 256 begin.
//
// Model, u32: 0 to 28 and 40 as in table.ts   32 places of the leaves of crowns: 16 u32 a tree   44 tables of shapes   48 queue
//   52 ends: u32 place, a tree of the list; before them those of 256 trees that are -0   56 columns
import { addLinearEnds } from './linear'
import { andBlocks, findLists } from './table'

/** Where the splits of a treelet lead to. */
@inline
function step(place: usize, t0: v128, t1: v128, t2: v128, t3: v128, tiles: i32, shapes: usize): usize {
  const columns = v128.load(place, 76);
  const from = v128.and(columns, i8x16.splat(63));
  let code = i8x16.swizzle(t0, from);
  if (tiles > 1) code = v128.or(code, i8x16.swizzle(t1, i8x16.sub(from, i8x16.splat(16))));
  if (tiles > 2) {
    code = v128.or(code, i8x16.swizzle(t2, i8x16.sub(from, i8x16.splat(32))));
    code = v128.or(code, i8x16.swizzle(t3, i8x16.sub(from, i8x16.splat(48))));
  }
  code = i8x16.add(code, i8x16.gt_s(columns, i8x16.splat(63)));
  const right = i8x16.bitmask(i8x16.gt_s(code, v128.load(place, 60)));
  const way = <i32>load<u8>(shapes + <usize>load<u16>(place, 120) + <usize>(right & 63));
  const exit = (way << 2) + (((right >> way) & 1) << 1);
  return place + (<usize>(<isize>load<i16>(place + <usize>exit, 68)) << 2);
}

/** A call: inlined, every form of `walk` would have it once more. */
function andCrowns(model: usize, from: usize, to: usize): void {
  andBlocks(model, from, to);
}

/** The place at the lowest bit of a mask. */
@inline
function crownPlace(mask: usize, places: usize): usize {
  return <usize>load<u32>(places + (<usize>ctz<u32>(<u32>load<u16>(mask)) << 2));
}

/** Writes a place to its end and, if it is a treelet, to the queue; returns the new tail. */
@inline
function enter(end: usize, place: usize, tail: usize): usize {
  store<u32>(end, <u32>place, 1024);
  store<u32>(tail, <u32>place);
  store<u32>(tail, <u32>end, 4);
  return tail + ((place & 4) << 1);
}

/**
 * Walks the row through the trees from `tree` to `last`, writes their leaves to the ends and, but for those of the last 256, adds these to `sum`.
 * What is left to walk of 256 trees stands in a queue: u32 place, u32 address of its end.
 */
@inline
function walk(model: usize, tree: usize, last: usize, sum: f64, tiles: i32): f64 {
  const codes = <usize>load<u32>(model, 40), shapes = <usize>load<u32>(model, 44), queue = <usize>load<u32>(model, 48);
  const t0 = v128.load(codes), t1 = v128.load(codes, 16), t2 = v128.load(codes, 32), t3 = v128.load(codes, 48);
  let end = <usize>load<u32>(model, 52), places = <usize>load<u32>(model, 32) + (tree << 6), mask = <usize>load<u32>(model, 28) + (tree << 1);
  while (tree < last) {
    const stop = min<usize>(tree + 256, last);
    let head = queue, tail = queue;
    while (tree < stop) {
      const blockEnd = min<usize>((tree & ~31) + 32, stop);
      andCrowns(model, (tree << 1) & ~63, ((blockEnd << 1) + 15) & ~15);
      for (; tree + 4 <= blockEnd; tree += 4) {
        sum += load<f64>(<usize>load<u32>(end));
        tail = enter(end, crownPlace(mask, places), tail);
        sum += load<f64>(<usize>load<u32>(end, 4));
        tail = enter(end + 4, crownPlace(mask + 2, places + 64), tail);
        sum += load<f64>(<usize>load<u32>(end, 8));
        tail = enter(end + 8, crownPlace(mask + 4, places + 128), tail);
        sum += load<f64>(<usize>load<u32>(end, 12));
        tail = enter(end + 12, crownPlace(mask + 6, places + 192), tail);
        end += 16; mask += 8; places += 256;
      }
      for (; tree < blockEnd; tree++) {
        sum += load<f64>(<usize>load<u32>(end));
        tail = enter(end, crownPlace(mask, places), tail);
        end += 4; mask += 2; places += 64;
      }
    }
    for (; head < tail; head += 8) tail = enter(<usize>load<u32>(head, 4), step(<usize>load<u32>(head), t0, t1, t2, t3, tiles, shapes), tail);
  }
  return sum;
}

/** The same with as many registers as there are columns for. */
function walkTrees(model: usize, tree: usize, last: usize, sum: f64): f64 {
  const columns = load<u32>(model, 56);
  if (columns <= 16) return walk(model, tree, last, sum, 1);
  if (columns <= 32) return walk(model, tree, last, sum, 2);
  return walk(model, tree, last, sum, 4);
}

/** Adds the trees of `ranges` (u32 first and last tree, a pair an output) to `scores`, f64 an output. */
export function scoreTreelets(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  findLists(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    let sum = walkTrees(model, tree, last, load<f64>(scores));
    const stop = <usize>load<u32>(model, 52) + ((last - tree) << 2);
    for (let end = stop - min<usize>(1024, (last - tree) << 2); end < stop; end += 4) sum += load<f64>(<usize>load<u32>(end, 1024));
    store<f64>(scores, sum);
  }
}

/** The ends of `trees` trees. */
export function endTreelets(model: usize, row: usize, trees: usize): void {
  findLists(model, row);
  walkTrees(model, 0, trees, 0.0);
}

/** scoreTreelets for linear leaves, whose places are of their addresses; `prepared`: the prepared row. */
export function scoreLinearTreelets(model: usize, row: usize, prepared: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  findLists(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    walkTrees(model, tree, last, 0.0);
    addLinearEnds(<usize>load<u32>(model, 52) + 1024, last - tree, prepared, scores);
  }
}
