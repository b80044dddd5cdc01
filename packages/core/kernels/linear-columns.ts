// Linear leaves for many rows at once, two rows per vector, for trees whose leaves together read at most two features. A leaf's missing term
// has the coefficient 0, which adds 0 if the cell is finite, so only rows of finite cells are served.
//
// Leaves, by code, 32 bytes each     0 f64 constant    8 f64 coefficient of the first feature    16 f64 of the second
// Columns, one per feature           one f64 per row
import { loadPair } from './load-pair'

/** Turns `count` prepared rows into columns; `features` lists the byte offset of each column in a row, u32. */
export function turnRows(rows: usize, rowBytes: usize, count: usize, features: usize, end: usize, columns: usize, columnBytes: usize): void {
  for (; features < end; features += 4, columns += columnBytes) {
    let row = rows + <usize>load<u32>(features);
    for (let out = columns, last = columns + (count << 3); out < last; out += 16) {
      v128.store(out, loadPair(row, row + rowBytes));
      row += rowBytes << 1;
    }
  }
}

@inline
function addTerms(leaves: usize, codes: usize, count: usize, first: usize, second: usize, sums: usize, isTwo: bool): void {
  // The last step may also add up to three rows beyond `count`, to sums that are never read.
  for (const end = codes + count; codes < end; codes += 4, sums += 32) {
    const a = leaves + (<usize>load<u8>(codes) << 5), b = leaves + (<usize>load<u8>(codes, 1) << 5);
    const c = leaves + (<usize>load<u8>(codes, 2) << 5), d = leaves + (<usize>load<u8>(codes, 3) << 5);
    let v = f64x2.add(loadPair(a, b), f64x2.mul(loadPair(a + 8, b + 8), v128.load(first)));
    let w = f64x2.add(loadPair(c, d), f64x2.mul(loadPair(c + 8, d + 8), v128.load(first, 16)));
    first += 32;
    if (isTwo) {
      v = f64x2.add(v, f64x2.mul(loadPair(a + 16, b + 16), v128.load(second)));
      w = f64x2.add(w, f64x2.mul(loadPair(c + 16, d + 16), v128.load(second, 16)));
      second += 32;
    }
    v128.store(sums, f64x2.add(v128.load(sums), v));
    v128.store(sums, f64x2.add(v128.load(sums, 16), w), 16);
  }
}

/**
 * Adds a tree to `sums` (one f64 per row), given the code of its leaf (one byte per row). `second` is 0 if leaves have terms of one
 * feature only.
 */
export function addColumnTerms(leaves: usize, codes: usize, count: usize, first: usize, second: usize, sums: usize): void {
  if (second == 0) addTerms(leaves, codes, count, first, 0, sums, false);
  else addTerms(leaves, codes, count, first, second, sums, true);
}
