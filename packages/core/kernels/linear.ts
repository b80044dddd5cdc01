// Linear leaves. In place of a leaf's value the tables of other kernels have, in the same eight bytes, the u32 address of a record. Kernels find the leaves of a tree; the leaf output is computed here from the prepared row (form/scoring-rules.ts).
//
// Record, bytes     0 f64 constant    8 f64 value where a cell is NaN    16 u32 address of the end of the terms    24 terms
// Term, bytes       0 f64 coefficient    8 u32 byte offset of the cell in its row
//
// Leaves with few terms are padded to the largest number, so that the loop is predictable: -0 times the cell after the row, which is 1,
// changes no sum.
//
// A table has such leaves once more, at their places, for finite rows: 4 × u16 cell, f64 constant, f64 coefficients.
import { maskRow } from './table'

/** `terms`: how many all leaves have, 1, 2 or 4; else 0. */
@inline
function linearValue(leaf: usize, row: usize, terms: i32): f64 {
  const record = <usize>load<u32>(leaf);
  let sum = load<f64>(record);
  if (terms > 0) {
    sum += termOf(record + 24, row);
    if (terms > 1) sum += termOf(record + 40, row);
    if (terms > 2) { sum += termOf(record + 56, row); sum += termOf(record + 72, row); }
  } else {
    for (let term = record + 24, end = <usize>load<u32>(record, 16); term < end; term += 16) sum += termOf(term, row);
  }
  return sum == sum ? sum : unordered(record, row, sum);
}

@inline
function termOf(term: usize, row: usize): f64 {
  return load<f64>(term) * load<f64>(row + <usize>load<u32>(term, 8));
}

/** Output for a NaN sum, which a NaN cell or infinite cells may have caused. */
function unordered(record: usize, row: usize, sum: f64): f64 {
  for (let term = record + 24, end = <usize>load<u32>(record, 16); term < end; term += 16) {
    const cell = load<f64>(row + <usize>load<u32>(term, 8));
    if (cell != cell) return load<f64>(record, 8);
  }
  return sum;
}

/**
 * Cells of `rows` rows to `out`: those of magnitude up to `load(zero)` as +0, then 1 as the last of `outBytes`, a multiple of 16. Whether one is
 * not finite.
 */
export function prepareDoubles(row: usize, rowBytes: usize, rows: usize, out: usize, outBytes: usize, zero: usize): bool {
  const limit = v128.load64_splat(zero);
  let unbounded = i8x16.splat(0);
  for (; rows > 0; rows--, row += rowBytes, out += outBytes) {
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const cells = v128.load(row + at);
      const nothing = f64x2.sub(cells, cells); // 0, or NaN
      unbounded = v128.or(unbounded, f64x2.ne(nothing, nothing));
      v128.store(out + at, v128.andnot(cells, f64x2.le(f64x2.abs(cells), limit)));
    }
    store<f64>(out + outBytes - 8, 1.0);
  }
  return v128.any_true(unbounded);
}

/** `prepareDoubles` with cells rounded to the nearest float32. */
export function prepareSingles(row: usize, rowBytes: usize, rows: usize, out: usize, outBytes: usize): bool {
  let unbounded: bool = false;
  for (; rows > 0; rows--, row += rowBytes, out += outBytes) {
    for (let at: usize = 0; at < rowBytes; at += 8) {
      const cell = <f64>(<f32>load<f64>(row + at));
      unbounded = unbounded || cell - cell != 0;
      store<f64>(out + at, cell);
    }
    store<f64>(out + outBytes - 8, 1.0);
  }
  return unbounded;
}

/**
 * scoreRow of table.ts for linear leaves. `prepared`: the prepared row; `maskBytes`: of all trees; `ordered`: leaves for a finite row, all of
 * `terms`, else 0; `orderedBytes`: of a tree's.
 */
export function scoreLinearRow(
  model: usize, row: usize, prepared: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize, maskBytes: usize,
  ordered: usize, orderedBytes: usize, terms: i32
): void {
  maskRow(model, row, maskBytes);
  const masks = <usize>load<u32>(model, 28);
  if (ordered == 0) addMasked(model, prepared, ranges, rangesEnd, scores, leafBytes);
  else if (leafBytes == 1 && terms == 1) addOrdered(masks, prepared, ranges, rangesEnd, scores, 1, ordered, orderedBytes, 1);
  else if (leafBytes == 1 && terms == 2) addOrdered(masks, prepared, ranges, rangesEnd, scores, 1, ordered, orderedBytes, 2);
  else if (terms == 1) addOrdered(masks, prepared, ranges, rangesEnd, scores, leafBytes, ordered, orderedBytes, 1);
  else if (terms == 2) addOrdered(masks, prepared, ranges, rangesEnd, scores, leafBytes, ordered, orderedBytes, 2);
  else addOrdered(masks, prepared, ranges, rangesEnd, scores, leafBytes, ordered, orderedBytes, 4);
}

