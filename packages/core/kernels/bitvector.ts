// K1, second half: conditions to leaves to sums, for 128 or 512 rows at once, one bit per row (conditions.ts has the layout).
//
// A tree is a program without branches. Each record computes the rows that reach one child of a node: the node's rows less those of
// the other child.
//
//     slot[i] = [a] & ~[b]      a: the slot of the node, or the vector of ones for the root
//                               b: the condition that keeps rows away, or the slot of the other child
//
// Leaves have codes. One child of a node takes over the node's code and the other flips some of its bits, mostly one. So bit p of all
// rows' leaf codes, plane p, is the exclusive or of the slots of children that flip it. Planes, transposed, are the codes as bytes:
//
//     slots ──xor──► planes p0 … p7  ──transpose──►  one byte per row  ──► values[code] ──+──► sums
//
// Values are added in tree order, one double per row, so sums have the trainer's bits. Only the values that are read depend on the data.
//
// Tree, bytes     0 u32 records          8 u32 address of values: f64 by code      16 u16 x 16 entries of the list of each plane
//                 4 u32 planes          12 u32 1 when there are more than 8        48 records { u32 address of a, u32 address of b }, then the
//                                                                                     lists of the planes: u32 addresses of slots
// Codes, bytes    tree i of four at i * 512, one byte per row; where one has more than 8 planes, high bytes at 2048 + i * 512
// Slots, planes   entries of 64 bytes
import { loadPair } from './load-pair'
import { transpose } from './transpose'

@inline
function findLeaves(tree: usize, slots: usize, planes: usize, codes: usize, high: bool, wide: bool): void {
  let slot = slots, at = tree + 48;
  const records = at + (<usize>load<u32>(tree) << 3);
  for (; at < records; at += 8) {
    const a = <usize>load<u32>(at), b = <usize>load<u32>(at, 4);
    v128.store(slot, v128.andnot(v128.load(a), v128.load(b)));
    if (wide) {
      v128.store(slot, v128.andnot(v128.load(a, 16), v128.load(b, 16)), 16);
      v128.store(slot, v128.andnot(v128.load(a, 32), v128.load(b, 32)), 32);
      v128.store(slot, v128.andnot(v128.load(a, 48), v128.load(b, 48)), 48);
    }
    slot += 64;
  }
  const last = planes + (high ? 1024 : 512);
  for (let plane = planes, entries = tree + 16; plane < last; plane += 64, entries += 2) {
    const end = at + (<usize>load<u16>(entries) << 2);
    let a = i8x16.splat(0), b = a, c = a, d = a;
    for (; at < end; at += 4) {
      const p = <usize>load<u32>(at);
      a = v128.xor(a, v128.load(p));
      if (wide) { b = v128.xor(b, v128.load(p, 16)); c = v128.xor(c, v128.load(p, 32)); d = v128.xor(d, v128.load(p, 48)); }
    }
    v128.store(plane, a);
    if (wide) { v128.store(plane, b, 16); v128.store(plane, c, 32); v128.store(plane, d, 48); }
  }
  const rows: usize = wide ? 512 : 128;
  for (let r: usize = 0; r < rows; r += 128) {
    transpose(planes + (r >> 3), 64, codes + r, 16);
    if (high) transpose(planes + 512 + (r >> 3), 64, codes + 2048 + r, 16);
  }
}

@inline
function leaf(values: usize, code: usize, high: bool): usize {
  const low = <usize>load<u8>(code);
  return values + ((high ? low | (<usize>load<u8>(code, 2048) << 8) : low) << 3);
}

@inline
function pair(values: usize, code: usize, high: bool): v128 {
  return loadPair(leaf(values, code, high), leaf(values, code + 1, high));
}

/** Adds the values of four trees, two rows at a time. */
@inline
function addValues(t0: usize, t1: usize, t2: usize, t3: usize, codes: usize, rows: usize, sums: usize, high: bool): void {
  const v0 = <usize>load<u32>(t0, 8), v1 = <usize>load<u32>(t1, 8), v2 = <usize>load<u32>(t2, 8), v3 = <usize>load<u32>(t3, 8);
  for (const end = codes + rows; codes < end; codes += 2) {
    let s = v128.load(sums);
    s = f64x2.add(s, pair(v0, codes, high));
    s = f64x2.add(s, pair(v1, codes + 512, high));
    s = f64x2.add(s, pair(v2, codes + 1024, high));
    s = f64x2.add(s, pair(v3, codes + 1536, high));
    v128.store(sums, s);
    sums += 16;
  }
}

