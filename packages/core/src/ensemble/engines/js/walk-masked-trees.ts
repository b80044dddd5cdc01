/** `walkTrees` through a graph with sets, whose steps also look at a bit. They are longer, so a round is one step. */
export function walkMaskedTrees(
  view: DataView,
  leafCell: number,
  roots: Int32Array,
  count: number,
  ends: Int32Array,
  sums: Float64Array,
  at: number,
): void {
  let sum = sums[at]!
  let bit = 0
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
      bit = view.getInt32(cellA + 8, true)
      a =
        (view.getInt32(a + 12, true) +
          32 *
            (Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true)) &
              (view.getInt32(view.getInt32(a + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellB + 8, true)
      b =
        (view.getInt32(b + 12, true) +
          32 *
            (Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true)) &
              (view.getInt32(view.getInt32(b + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellC + 8, true)
      c =
        (view.getInt32(c + 12, true) +
          32 *
            (Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true)) &
              (view.getInt32(view.getInt32(c + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellD + 8, true)
      d =
        (view.getInt32(d + 12, true) +
          32 *
            (Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true)) &
              (view.getInt32(view.getInt32(d + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellE + 8, true)
      e =
        (view.getInt32(e + 12, true) +
          32 *
            (Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true)) &
              (view.getInt32(view.getInt32(e + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellF + 8, true)
      f =
        (view.getInt32(f + 12, true) +
          32 *
            (Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true)) &
              (view.getInt32(view.getInt32(f + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellG + 8, true)
      g =
        (view.getInt32(g + 12, true) +
          32 *
            (Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true)) &
              (view.getInt32(view.getInt32(g + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
      bit = view.getInt32(cellH + 8, true)
      h =
        (view.getInt32(h + 12, true) +
          32 *
            (Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true)) &
              (view.getInt32(view.getInt32(h + 16, true) + ((bit >> 5) << 2), true) >> bit))) |
        0
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