function addMasked(model: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize): void {
  const masks = <usize>load<u32>(model, 28), values = <usize>load<u32>(model, 32), stride = <usize>load<u32>(model, 36);
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), end = masks + <usize>load<u32>(ranges, 4) * leafBytes;
    let sum = load<f64>(scores), value = values + tree * stride;
    for (let mask = masks + tree * leafBytes; mask < end; mask += leafBytes, value += stride) {
      sum += linearValue(value + (leafOf(mask, leafBytes == 1) << 3), row, 0);
    }
    store<f64>(scores, sum);
  }
}

@inline
function addOrdered(
  masks: usize, row: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize, leaves: usize, stride: usize, terms: i32
): void {
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const tree = <usize>load<u32>(ranges), end = masks + <usize>load<u32>(ranges, 4) * leafBytes;
    let sum = load<f64>(scores), leaf = leaves + tree * stride, mask = masks + tree * leafBytes;
    for (; mask + leafBytes < end; mask += leafBytes << 1, leaf += stride << 1) {
      sum += orderedValue(leaf, mask, row, leafBytes, terms);
      sum += orderedValue(leaf + stride, mask + leafBytes, row, leafBytes, terms);
    }
    if (mask < end) sum += orderedValue(leaf, mask, row, leafBytes, terms);
    store<f64>(scores, sum);
  }
}

@inline
function orderedValue(leaves: usize, mask: usize, row: usize, leafBytes: usize, terms: i32): f64 {
  const leaf = leaves + (leafOf(mask, leafBytes == 1) << (terms > 2 ? 6 : 5));
  let sum = load<f64>(leaf, 8) + load<f64>(leaf, 16) * load<f64>(row + (<usize>load<u16>(leaf) << 3));
  if (terms > 1) sum += load<f64>(leaf, 24) * load<f64>(row + (<usize>load<u16>(leaf, 2) << 3));
  if (terms > 2) {
    sum += load<f64>(leaf, 32) * load<f64>(row + (<usize>load<u16>(leaf, 4) << 3));
    sum += load<f64>(leaf, 40) * load<f64>(row + (<usize>load<u16>(leaf, 6) << 3));
  }
  return sum;
}

/** The lowest bit, which is one of the tree's own. A byte alone is read without waiting for those beside it to be written. */
@inline
function leafOf(mask: usize, isByte: bool): usize {
  return isByte ? <usize>ctz<u32>(<u32>load<u8>(mask)) : <usize>ctz<u64>(load<u64>(mask));
}

/** Adds a tree of bitvector.ts to `sums`, f64 a row, from its leaf codes and, where these have more than eight bits, high bytes. */
export function addLinearCodes(tree: usize, codes: usize, rows: usize, rowBytes: usize, count: usize, sums: usize, terms: i32): void {
  const isWide = load<u32>(tree, 12) != 0;
  if (isWide) addCodes(tree, codes, rows, rowBytes, count, sums, 0, true);
  else if (terms == 1) addCodes(tree, codes, rows, rowBytes, count, sums, 1, false);
  else if (terms == 2) addCodes(tree, codes, rows, rowBytes, count, sums, 2, false);
  else if (terms == 4) addCodes(tree, codes, rows, rowBytes, count, sums, 4, false);
  else addCodes(tree, codes, rows, rowBytes, count, sums, 0, false);
}

@inline
function addCodes(tree: usize, codes: usize, rows: usize, rowBytes: usize, count: usize, sums: usize, terms: i32, isWide: bool): void {
  const values = <usize>load<u32>(tree, 8);
  const end = codes + count;
  for (; codes + 4 <= end; codes += 4, sums += 32) {
    addCode(values, codes, rows, sums, terms, isWide);
    addCode(values, codes + 1, rows + rowBytes, sums + 8, terms, isWide);
    rows += rowBytes << 1;
    addCode(values, codes + 2, rows, sums + 16, terms, isWide);
    addCode(values, codes + 3, rows + rowBytes, sums + 24, terms, isWide);
    rows += rowBytes << 1;
  }
  for (; codes < end; codes++, rows += rowBytes, sums += 8) addCode(values, codes, rows, sums, terms, isWide);
}

@inline
function addCode(values: usize, codes: usize, row: usize, sum: usize, terms: i32, isWide: bool): void {
  const code = <usize>load<u8>(codes) | (isWide ? <usize>load<u8>(codes, 2048) << 8 : 0);
  store<f64>(sum, load<f64>(sum) + linearValue(values + (code << 3), row, terms));
}

/** Adds the leaves at `ends`, a list of walk.ts, to the double at `sum`. */
export function addLinearEnds(ends: usize, count: usize, row: usize, sum: usize): void {
  let total = load<f64>(sum);
  for (const end = ends + (count << 2); ends < end; ends += 4) total += linearValue(<usize>load<u32>(ends), row, 0);
  store<f64>(sum, total);
}

/** The same of leaves that are in `slots`, u64 a leaf. */
export function addLinearSlots(slots: usize, count: usize, row: usize, sum: usize): void {
  let total = load<f64>(sum);
  for (const end = slots + (count << 3); slots < end; slots += 8) total += linearValue(slots, row, 0);
  store<f64>(sum, total);
}