@inline
function quad(values: usize, code: usize, high: bool): v128 {
  let v = v128.load32_zero(leaf(values, code, high));
  v = v128.load_lane<u32>(leaf(values, code + 1, high), v, 1);
  v = v128.load_lane<u32>(leaf(values, code + 2, high), v, 2);
  return v128.load_lane<u32>(leaf(values, code + 3, high), v, 3);
}

/** addValues for sums in float32, whose values are the low words of their places: four rows at a time, `sums` are f32. */
@inline
function addSingles(t0: usize, t1: usize, t2: usize, t3: usize, codes: usize, rows: usize, sums: usize, high: bool): void {
  const v0 = <usize>load<u32>(t0, 8), v1 = <usize>load<u32>(t1, 8), v2 = <usize>load<u32>(t2, 8), v3 = <usize>load<u32>(t3, 8);
  for (const end = codes + rows; codes < end; codes += 4) {
    let s = v128.load(sums);
    s = f32x4.add(s, quad(v0, codes, high));
    s = f32x4.add(s, quad(v1, codes + 512, high));
    s = f32x4.add(s, quad(v2, codes + 1024, high));
    s = f32x4.add(s, quad(v3, codes + 1536, high));
    v128.store(sums, s);
    sums += 16;
  }
}

function find(tree: usize, slots: usize, planes: usize, codes: usize, high: bool, wide: bool): void {
  if (wide) {
    if (high) findLeaves(tree, slots, planes, codes, true, true);
    else findLeaves(tree, slots, planes, codes, false, true);
  } else if (high) findLeaves(tree, slots, planes, codes, true, false);
  else findLeaves(tree, slots, planes, codes, false, false);
}

/** Scores trees by address, four at a time. A tree whose only value is -0, which changes no sum, fills the last group. */
function score(trees: usize, end: usize, none: usize, slots: usize, planes: usize, codes: usize, rows: usize, sums: usize, single: bool, wide: bool): void {
  for (; trees < end; trees += 16) {
    const t0 = <usize>load<u32>(trees);
    const t1 = trees + 4 < end ? <usize>load<u32>(trees, 4) : none;
    const t2 = trees + 8 < end ? <usize>load<u32>(trees, 8) : none;
    const t3 = trees + 12 < end ? <usize>load<u32>(trees, 12) : none;
    const high = (load<u32>(t0, 12) | load<u32>(t1, 12) | load<u32>(t2, 12) | load<u32>(t3, 12)) != 0;
    find(t0, slots, planes, codes, high, wide);
    find(t1, slots, planes, codes + 512, high, wide);
    find(t2, slots, planes, codes + 1024, high, wide);
    find(t3, slots, planes, codes + 1536, high, wide);
    if (single) {
      if (high) addSingles(t0, t1, t2, t3, codes, rows, sums, true);
      else addSingles(t0, t1, t2, t3, codes, rows, sums, false);
    } else if (high) addValues(t0, t1, t2, t3, codes, rows, sums, true);
    else addValues(t0, t1, t2, t3, codes, rows, sums, false);
  }
}

export function score128(trees: usize, end: usize, none: usize, slots: usize, planes: usize, codes: usize, rows: usize, sums: usize, single: bool): void {
  score(trees, end, none, slots, planes, codes, rows, sums, single, false);
}

export function score512(trees: usize, end: usize, none: usize, slots: usize, planes: usize, codes: usize, rows: usize, sums: usize, single: bool): void {
  score(trees, end, none, slots, planes, codes, rows, sums, single, true);
}

/** Leaf codes of one tree, with their high bytes. */
export function leaves128(tree: usize, slots: usize, planes: usize, codes: usize): void {
  find(tree, slots, planes, codes, true, false);
}

export function leaves512(tree: usize, slots: usize, planes: usize, codes: usize): void {
  find(tree, slots, planes, codes, true, true);
}
