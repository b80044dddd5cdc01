// K1, first half: codes to conditions. A condition is one bit per row, set when the row's code is above k and, for some conditions,
// also when it is missing. All splits with the same column, limit and missing side share one condition.
//
//     128 rows, one vector     bit g of byte i is row 16 g + i, so that byte i of 16 codes and bit g of a vector meet without a shuffle
//     512 rows, four vectors   side by side: 64 bytes
//
// Exports with 512 in their name compute all four vectors (`wide` below), those with 128 only the first.
//
// A column with few conditions compares bytes, 16 rows at a time, and packs the answers. One with many is transposed to bits p7 … p0 of
// its codes and compared as two hexadecimal digits:
//
//     code > 16 h + l   ⟺   high > h,  or  high = h and low > l
//
// The results for single digits are computed once; then a condition takes two operations for 128 rows.
//
//     scratch, entries of 64 bytes    0 p0 … p7    8 high > h    24 high > h, or missing    40 high = h    56 low > l
//
// The list has for every column: u32 byte offset of its codes, u32 number of conditions, u32 number of those with missing, then k, one
// byte each, those with missing last, and padding to 4 bytes. Conditions are stored in this order.
import { transpose } from './transpose'

/** Number of conditions from which comparing digits is faster than comparing bytes. */
// @ts-ignore: decorator
@inline const MANY: u32 = 10;

@inline
function packed(x0: v128, x1: v128, x2: v128, x3: v128, x4: v128, x5: v128, x6: v128, x7: v128, k: v128): v128 {
  let a = i8x16.gt_s(x7, k); // -1 for yes: doubling and adding collects the bits, negated
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x6, k));
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x5, k));
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x4, k));
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x3, k));
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x2, k));
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x1, k));
  a = i8x16.add(i8x16.add(a, a), i8x16.gt_s(x0, k));
  return i8x16.neg(a);
}

/** Compares bytes. They have a bias because the signed comparison is one instruction and the unsigned one several. */
function fewConditions(codes: usize, k: usize, plain: usize, end: usize, out: usize): void {
  const bias = i8x16.splat(-128);
  const x0 = v128.xor(v128.load(codes), bias), x1 = v128.xor(v128.load(codes, 16), bias);
  const x2 = v128.xor(v128.load(codes, 32), bias), x3 = v128.xor(v128.load(codes, 48), bias);
  const x4 = v128.xor(v128.load(codes, 64), bias), x5 = v128.xor(v128.load(codes, 80), bias);
  const x6 = v128.xor(v128.load(codes, 96), bias), x7 = v128.xor(v128.load(codes, 112), bias);
  for (; k < plain; k++) {
    v128.store(out, packed(x0, x1, x2, x3, x4, x5, x6, x7, v128.xor(v128.load8_splat(k), bias)));
    out += 64;
  }
  if (k == end) return;
  const present = packed(x0, x1, x2, x3, x4, x5, x6, x7, bias);
  for (; k < end; k++) {
    const above = packed(x0, x1, x2, x3, x4, x5, x6, x7, v128.xor(v128.load8_splat(k), bias));
    v128.store(out, v128.or(above, v128.not(present)));
    out += 64;
  }
}

/** Results of `digit > d` for d = 0 … 15, where the digit has the bits x3 … x0. */
@inline
function greaterDigits(x3: v128, x2: v128, x1: v128, x0: v128, out: usize): void {
  const b0 = v128.or(x1, x0), b2 = v128.and(x1, x0); // low half of the digit > 0, > 1 is x1, > 2
  const a0 = v128.or(x3, x2), a2 = v128.and(x3, x2);
  const e1 = v128.andnot(x2, x3), e2 = v128.andnot(x3, x2); // high half = 1, = 2; = 0 is not a0, = 3 is a2
  v128.store(out, v128.or(a0, b0)); v128.store(out, v128.or(a0, x1), 64);
  v128.store(out, v128.or(a0, b2), 128); v128.store(out, a0, 192);
  v128.store(out, v128.or(x3, v128.and(e1, b0)), 256); v128.store(out, v128.or(x3, v128.and(e1, x1)), 320);
  v128.store(out, v128.or(x3, v128.and(e1, b2)), 384); v128.store(out, x3, 448);
  v128.store(out, v128.or(a2, v128.and(e2, b0)), 512); v128.store(out, v128.or(a2, v128.and(e2, x1)), 576);
  v128.store(out, v128.or(a2, v128.and(e2, b2)), 640); v128.store(out, a2, 704);
  v128.store(out, v128.and(a2, b0), 768); v128.store(out, v128.and(a2, x1), 832);
  v128.store(out, v128.and(a2, b2), 896); v128.store(out, i8x16.splat(0), 960);
}

