// Leaves that are linear functions of the row. Where the tables of other kernels have the value of a leaf they have, in the same eight bytes,
// the u32 address of a record. Kernels find the leaves of a tree; what these add is computed here from the prepared row (prepare-row.ts).
//
// Record, bytes     0 f64 constant    8 f64 value where a cell is NaN    16 u32 address of the end of the terms    24 terms
// Term, bytes       0 f64 coefficient    8 u32 byte offset of the cell in its row
import { maskRow } from './table'

@inline
function linearValue(leaf: usize, row: usize): f64 {
  const record = <usize>load<u32>(leaf), end = <usize>load<u32>(record, 16);
  let sum = load<f64>(record), missing = 0;
  for (let term = record + 24; term < end; term += 16) {
    const cell = load<f64>(row + <usize>load<u32>(term, 8));
    sum += load<f64>(term) * cell;
    missing |= i32(cell != cell);
  }
  return missing ? load<f64>(record, 8) : sum;
}

/** Cells from `row` to `end` to `out`: those of magnitude up to `load(zero)` as +0. Writes a cell more where their number is odd. */
export function prepareDoubles(row: usize, end: usize, out: usize, zero: usize): void {
  const limit = v128.load64_splat(zero);
  for (; row < end; row += 16, out += 16) {
    const cells = v128.load(row);
    v128.store(out, v128.andnot(cells, f64x2.le(f64x2.abs(cells), limit)));
  }
}

/** The same, rounded to the nearest float32. */
export function prepareSingles(row: usize, end: usize, out: usize): void {
  for (; row < end; row += 8, out += 8) store<f64>(out, <f64>(<f32>load<f64>(row)));
}

/** scoreRow of table.ts for linear leaves. `prepared`: the prepared row; `maskBytes`: of all trees. */
export function scoreLinearRow(
  model: usize, row: usize, prepared: usize, ranges: usize, rangesEnd: usize, scores: usize, leafBytes: usize, maskBytes: usize
): void {
  maskRow(model, row, maskBytes);
  const masks = <usize>load<u32>(model, 28), values = <usize>load<u32>(model, 32), stride = <usize>load<u32>(model, 36);
  const bits = <u64>-1 >> (64 - (<u64>leafBytes << 3));
  for (; ranges < rangesEnd; ranges += 8, scores += 8) {
    const last = <usize>load<u32>(ranges, 4);
    let sum = load<f64>(scores);
    for (let tree = <usize>load<u32>(ranges); tree < last; tree++) {
      const leaf = <usize>ctz<u64>(load<u64>(masks + tree * leafBytes) & bits);
      sum += linearValue(values + tree * stride + (leaf << 3), prepared);
    }
    store<f64>(scores, sum);
  }
}

/** Adds a tree of bitvector.ts to `sums`, f64 a row, from its leaf codes and high bytes. */
export function addLinearCodes(tree: usize, codes: usize, rows: usize, rowBytes: usize, count: usize, sums: usize): void {
  const values = <usize>load<u32>(tree, 8);
  for (const end = codes + count; codes < end; codes++, rows += rowBytes, sums += 8) {
    const code = <usize>load<u8>(codes) | (<usize>load<u8>(codes, 2048) << 8);
    store<f64>(sums, load<f64>(sums) + linearValue(values + (code << 3), rows));
  }
}

/** Adds the leaves at `ends`, a list of walk.ts, to the double at `sum`. */
export function addLinearEnds(ends: usize, count: usize, row: usize, sum: usize): void {
  let total = load<f64>(sum);
  for (const end = ends + (count << 2); ends < end; ends += 4) total += linearValue(<usize>load<u32>(ends), row);
  store<f64>(sum, total);
}
