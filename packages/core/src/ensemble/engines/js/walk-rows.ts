/**
 * `walkTrees` the other way round: passes tree after tree over `rows` rows, a multiple of eight, eight at a time, so that
 * a large model is read from memory once for all of them. Sums are `sums[at]`, `sums[at + step]`, …
 */
export function walkRows(
  view: DataView,
  leafCell: number,
  stride: number,
  rows: number,
  roots: Int32Array,
  count: number,
  sums: Float64Array,
  at: number,
  step: number,
): void {
  for (let i = 0; i < count; i++) {
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
      let a = root
      let b = root
      let c = root
      let d = root
      let e = root
      let f = root
      let g = root
      let h = root
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
        a =
          (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(rowA + cellA, true) <= view.getFloat64(a, true))) |
          0
        b =
          (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(rowB + cellB, true) <= view.getFloat64(b, true))) |
          0
        c =
          (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(rowC + cellC, true) <= view.getFloat64(c, true))) |
          0
        d =
          (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(rowD + cellD, true) <= view.getFloat64(d, true))) |
          0
        e =
          (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(rowE + cellE, true) <= view.getFloat64(e, true))) |
          0
        f =
          (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(rowF + cellF, true) <= view.getFloat64(f, true))) |
          0
        g =
          (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(rowG + cellG, true) <= view.getFloat64(g, true))) |
          0
        h =
          (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(rowH + cellH, true) <= view.getFloat64(h, true))) |
          0
        a =
          (view.getInt32(a + 12, true) +
            16 * Number(view.getFloat64(rowA + view.getInt32(a + 8, true), true) <= view.getFloat64(a, true))) |
          0
        b =
          (view.getInt32(b + 12, true) +
            16 * Number(view.getFloat64(rowB + view.getInt32(b + 8, true), true) <= view.getFloat64(b, true))) |
          0
        c =
          (view.getInt32(c + 12, true) +
            16 * Number(view.getFloat64(rowC + view.getInt32(c + 8, true), true) <= view.getFloat64(c, true))) |
          0
        d =
          (view.getInt32(d + 12, true) +
            16 * Number(view.getFloat64(rowD + view.getInt32(d + 8, true), true) <= view.getFloat64(d, true))) |
          0
        e =
          (view.getInt32(e + 12, true) +
            16 * Number(view.getFloat64(rowE + view.getInt32(e + 8, true), true) <= view.getFloat64(e, true))) |
          0
        f =
          (view.getInt32(f + 12, true) +
            16 * Number(view.getFloat64(rowF + view.getInt32(f + 8, true), true) <= view.getFloat64(f, true))) |
          0
        g =
          (view.getInt32(g + 12, true) +
            16 * Number(view.getFloat64(rowG + view.getInt32(g + 8, true), true) <= view.getFloat64(g, true))) |
          0
        h =
          (view.getInt32(h + 12, true) +
            16 * Number(view.getFloat64(rowH + view.getInt32(h + 8, true), true) <= view.getFloat64(h, true))) |
          0
      }
      const sum = at + r * step
      sums[sum]! += view.getFloat64(a, true)
      sums[sum + 1 * step]! += view.getFloat64(b, true)
      sums[sum + 2 * step]! += view.getFloat64(c, true)
      sums[sum + 3 * step]! += view.getFloat64(d, true)
      sums[sum + 4 * step]! += view.getFloat64(e, true)
      sums[sum + 5 * step]! += view.getFloat64(f, true)
      sums[sum + 6 * step]! += view.getFloat64(g, true)
      sums[sum + 7 * step]! += view.getFloat64(h, true)
    }
  }
}
