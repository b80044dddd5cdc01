// 8 vectors of 16 bytes → 8 vectors of 16 bytes: bit j of byte i in vector g becomes bit g of byte i in vector j.
// It turns 16 rows per vector, one byte each, into 128 rows per vector, one bit each, and back, by three rounds of masked swaps.

@inline
function swap4(a: v128, b: v128): v128 { return v128.and(v128.xor(i16x8.shr_u(a, 4), b), i8x16.splat(0x0f)); }
@inline
function swap2(a: v128, b: v128): v128 { return v128.and(v128.xor(i16x8.shr_u(a, 2), b), i8x16.splat(0x33)); }
@inline
function swap1(a: v128, b: v128): v128 { return v128.and(v128.xor(i16x8.shr_u(a, 1), b), i8x16.splat(0x55)); }

/** Transposes vectors that lie `fromStep` bytes apart into vectors `toStep` bytes apart. */
export function transpose(from: usize, fromStep: usize, to: usize, toStep: usize): void {
  let a0 = v128.load(from), a1 = v128.load(from + fromStep);
  let a2 = v128.load(from + 2 * fromStep), a3 = v128.load(from + 3 * fromStep);
  let a4 = v128.load(from + 4 * fromStep), a5 = v128.load(from + 5 * fromStep);
  let a6 = v128.load(from + 6 * fromStep), a7 = v128.load(from + 7 * fromStep);
  let t: v128;
  t = swap4(a0, a4); a4 = v128.xor(a4, t); a0 = v128.xor(a0, i16x8.shl(t, 4));
  t = swap4(a1, a5); a5 = v128.xor(a5, t); a1 = v128.xor(a1, i16x8.shl(t, 4));
  t = swap4(a2, a6); a6 = v128.xor(a6, t); a2 = v128.xor(a2, i16x8.shl(t, 4));
  t = swap4(a3, a7); a7 = v128.xor(a7, t); a3 = v128.xor(a3, i16x8.shl(t, 4));
  t = swap2(a0, a2); a2 = v128.xor(a2, t); a0 = v128.xor(a0, i16x8.shl(t, 2));
  t = swap2(a1, a3); a3 = v128.xor(a3, t); a1 = v128.xor(a1, i16x8.shl(t, 2));
  t = swap2(a4, a6); a6 = v128.xor(a6, t); a4 = v128.xor(a4, i16x8.shl(t, 2));
  t = swap2(a5, a7); a7 = v128.xor(a7, t); a5 = v128.xor(a5, i16x8.shl(t, 2));
  t = swap1(a0, a1); a1 = v128.xor(a1, t); a0 = v128.xor(a0, i16x8.shl(t, 1));
  t = swap1(a2, a3); a3 = v128.xor(a3, t); a2 = v128.xor(a2, i16x8.shl(t, 1));
  t = swap1(a4, a5); a5 = v128.xor(a5, t); a4 = v128.xor(a4, i16x8.shl(t, 1));
  t = swap1(a6, a7); a7 = v128.xor(a7, t); a6 = v128.xor(a6, i16x8.shl(t, 1));
  v128.store(to, a0); v128.store(to + toStep, a1);
  v128.store(to + 2 * toStep, a2); v128.store(to + 3 * toStep, a3);
  v128.store(to + 4 * toStep, a4); v128.store(to + 5 * toStep, a5);
  v128.store(to + 6 * toStep, a6); v128.store(to + 7 * toStep, a7);
}
