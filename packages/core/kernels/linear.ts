// Linear leaves. The tables of the other kernels have the u32 address of a record in the eight bytes of a leaf's value. Those kernels find the
// leaves; this file computes their outputs from the prepared row (form/scoring-rules.ts).
//
// Record, bytes     0 f64 constant    8 f64 value where a cell is NaN    16 u32 address of the end of the terms    24 terms
// Term, bytes       0 f64 coefficient    8 u32 byte offset of the cell in its row
//
// Leaves with few terms are padded to the largest number, so that the loop is predictable. A padding term is -0 times the cell after the row,
// which is 1, and changes no sum.
//
// A table also has a copy of these leaves at their places, for finite rows: 4 × u16 cell, f64 constant, f64 coefficients.
import { maskRow } from './table'

/** Sum of a leaf; `terms` is the number that all leaves have, 1, 2 or 4, else 0. */
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

/** Output of a leaf whose sum is NaN, because of a NaN cell or of infinite cells. */
function unordered(record: usize, row: usize, sum: f64): f64 {
  for (let term = record + 24, end = <usize>load<u32>(record, 16); term < end; term += 16) {
    const cell = load<f64>(row + <usize>load<u32>(term, 8));
    if (cell != cell) return load<f64>(record, 8);
  }
  return sum;
}

/**
 * Copies the cells of `rows` rows to `out`: cells of magnitude up to `load(zero)` become +0, and a 1 follows each row as the last of
 * its `outBytes`, a multiple of 16. Returns whether some cell is not finite.
 */
export function prepareDoubles(row: usize, rowBytes: usize, rows: usize, out: usize, outBytes: usize, zero: usize): bool {
  const limit = v128.load64_splat(zero);
  let unbounded = i8x16.splat(0);
  for (; rows > 0; rows--, row += rowBytes, out += outBytes) {
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const cells = v128.load(row + at);
      const nothing = f64x2.sub(cells, cells); // 0 for finite cells, else NaN
      unbounded = v128.or(unbounded, f64x2.ne(nothing, nothing));
      v128.store(out + at, v128.andnot(cells, f64x2.le(f64x2.abs(cells), limit)));
    }
    store<f64>(out + outBytes - 8, 1.0);
  }
  return v128.any_true(unbounded);
}

/** Variant of `prepareDoubles` that rounds cells to the nearest float32. */
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
 * Variant of scoreRow (table.ts) for linear leaves. `prepared` is the prepared row, `maskBytes` the size of all masks. `ordered` has
 * the leaves for a finite row, all with `terms` terms, or is 0; `orderedBytes` is their size per tree.
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

/** Index of the lowest bit of the tree's own mask. Reading a single byte does not wait until its neighbours are written. */
@inline
function leafOf(mask: usize, isByte: bool): usize {
  return isByte ? <usize>ctz<u32>(<u32>load<u8>(mask)) : <usize>ctz<u64>(load<u64>(mask));
}

/**
 * Adds a tree of bitvector.ts to `sums` (one f64 per row), given its leaf codes and, for codes of more than eight bits, their high
 * bytes.
 */
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

/** Adds the leaves in `slots` (one u64 per leaf) to the double at `sum`. */
export function addLinearSlots(slots: usize, count: usize, row: usize, sum: usize): void {
  let total = load<f64>(sum);
  for (const end = slots + (count << 3); slots < end; slots += 8) total += linearValue(slots, row, 0);
  store<f64>(sum, total);
}
