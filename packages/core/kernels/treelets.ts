// One row, trees of any size: walks of four levels a step.
//
// A treelet is the top four levels of a subtree, 15 splits in the order of a heap. All of them are compared at once, with codes (codes.ts)
// that are taken out of registers, and the 15 answers lead to one of 16 exits by a table: a step takes a line of the cache and nothing
// branches on data. Where a leaf stands higher up, all exits below it lead to it.
//
// Treelet, 64 bytes
//     0 16 × i8 limit, the last 127    a split goes right when the code is above it
//    16 16 × u8 column, 64 added       ... and missing cells go right
//    32 16 × i16 exit                  from here, in fours
// Codes are bytes with bias -128. That of missing cells is 0, which is above no limit; where they go right one is taken from codes and limits,
// and 0 becomes 255.
//
// A place is the address of a leaf's value, f64, or 60 bytes before a treelet: bit 2 tells them apart. Each addition of a leaf waits for the one
// before it, so those of 256 trees are added while the next 256 begin.
//
// Model, u32: 0 columns (codes.ts)   4 their end   8 codes   12 table of exits: u8, twice the exit, an outcome of the splits   16 queue
//   20 ends: u32 place, a tree of the list; before them those of 256 trees that are -0   24 roots: u32 place, a tree
import { codeOf } from './codes'
import { addLinearEnds } from './linear'

/** Writes the codes of the row. */
@inline
function encodeRow(model: usize, row: usize): void {
  let code = <usize>load<u32>(model, 8);
  for (let column = <usize>load<u32>(model), end = <usize>load<u32>(model, 4); column < end; column += 64, code++) {
    const rank = codeOf(column, row);
    store<u8>(code, (rank == load<i32>(column, 20) ? 0 : rank) ^ 128);
  }
}

/** Where the splits of a treelet lead to. */
@inline
function step(place: usize, t0: v128, t1: v128, t2: v128, t3: v128, tiles: i32, exits: usize): usize {
  const columns = v128.load(place, 76);
  const from = v128.and(columns, i8x16.splat(63));
  let code = i8x16.swizzle(t0, from);
  if (tiles > 1) code = v128.or(code, i8x16.swizzle(t1, i8x16.sub(from, i8x16.splat(16))));
  if (tiles > 2) {
    code = v128.or(code, i8x16.swizzle(t2, i8x16.sub(from, i8x16.splat(32))));
    code = v128.or(code, i8x16.swizzle(t3, i8x16.sub(from, i8x16.splat(48))));
  }
  code = i8x16.add(code, i8x16.gt_s(columns, i8x16.splat(63)));
  const exit = <usize>load<u8>(exits + <usize>i8x16.bitmask(i8x16.gt_s(code, v128.load(place, 60))));
  return place + (<usize>(<isize>load<i16>(place + exit, 92)) << 2);
}

/**
 * Walks the row through the trees from `tree` to `last`, writes their leaves to the ends and, but for those of the last 256, adds these to `sum`.
 * What is left to walk of 256 trees stands in a queue: u32 place, u32 address of its end.
 */
@inline
function walk(model: usize, tree: usize, last: usize, sum: f64, tiles: i32): f64 {
  const codes = <usize>load<u32>(model, 8), exits = <usize>load<u32>(model, 12), queue = <usize>load<u32>(model, 16);
  const t0 = v128.load(codes), t1 = v128.load(codes, 16), t2 = v128.load(codes, 32), t3 = v128.load(codes, 48);
  const roots = <usize>load<u32>(model, 24) + (tree << 2), ends = <usize>load<u32>(model, 20);
  const size = (last - tree) << 2;
  let at: usize = 0;
  while (at < size) {
    const stop = min<usize>(at + 1024, size);
    let head = queue, tail = queue;
    for (; at < stop; at += 4) {
      const end = ends + at;
      const next = step(<usize>load<u32>(roots + at), t0, t1, t2, t3, tiles, exits);
      sum += load<f64>(<usize>load<u32>(end));
      store<u32>(end, <u32>next, 1024);
      store<u32>(tail, <u32>next);
      store<u32>(tail, <u32>end, 4);
      tail += (next & 4) << 1;
    }
    for (; head < tail; head += 8) {
      const end = <usize>load<u32>(head, 4);
      const next = step(<usize>load<u32>(head), t0, t1, t2, t3, tiles, exits);
      store<u32>(end, <u32>next, 1024);
      store<u32>(tail, <u32>next);
      store<u32>(tail, <u32>end, 4);
      tail += (next & 4) << 1;
    }
  }
  return sum;
}

/** The same with as many registers as there are columns for. */
function walkTrees(model: usize, tree: usize, last: usize, sum: f64): f64 {
  const columns = load<u32>(model, 4) - load<u32>(model);
  if (columns <= 16 * 64) return walk(model, tree, last, sum, 1);
  if (columns <= 32 * 64) return walk(model, tree, last, sum, 2);
  return walk(model, tree, last, sum, 4);
}

/** Adds the trees of `ranges` (u32 first and last tree, a pair an output) to `scores`, f64 an output. */
export function scoreTreelets(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  encodeRow(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    let sum = walkTrees(model, tree, last, load<f64>(scores));
    const stop = <usize>load<u32>(model, 20) + ((last - tree) << 2);
    for (let end = stop - min<usize>(1024, (last - tree) << 2); end < stop; end += 4) sum += load<f64>(<usize>load<u32>(end, 1024));
    store<f64>(scores, sum);
  }
}

/** The ends of `trees` trees. */
export function endTreelets(model: usize, row: usize, trees: usize): void {
  encodeRow(model, row);
  walkTrees(model, 0, trees, 0.0);
}

/** scoreTreelets for linear leaves, whose places are of their addresses; `prepared`: the prepared row. */
export function scoreLinearTreelets(model: usize, row: usize, prepared: usize, ranges: usize, rangesEnd: usize, scores: usize): void {
  encodeRow(model, row);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), last = <usize>load<u32>(ranges, 4);
    walkTrees(model, tree, last, 0.0);
    addLinearEnds(<usize>load<u32>(model, 20) + 1024, last - tree, prepared, scores);
  }
}
