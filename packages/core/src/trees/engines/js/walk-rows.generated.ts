// Written by packages/core/write-walks.ts (npm run kernels); do not edit.

/**
 * `walkTrees` the other way round: takes `count` trees, from `roots[first]` on, one after another over `rows` rows, a
 * multiple of eight, eight at a time, so that a large model is read from memory once for all rows. The sum of row r is
 * `sums[at + r * step]`.
 */
export function walkRows(
  view: DataView,
  leafCell: number,
  stride: number,
  rows: number,
  roots: Int32Array,
  first: number,
  count: number,
  sums: Float64Array,
  at: number,
  step: number,
): void {
  for (let i = first; i < first + count; i++) {
    const root = roots[i]!
    for (let r = 0; r < rows; r += 8) {
      const rowA = r * stride
      const rowB = rowA + stride
      const rowC = rowB + stride
      const rowD = rowC + stride
      const rowE = rowD + stride
      const rowF = rowE + stride
      const rowG = rowF + stride
      const rowH = rowG + stride
      const allLeaves = 8 * leafCell + (8 * r + 28) * stride
      let a = root
      let b = root
      let c = root
      let d = root
      let e = root
      let f = root
      let g = root
      let h = root
      for (;;) {
        const cellA = rowA + view.getInt32(a + 8, true)
        const cellB = rowB + view.getInt32(b + 8, true)
        const cellC = rowC + view.getInt32(c + 8, true)
        const cellD = rowD + view.getInt32(d + 8, true)
        const cellE = rowE + view.getInt32(e + 8, true)
        const cellF = rowF + view.getInt32(f + 8, true)
        const cellG = rowG + view.getInt32(g + 8, true)
        const cellH = rowH + view.getInt32(h + 8, true)
        if (cellA + cellB + cellC + cellD + cellE + cellF + cellG + cellH === allLeaves) break
        a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true))) | 0
        b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true))) | 0
        c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true))) | 0
        d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true))) | 0
        e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true))) | 0
        f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true))) | 0
        g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true))) | 0
        h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true))) | 0

        const nextA = rowA + view.getInt32(a + 8, true)
        a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(nextA, true) <= view.getFloat64(a, true))) | 0
        const nextB = rowB + view.getInt32(b + 8, true)
        b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(nextB, true) <= view.getFloat64(b, true))) | 0
        const nextC = rowC + view.getInt32(c + 8, true)
        c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(nextC, true) <= view.getFloat64(c, true))) | 0
        const nextD = rowD + view.getInt32(d + 8, true)
        d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(nextD, true) <= view.getFloat64(d, true))) | 0
        const nextE = rowE + view.getInt32(e + 8, true)
        e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(nextE, true) <= view.getFloat64(e, true))) | 0
        const nextF = rowF + view.getInt32(f + 8, true)
        f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(nextF, true) <= view.getFloat64(f, true))) | 0
        const nextG = rowG + view.getInt32(g + 8, true)
        g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(nextG, true) <= view.getFloat64(g, true))) | 0
        const nextH = rowH + view.getInt32(h + 8, true)
        h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(nextH, true) <= view.getFloat64(h, true))) | 0
      }
      const sum = at + r * step
      sums[sum]! += view.getFloat64(a, true)
      sums[sum + step]! += view.getFloat64(b, true)
      sums[sum + 2 * step]! += view.getFloat64(c, true)
      sums[sum + 3 * step]! += view.getFloat64(d, true)
      sums[sum + 4 * step]! += view.getFloat64(e, true)
      sums[sum + 5 * step]! += view.getFloat64(f, true)
      sums[sum + 6 * step]! += view.getFloat64(g, true)
      sums[sum + 7 * step]! += view.getFloat64(h, true)
    }
  }
}
