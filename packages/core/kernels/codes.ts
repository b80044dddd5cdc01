// K0: cells to codes. The code of a cell is the number of its column's bounds that are <= it. The first bound is -Infinity, so NaN, which
// compares false with all of them, has code 0, and other cells have 1 + their rank among the rest. Splits need only that rank:
// with 254 bounds or fewer it fits a byte. Where zero counts as missing, its code becomes 0 too.
//
//     bounds    -Infinity    b1      b2            b3
//     cells         │   a    │   b   │      c      │   d         NaN
//     code          │   1    │   2   │      3      │   4          0
//
// Two ways, both exact:
// - bucket: round(clamp((cell - low) * scale, 0, top)) does not decrease as the cell grows, so bounds of lower buckets are <= the cell and
//   those of higher ones above it. first[bucket] counts the lower ones; those of the same bucket are compared, two at a time.
// - search, for bounds too unevenly spread: a binary search without branches over bounds padded with NaN to 2^steps - 1.
//
// Column, 64 bytes
//     0 u32 byte offset of the cell in its row      20 u32 code of zero where it is missing, else 0
//     4 u32 address of bounds: f64, NaN after them  24 f64 low
//     8 u32 address of first: u16 per bucket        32 f64 scale
//    12 u32 compares of two bounds; 0: search       40 f64 top, the last bucket
//    16 u32 steps of the search                     48 u32 address of the column's table (table.ts)
import { loadPair } from './load-pair'

/** Constant that moves a rounded number below 2^32 into the low word of the double when added. */
// @ts-ignore: decorator
@inline const TO_LOW_WORD: f64 = 4503599627370496.0;

/** Buckets of two cells, in the low words of the two lanes. NaN gets bucket 0, as pmin and pmax then return their first operand. */
@inline
export function buckets(v: v128, low: v128, scale: v128, top: v128): v128 {
  const q = f64x2.pmin(f64x2.mul(f64x2.sub(v, low), scale), top);
  return f64x2.add(f64x2.pmax(f64x2.splat(0), q), f64x2.splat(TO_LOW_WORD));
}

/** Code after comparing the two bounds from `code` on with the cell, which is in both lanes; the mask is 0, 1 or 3. */
@inline
export function advance(bounds: usize, code: i32, cell: v128): i32 {
  return code + ((i64x2.bitmask(f64x2.le(v128.load(bounds + (<usize>code << 3)), cell)) + 1) >> 1);
}

@inline
export function firstOf(first: usize, bucket: i32): i32 {
  return <i32>load<u16>(first + (<usize>bucket << 1));
}

/** One step of the search. The bit is added arithmetically, since a select may compile to a branch. */
@inline
export function searchStep(bounds: usize, code: i32, bit: i32, v: f64): i32 {
  return code + (i32(load<f64>(bounds + (<usize>(code + (1 << bit) - 1) << 3)) <= v) << bit);
}

/** Code of a column's cell in a row, both for columns where zero is missing and for others. */
@inline
export function codeOf(column: usize, row: usize): i32 {
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
  return code;
}

/** Codes of `rows` rows, rounded up to a multiple of 4, one byte each; column c at codes + c * codeBytes. */
export function encodeRows(rowsAt: usize, rowBytes: usize, rows: i32, columns: usize, columnCount: i32, codes: usize, codeBytes: i32): void {
  for (let c = 0; c < columnCount; c++) {
    const column = columns + (<usize>c << 6);
    const bounds = <usize>load<u32>(column, 4);
    let row = rowsAt + <usize>load<u32>(column);
    const start = codes + <usize>(c * codeBytes);
    const end = start + <usize>rows;
    const compares = load<i32>(column, 12);
    if (compares > 0) {
      const first = <usize>load<u32>(column, 8);
      const low = v128.load64_splat(column, 24), scale = v128.load64_splat(column, 32), top = v128.load64_splat(column, 40);
      for (let o = start; o < end; o += 4) {
        const row1 = row + rowBytes, row2 = row1 + rowBytes, row3 = row2 + rowBytes;
        const a = buckets(loadPair(row, row1), low, scale, top);
        const b = buckets(loadPair(row2, row3), low, scale, top);
        const v0 = v128.load64_splat(row), v1 = v128.load64_splat(row1), v2 = v128.load64_splat(row2), v3 = v128.load64_splat(row3);
        let c0 = advance(bounds, firstOf(first, i32x4.extract_lane(a, 0)), v0);
        let c1 = advance(bounds, firstOf(first, i32x4.extract_lane(a, 2)), v1);
        let c2 = advance(bounds, firstOf(first, i32x4.extract_lane(b, 0)), v2);
        let c3 = advance(bounds, firstOf(first, i32x4.extract_lane(b, 2)), v3);
        for (let i = 1; i < compares; i++) {
          c0 = advance(bounds, c0, v0); c1 = advance(bounds, c1, v1);
          c2 = advance(bounds, c2, v2); c3 = advance(bounds, c3, v3);
        }
        store<u8>(o, c0); store<u8>(o, c1, 1); store<u8>(o, c2, 2); store<u8>(o, c3, 3);
        row = row3 + rowBytes;
      }
    } else {
      const steps = load<i32>(column, 16);
      for (let o = start; o < end; o += 4) {
        const row1 = row + rowBytes, row2 = row1 + rowBytes, row3 = row2 + rowBytes;
        const v0 = load<f64>(row), v1 = load<f64>(row1), v2 = load<f64>(row2), v3 = load<f64>(row3);
        let c0 = 0, c1 = 0, c2 = 0, c3 = 0;
        for (let bit = steps - 1; bit >= 0; bit--) {
          c0 = searchStep(bounds, c0, bit, v0); c1 = searchStep(bounds, c1, bit, v1);
          c2 = searchStep(bounds, c2, bit, v2); c3 = searchStep(bounds, c3, bit, v3);
        }
        store<u8>(o, c0); store<u8>(o, c1, 1); store<u8>(o, c2, 2); store<u8>(o, c3, 3);
        row = row3 + rowBytes;
      }
    }
    const zero = load<u32>(column, 20);
    if (zero != 0) {
      const code = i8x16.splat(<i8>zero);
      for (let o = start; o < end; o += 4) {
        const four = v128.load32_zero(o);
        v128.store32_lane(o, v128.andnot(four, i8x16.eq(four, code)), 0);
      }
    }
  }
}
