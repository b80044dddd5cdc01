// Written by packages/core/write-walks.ts (npm run kernels); do not edit.

/** `walkTrees` in a graph with sets, where a step also looks at a bit. A step is longer, so a round has one. */
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

      const bitA = view.getInt32(cellA + 8, true)
      const wordA = view.getInt32(view.getInt32(a + 16, true) + ((bitA >> 5) << 2), true)
      const yesA = Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true)) & (wordA >> bitA)
      a = (view.getInt32(a + 12, true) + 32 * yesA) | 0
      const bitB = view.getInt32(cellB + 8, true)
      const wordB = view.getInt32(view.getInt32(b + 16, true) + ((bitB >> 5) << 2), true)
      const yesB = Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true)) & (wordB >> bitB)
      b = (view.getInt32(b + 12, true) + 32 * yesB) | 0
      const bitC = view.getInt32(cellC + 8, true)
      const wordC = view.getInt32(view.getInt32(c + 16, true) + ((bitC >> 5) << 2), true)
      const yesC = Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true)) & (wordC >> bitC)
      c = (view.getInt32(c + 12, true) + 32 * yesC) | 0
      const bitD = view.getInt32(cellD + 8, true)
      const wordD = view.getInt32(view.getInt32(d + 16, true) + ((bitD >> 5) << 2), true)
      const yesD = Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true)) & (wordD >> bitD)
      d = (view.getInt32(d + 12, true) + 32 * yesD) | 0
      const bitE = view.getInt32(cellE + 8, true)
      const wordE = view.getInt32(view.getInt32(e + 16, true) + ((bitE >> 5) << 2), true)
      const yesE = Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true)) & (wordE >> bitE)
      e = (view.getInt32(e + 12, true) + 32 * yesE) | 0
      const bitF = view.getInt32(cellF + 8, true)
      const wordF = view.getInt32(view.getInt32(f + 16, true) + ((bitF >> 5) << 2), true)
      const yesF = Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true)) & (wordF >> bitF)
      f = (view.getInt32(f + 12, true) + 32 * yesF) | 0
      const bitG = view.getInt32(cellG + 8, true)
      const wordG = view.getInt32(view.getInt32(g + 16, true) + ((bitG >> 5) << 2), true)
      const yesG = Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true)) & (wordG >> bitG)
      g = (view.getInt32(g + 12, true) + 32 * yesG) | 0
      const bitH = view.getInt32(cellH + 8, true)
      const wordH = view.getInt32(view.getInt32(h + 16, true) + ((bitH >> 5) << 2), true)
      const yesH = Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true)) & (wordH >> bitH)
      h = (view.getInt32(h + 12, true) + 32 * yesH) | 0
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
