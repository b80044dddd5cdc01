/** `walkRows` through a graph with sets. */
export function walkMaskedRows(
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
  let bit = 0
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
        bit = view.getInt32(rowA + cellA + 8, true)
        a =
          (view.getInt32(a + 12, true) +
            32 *
              (Number(view.getFloat64(rowA + cellA, true) <= view.getFloat64(a, true)) &
                (view.getInt32(view.getInt32(a + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowB + cellB + 8, true)
        b =
          (view.getInt32(b + 12, true) +
            32 *
              (Number(view.getFloat64(rowB + cellB, true) <= view.getFloat64(b, true)) &
                (view.getInt32(view.getInt32(b + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowC + cellC + 8, true)
        c =
          (view.getInt32(c + 12, true) +
            32 *
              (Number(view.getFloat64(rowC + cellC, true) <= view.getFloat64(c, true)) &
                (view.getInt32(view.getInt32(c + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowD + cellD + 8, true)
        d =
          (view.getInt32(d + 12, true) +
            32 *
              (Number(view.getFloat64(rowD + cellD, true) <= view.getFloat64(d, true)) &
                (view.getInt32(view.getInt32(d + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowE + cellE + 8, true)
        e =
          (view.getInt32(e + 12, true) +
            32 *
              (Number(view.getFloat64(rowE + cellE, true) <= view.getFloat64(e, true)) &
                (view.getInt32(view.getInt32(e + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowF + cellF + 8, true)
        f =
          (view.getInt32(f + 12, true) +
            32 *
              (Number(view.getFloat64(rowF + cellF, true) <= view.getFloat64(f, true)) &
                (view.getInt32(view.getInt32(f + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowG + cellG + 8, true)
        g =
          (view.getInt32(g + 12, true) +
            32 *
              (Number(view.getFloat64(rowG + cellG, true) <= view.getFloat64(g, true)) &
                (view.getInt32(view.getInt32(g + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
          0
        bit = view.getInt32(rowH + cellH + 8, true)
        h =
          (view.getInt32(h + 12, true) +
            32 *
              (Number(view.getFloat64(rowH + cellH, true) <= view.getFloat64(h, true)) &
                (view.getInt32(view.getInt32(h + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
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
