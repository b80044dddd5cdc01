// Linear leaves of many rows at once, two rows in a vector, for trees whose leaves have terms of no more than two features among them. A term that
// a leaf lacks has the coefficient 0, which adds 0 to it where all cells are finite, so such rows only.
//
// Leaves, by code, 32 bytes each     0 f64 constant    8 f64 coefficient of the first feature    16 f64 of the second
// Columns, a feature's each          f64 a row
import { loadPair } from './load-pair'

/** Columns of `count` prepared rows; `features`: the byte offset in a row of each, u32. */
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
  // Up to three rows beyond the last are added too, to sums that are never read.
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

/** Adds a tree to `sums`, f64 a row, from a byte a row, its leaf's code; `second` is 0 where leaves have terms of one feature only. */
export function addColumnTerms(leaves: usize, codes: usize, count: usize, first: usize, second: usize, sums: usize): void {
  if (second == 0) addTerms(leaves, codes, count, first, 0, sums, false);
  else addTerms(leaves, codes, count, first, second, sums, true);
}
