// Linear leaves for one row, with at most two terms each, in trees of at most 8 leaves. The cells of each pair of features that some leaf reads
// are copied side by side, so that one vector has both terms of a leaf. Serves finite rows only, like the leaves of a table in linear.ts: a
// missing term is -0 times the cell after the row, which is 1.
//
// Model, u32: 0 pairs: u32 byte offsets in the prepared row of both cells   4 their end   8 room for their cells: 2 × f64 each
//   12 leaves   16 bytes of the leaves of one tree
//
// Leaf, 32 bytes, from left to right     0 u16 byte offset in that room    8 f64 constant    16 f64 coefficient of either cell
import { loadPair } from './load-pair'
import { maskRow } from './table'

/** Copies the cells of all pairs. */
@inline
function takeCells(pairs: usize, end: usize, row: usize, cells: usize): void {
  for (; pairs < end; pairs += 8, cells += 16) {
    v128.store(cells, loadPair(row + <usize>load<u32>(pairs), row + <usize>load<u32>(pairs, 4)));
  }
}

/** Turns masks of one byte each into the byte offset of the lowest bit's leaf; `bytes` is a multiple of 16. */
@inline
function leavesOfMasks(masks: usize, bytes: usize): void {
  const ofLow = i8x16(-1, 0, 32, 0, 64, 0, 32, 0, 96, 0, 32, 0, 64, 0, 32, 0);
  const ofHigh = i8x16(-1, -128, -96, -128, -64, -128, -96, -128, -32, -128, -96, -128, -64, -128, -96, -128);
  for (const end = masks + bytes; masks < end; masks += 16) {
    const mask = v128.load(masks);
    const low = i8x16.swizzle(ofLow, v128.and(mask, i8x16.splat(15))), high = i8x16.swizzle(ofHigh, i8x16.shr_u(mask, 4));
    v128.store(masks, i8x16.min_u(low, high));
  }
}

@inline
function pairedValue(leaf: usize, cells: usize): f64 {
  const terms = f64x2.mul(v128.load(leaf, 16), v128.load(cells + <usize>load<u16>(leaf)));
  return load<f64>(leaf, 8) + f64x2.extract_lane(terms, 0) + f64x2.extract_lane(terms, 1);
}

/** Variant of scoreLinearRow (linear.ts); `paired` is the address of the model above. */
export function scorePairedRow(
  model: usize, row: usize, prepared: usize, ranges: usize, rangesEnd: usize, scores: usize, maskBytes: usize, paired: usize
): void {
  maskRow(model, row, maskBytes);
  const masks = <usize>load<u32>(model, 28), cells = <usize>load<u32>(paired, 8), stride = <usize>load<u32>(paired, 16);
  takeCells(<usize>load<u32>(paired), <usize>load<u32>(paired, 4), prepared, cells);
  leavesOfMasks(masks, maskBytes);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), end = masks + <usize>load<u32>(ranges, 4);
    let sum = load<f64>(scores), leaves = <usize>load<u32>(paired, 12) + tree * stride, leaf = masks + tree;
    for (; leaf + 1 < end; leaf += 2, leaves += stride << 1) {
      sum += pairedValue(leaves + <usize>load<u8>(leaf), cells);
      sum += pairedValue(leaves + stride + <usize>load<u8>(leaf, 1), cells);
    }
    if (leaf < end) sum += pairedValue(leaves + <usize>load<u8>(leaf), cells);
    store<f64>(scores, sum);
  }
}
