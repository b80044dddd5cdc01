// Written by packages/core/write-walks.ts (npm run kernels); do not edit.

/**
 * Walks the first row from the first `count` of the roots, eight at a time, and adds the leaves' values to `sums[at]` in
 * order; `ends` gets their slots. The list is filled up to a multiple of eight with a leaf that changes no sum.
 *
 * Without these choices a walk takes up to twice as long:
 * - Eight walks do not wait for one another, so the processor overlaps their reads.
 * - `Number(a <= b)` compiles to a flag; `a <= b ? 1 : 0` would be a branch, mispredicted every other time.
 * - One DataView replaces several typed arrays, which V8 would check and unpack anew in every round of the loop.
 * - Two steps make a round. A leaf leads to itself, so a step too many does no harm.
 * - The loop is written out, because V8 does not inline that many calls.
 */
export function walkTrees(
  view: DataView,
  leafCell: number,
  roots: Int32Array,
  count: number,
  ends: Int32Array,
  sums: Float64Array,
  at: number,
): void {
  let sum = sums[at]!
  for (let i = 0; i < count; i += 8) {
    let a = roots[i]!
    let b = roots[i + 1]!
    let c = roots[i + 2]!
    let d = roots[i + 3]!
    let e = roots[i + 4]!
    let f = roots[i + 5]!
    let g = roots[i + 6]!
    let h = roots[i + 7]!
    for (;;) {
      const cellA = view.getInt32(a + 8, true)
      const cellB = view.getInt32(b + 8, true)
      const cellC = view.getInt32(c + 8, true)
      const cellD = view.getInt32(d + 8, true)
      const cellE = view.getInt32(e + 8, true)
      const cellF = view.getInt32(f + 8, true)
      const cellG = view.getInt32(g + 8, true)
      const cellH = view.getInt32(h + 8, true)
      if (cellA + cellB + cellC + cellD + cellE + cellF + cellG + cellH === 8 * leafCell) break
      a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true))) | 0
      b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true))) | 0
      c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true))) | 0
      d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true))) | 0
      e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true))) | 0
      f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true))) | 0
      g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true))) | 0
      h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true))) | 0

      const nextA = view.getInt32(a + 8, true)
      a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(nextA, true) <= view.getFloat64(a, true))) | 0
      const nextB = view.getInt32(b + 8, true)
      b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(nextB, true) <= view.getFloat64(b, true))) | 0
      const nextC = view.getInt32(c + 8, true)
      c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(nextC, true) <= view.getFloat64(c, true))) | 0
      const nextD = view.getInt32(d + 8, true)
      d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(nextD, true) <= view.getFloat64(d, true))) | 0
      const nextE = view.getInt32(e + 8, true)
      e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(nextE, true) <= view.getFloat64(e, true))) | 0
      const nextF = view.getInt32(f + 8, true)
      f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(nextF, true) <= view.getFloat64(f, true))) | 0
      const nextG = view.getInt32(g + 8, true)
      g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(nextG, true) <= view.getFloat64(g, true))) | 0
      const nextH = view.getInt32(h + 8, true)
      h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(nextH, true) <= view.getFloat64(h, true))) | 0
    }
    ends[i] = a
    ends[i + 1] = b
    ends[i + 2] = c
    ends[i + 3] = d
    ends[i + 4] = e
    ends[i + 5] = f
    ends[i + 6] = g
    ends[i + 7] = h
    sum += view.getFloat64(a, true)
    sum += view.getFloat64(b, true)
    sum += view.getFloat64(c, true)
    sum += view.getFloat64(d, true)
    sum += view.getFloat64(e, true)
    sum += view.getFloat64(f, true)
    sum += view.getFloat64(g, true)
    sum += view.getFloat64(h, true)
  }
  sums[at] = sum
}