/** Results of `digit = d`, in the order of d: `> d - 1` but not `> d`. */
@inline
function equalDigits(greater: usize, out: usize): void {
  let above = i8x16.splat(-1);
  for (let d: usize = 0; d < 1024; d += 64) {
    const next = v128.load(greater + d);
    v128.store(out + d, v128.andnot(above, next));
    above = next;
  }
}

@inline
function digitTables(codes: usize, scratch: usize, missing: bool): void {
  transpose(codes, 16, scratch, 64);
  const p0 = v128.load(scratch), p1 = v128.load(scratch, 64), p2 = v128.load(scratch, 128), p3 = v128.load(scratch, 192);
  const p4 = v128.load(scratch, 256), p5 = v128.load(scratch, 320), p6 = v128.load(scratch, 384), p7 = v128.load(scratch, 448);
  greaterDigits(p7, p6, p5, p4, scratch + 512);
  equalDigits(scratch + 512, scratch + 2560);
  greaterDigits(p3, p2, p1, p0, scratch + 3584);
  if (!missing) return;
  const none = v128.not(v128.or(v128.or(v128.or(p0, p1), v128.or(p2, p3)), v128.or(v128.or(p4, p5), v128.or(p6, p7))));
  for (let d: usize = 0; d < 1024; d += 64) v128.store(scratch + 1536 + d, v128.or(none, v128.load(scratch + 512 + d)));
}

@inline
function digitConditions(k: usize, end: usize, greater: usize, equal: usize, lows: usize, out: usize, wide: bool): void {
  for (; k < end; k++) {
    const code = <usize>load<u8>(k);
    const high = (code & 240) << 2, low = lows + ((code & 15) << 6);
    const g = greater + high, e = equal + high;
    v128.store(out, v128.or(v128.load(g), v128.and(v128.load(e), v128.load(low))));
    if (wide) {
      v128.store(out, v128.or(v128.load(g, 16), v128.and(v128.load(e, 16), v128.load(low, 16))), 16);
      v128.store(out, v128.or(v128.load(g, 32), v128.and(v128.load(e, 32), v128.load(low, 32))), 32);
      v128.store(out, v128.or(v128.load(g, 48), v128.and(v128.load(e, 48), v128.load(low, 48))), 48);
    }
    out += 64;
  }
}

@inline
function makeConditions(list: usize, columnCount: i32, codes: usize, out: usize, scratch: usize, wide: bool): void {
  const rows: usize = wide ? 512 : 128;
  for (let c = 0; c < columnCount; c++) {
    const from = codes + <usize>load<u32>(list);
    const count = load<u32>(list, 4), withMissing = load<u32>(list, 8);
    const k = list + 12, end = k + <usize>count, plain = end - <usize>withMissing;
    if (count < MANY) {
      for (let r: usize = 0; r < rows; r += 128) fewConditions(from + r, k, plain, end, out + (r >> 3));
    } else {
      for (let r: usize = 0; r < rows; r += 128) digitTables(from + r, scratch + (r >> 3), withMissing > 0);
      digitConditions(k, plain, scratch + 512, scratch + 2560, scratch + 3584, out, wide);
      digitConditions(plain, end, scratch + 1536, scratch + 2560, scratch + 3584, out + (<usize>(plain - k) << 6), wide);
    }
    out += <usize>count << 6;
    list = (end + 3) & ~3;
  }
}

export function conditions128(list: usize, columnCount: i32, codes: usize, out: usize, scratch: usize): void {
  makeConditions(list, columnCount, codes, out, scratch, false);
}

export function conditions512(list: usize, columnCount: i32, codes: usize, out: usize, scratch: usize): void {
  makeConditions(list, columnCount, codes, out, scratch, true);
}

// Exclusive or of conditions, which gives a complement (with the vector of ones) or a set of categories (its members are the cells
// above an odd number of the set's limits). List entry: u32 count, then u32 addresses.
@inline
function exclusiveOr(list: usize, count: i32, out: usize, wide: bool): void {
  for (let i = 0; i < count; i++) {
    const end = list + 4 + (<usize>load<u32>(list) << 2);
    let a = i8x16.splat(0), b = a, c = a, d = a;
    for (list += 4; list < end; list += 4) {
      const p = <usize>load<u32>(list);
      a = v128.xor(a, v128.load(p));
      if (wide) { b = v128.xor(b, v128.load(p, 16)); c = v128.xor(c, v128.load(p, 32)); d = v128.xor(d, v128.load(p, 48)); }
    }
    v128.store(out, a);
    if (wide) { v128.store(out, b, 16); v128.store(out, c, 32); v128.store(out, d, 48); }
    out += 64;
  }
}

export function combine128(list: usize, count: i32, out: usize): void {
  exclusiveOr(list, count, out, false);
}

export function combine512(list: usize, count: i32, out: usize): void {
  exclusiveOr(list, count, out, true);
}
