// Written by packages/core/write-walks.ts (npm run kernels); do not edit.
// biome-ignore-all format: a line has the same statement for eight walks.

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
  view: DataView, leafCell: number, roots: Int32Array, count: number, ends: Int32Array, sums: Float64Array, at: number,
): void {
  let sum = sums[at]!
  for (let i = 0; i < count; i += 8) {
    let a = roots[i]!; let b = roots[i + 1]!; let c = roots[i + 2]!; let d = roots[i + 3]!; let e = roots[i + 4]!; let f = roots[i + 5]!; let g = roots[i + 6]!; let h = roots[i + 7]!
    for (;;) {
      const cellA = view.getInt32(a + 8, true); const cellB = view.getInt32(b + 8, true); const cellC = view.getInt32(c + 8, true); const cellD = view.getInt32(d + 8, true); const cellE = view.getInt32(e + 8, true); const cellF = view.getInt32(f + 8, true); const cellG = view.getInt32(g + 8, true); const cellH = view.getInt32(h + 8, true)
      if (cellA + cellB + cellC + cellD + cellE + cellF + cellG + cellH === 8 * leafCell) break
      a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true))) | 0; b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true))) | 0; c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true))) | 0; d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true))) | 0; e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true))) | 0; f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true))) | 0; g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true))) | 0; h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true))) | 0
      const nextA = view.getInt32(a + 8, true); a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(nextA, true) <= view.getFloat64(a, true))) | 0; const nextB = view.getInt32(b + 8, true); b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(nextB, true) <= view.getFloat64(b, true))) | 0; const nextC = view.getInt32(c + 8, true); c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(nextC, true) <= view.getFloat64(c, true))) | 0; const nextD = view.getInt32(d + 8, true); d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(nextD, true) <= view.getFloat64(d, true))) | 0; const nextE = view.getInt32(e + 8, true); e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(nextE, true) <= view.getFloat64(e, true))) | 0; const nextF = view.getInt32(f + 8, true); f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(nextF, true) <= view.getFloat64(f, true))) | 0; const nextG = view.getInt32(g + 8, true); g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(nextG, true) <= view.getFloat64(g, true))) | 0; const nextH = view.getInt32(h + 8, true); h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(nextH, true) <= view.getFloat64(h, true))) | 0
    }
    ends[i] = a; ends[i + 1] = b; ends[i + 2] = c; ends[i + 3] = d; ends[i + 4] = e; ends[i + 5] = f; ends[i + 6] = g; ends[i + 7] = h
    sum += view.getFloat64(a, true); sum += view.getFloat64(b, true); sum += view.getFloat64(c, true); sum += view.getFloat64(d, true); sum += view.getFloat64(e, true); sum += view.getFloat64(f, true); sum += view.getFloat64(g, true); sum += view.getFloat64(h, true)
  }
  sums[at] = sum
}

/** `walkTrees` in a graph with sets, where a step also looks at a bit. A step is longer, so a round has one. */
export function walkMaskedTrees(
  view: DataView, leafCell: number, roots: Int32Array, count: number, ends: Int32Array, sums: Float64Array, at: number,
): void {
  let sum = sums[at]!
  for (let i = 0; i < count; i += 8) {
    let a = roots[i]!; let b = roots[i + 1]!; let c = roots[i + 2]!; let d = roots[i + 3]!; let e = roots[i + 4]!; let f = roots[i + 5]!; let g = roots[i + 6]!; let h = roots[i + 7]!
    for (;;) {
      const cellA = view.getInt32(a + 8, true); const cellB = view.getInt32(b + 8, true); const cellC = view.getInt32(c + 8, true); const cellD = view.getInt32(d + 8, true); const cellE = view.getInt32(e + 8, true); const cellF = view.getInt32(f + 8, true); const cellG = view.getInt32(g + 8, true); const cellH = view.getInt32(h + 8, true)
      if (cellA + cellB + cellC + cellD + cellE + cellF + cellG + cellH === 8 * leafCell) break
      const bitA = view.getInt32(cellA + 8, true); const wordA = view.getInt32(view.getInt32(a + 16, true) + ((bitA >> 5) << 2), true); const yesA = Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true)) & (wordA >> bitA); a = (view.getInt32(a + 12, true) + 32 * yesA) | 0; const bitB = view.getInt32(cellB + 8, true); const wordB = view.getInt32(view.getInt32(b + 16, true) + ((bitB >> 5) << 2), true); const yesB = Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true)) & (wordB >> bitB); b = (view.getInt32(b + 12, true) + 32 * yesB) | 0; const bitC = view.getInt32(cellC + 8, true); const wordC = view.getInt32(view.getInt32(c + 16, true) + ((bitC >> 5) << 2), true); const yesC = Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true)) & (wordC >> bitC); c = (view.getInt32(c + 12, true) + 32 * yesC) | 0; const bitD = view.getInt32(cellD + 8, true); const wordD = view.getInt32(view.getInt32(d + 16, true) + ((bitD >> 5) << 2), true); const yesD = Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true)) & (wordD >> bitD); d = (view.getInt32(d + 12, true) + 32 * yesD) | 0; const bitE = view.getInt32(cellE + 8, true); const wordE = view.getInt32(view.getInt32(e + 16, true) + ((bitE >> 5) << 2), true); const yesE = Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true)) & (wordE >> bitE); e = (view.getInt32(e + 12, true) + 32 * yesE) | 0; const bitF = view.getInt32(cellF + 8, true); const wordF = view.getInt32(view.getInt32(f + 16, true) + ((bitF >> 5) << 2), true); const yesF = Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true)) & (wordF >> bitF); f = (view.getInt32(f + 12, true) + 32 * yesF) | 0; const bitG = view.getInt32(cellG + 8, true); const wordG = view.getInt32(view.getInt32(g + 16, true) + ((bitG >> 5) << 2), true); const yesG = Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true)) & (wordG >> bitG); g = (view.getInt32(g + 12, true) + 32 * yesG) | 0; const bitH = view.getInt32(cellH + 8, true); const wordH = view.getInt32(view.getInt32(h + 16, true) + ((bitH >> 5) << 2), true); const yesH = Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true)) & (wordH >> bitH); h = (view.getInt32(h + 12, true) + 32 * yesH) | 0
    }
    ends[i] = a; ends[i + 1] = b; ends[i + 2] = c; ends[i + 3] = d; ends[i + 4] = e; ends[i + 5] = f; ends[i + 6] = g; ends[i + 7] = h
    sum += view.getFloat64(a, true); sum += view.getFloat64(b, true); sum += view.getFloat64(c, true); sum += view.getFloat64(d, true); sum += view.getFloat64(e, true); sum += view.getFloat64(f, true); sum += view.getFloat64(g, true); sum += view.getFloat64(h, true)
  }
  sums[at] = sum
}

/**
 * `walkTrees` the other way round: takes `count` trees, from `roots[first]` on, one after another over `rows` rows, a
 * multiple of eight, eight at a time, so that a large model is read from memory once for all rows. The sum of row r is
 * `sums[at + r * step]`.
 */
export function walkRows(
  view: DataView, leafCell: number, stride: number, rows: number, roots: Int32Array, first: number, count: number,
  sums: Float64Array | Float32Array, at: number, step: number,
): void {
  for (let i = first; i < first + count; i++) {
    const root = roots[i]!
    for (let r = 0; r < rows; r += 8) {
      const rowA = r * stride; const rowB = rowA + stride; const rowC = rowB + stride; const rowD = rowC + stride; const rowE = rowD + stride; const rowF = rowE + stride; const rowG = rowF + stride; const rowH = rowG + stride
      const allLeaves = 8 * leafCell + (8 * r + 28) * stride
      let a = root; let b = root; let c = root; let d = root; let e = root; let f = root; let g = root; let h = root
      for (;;) {
        const cellA = rowA + view.getInt32(a + 8, true); const cellB = rowB + view.getInt32(b + 8, true); const cellC = rowC + view.getInt32(c + 8, true); const cellD = rowD + view.getInt32(d + 8, true); const cellE = rowE + view.getInt32(e + 8, true); const cellF = rowF + view.getInt32(f + 8, true); const cellG = rowG + view.getInt32(g + 8, true); const cellH = rowH + view.getInt32(h + 8, true)
        if (cellA + cellB + cellC + cellD + cellE + cellF + cellG + cellH === allLeaves) break
        a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true))) | 0; b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true))) | 0; c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true))) | 0; d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true))) | 0; e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true))) | 0; f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true))) | 0; g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true))) | 0; h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true))) | 0
        const nextA = rowA + view.getInt32(a + 8, true); a = (view.getInt32(a + 12, true) + 16 * Number(view.getFloat64(nextA, true) <= view.getFloat64(a, true))) | 0; const nextB = rowB + view.getInt32(b + 8, true); b = (view.getInt32(b + 12, true) + 16 * Number(view.getFloat64(nextB, true) <= view.getFloat64(b, true))) | 0; const nextC = rowC + view.getInt32(c + 8, true); c = (view.getInt32(c + 12, true) + 16 * Number(view.getFloat64(nextC, true) <= view.getFloat64(c, true))) | 0; const nextD = rowD + view.getInt32(d + 8, true); d = (view.getInt32(d + 12, true) + 16 * Number(view.getFloat64(nextD, true) <= view.getFloat64(d, true))) | 0; const nextE = rowE + view.getInt32(e + 8, true); e = (view.getInt32(e + 12, true) + 16 * Number(view.getFloat64(nextE, true) <= view.getFloat64(e, true))) | 0; const nextF = rowF + view.getInt32(f + 8, true); f = (view.getInt32(f + 12, true) + 16 * Number(view.getFloat64(nextF, true) <= view.getFloat64(f, true))) | 0; const nextG = rowG + view.getInt32(g + 8, true); g = (view.getInt32(g + 12, true) + 16 * Number(view.getFloat64(nextG, true) <= view.getFloat64(g, true))) | 0; const nextH = rowH + view.getInt32(h + 8, true); h = (view.getInt32(h + 12, true) + 16 * Number(view.getFloat64(nextH, true) <= view.getFloat64(h, true))) | 0
      }
      const sum = at + r * step
      sums[sum]! += view.getFloat64(a, true); sums[sum + step]! += view.getFloat64(b, true); sums[sum + 2 * step]! += view.getFloat64(c, true); sums[sum + 3 * step]! += view.getFloat64(d, true); sums[sum + 4 * step]! += view.getFloat64(e, true); sums[sum + 5 * step]! += view.getFloat64(f, true); sums[sum + 6 * step]! += view.getFloat64(g, true); sums[sum + 7 * step]! += view.getFloat64(h, true)
    }
  }
}

/** `walkRows` in a graph with sets. */
export function walkMaskedRows(
  view: DataView, leafCell: number, stride: number, rows: number, roots: Int32Array, first: number, count: number,
  sums: Float64Array | Float32Array, at: number, step: number,
): void {
  for (let i = first; i < first + count; i++) {
    const root = roots[i]!
    for (let r = 0; r < rows; r += 8) {
      const rowA = r * stride; const rowB = rowA + stride; const rowC = rowB + stride; const rowD = rowC + stride; const rowE = rowD + stride; const rowF = rowE + stride; const rowG = rowF + stride; const rowH = rowG + stride
      const allLeaves = 8 * leafCell + (8 * r + 28) * stride
      let a = root; let b = root; let c = root; let d = root; let e = root; let f = root; let g = root; let h = root
      for (;;) {
        const cellA = rowA + view.getInt32(a + 8, true); const cellB = rowB + view.getInt32(b + 8, true); const cellC = rowC + view.getInt32(c + 8, true); const cellD = rowD + view.getInt32(d + 8, true); const cellE = rowE + view.getInt32(e + 8, true); const cellF = rowF + view.getInt32(f + 8, true); const cellG = rowG + view.getInt32(g + 8, true); const cellH = rowH + view.getInt32(h + 8, true)
        if (cellA + cellB + cellC + cellD + cellE + cellF + cellG + cellH === allLeaves) break
        const bitA = view.getInt32(cellA + 8, true); const wordA = view.getInt32(view.getInt32(a + 16, true) + ((bitA >> 5) << 2), true); const yesA = Number(view.getFloat64(cellA, true) <= view.getFloat64(a, true)) & (wordA >> bitA); a = (view.getInt32(a + 12, true) + 32 * yesA) | 0; const bitB = view.getInt32(cellB + 8, true); const wordB = view.getInt32(view.getInt32(b + 16, true) + ((bitB >> 5) << 2), true); const yesB = Number(view.getFloat64(cellB, true) <= view.getFloat64(b, true)) & (wordB >> bitB); b = (view.getInt32(b + 12, true) + 32 * yesB) | 0; const bitC = view.getInt32(cellC + 8, true); const wordC = view.getInt32(view.getInt32(c + 16, true) + ((bitC >> 5) << 2), true); const yesC = Number(view.getFloat64(cellC, true) <= view.getFloat64(c, true)) & (wordC >> bitC); c = (view.getInt32(c + 12, true) + 32 * yesC) | 0; const bitD = view.getInt32(cellD + 8, true); const wordD = view.getInt32(view.getInt32(d + 16, true) + ((bitD >> 5) << 2), true); const yesD = Number(view.getFloat64(cellD, true) <= view.getFloat64(d, true)) & (wordD >> bitD); d = (view.getInt32(d + 12, true) + 32 * yesD) | 0; const bitE = view.getInt32(cellE + 8, true); const wordE = view.getInt32(view.getInt32(e + 16, true) + ((bitE >> 5) << 2), true); const yesE = Number(view.getFloat64(cellE, true) <= view.getFloat64(e, true)) & (wordE >> bitE); e = (view.getInt32(e + 12, true) + 32 * yesE) | 0; const bitF = view.getInt32(cellF + 8, true); const wordF = view.getInt32(view.getInt32(f + 16, true) + ((bitF >> 5) << 2), true); const yesF = Number(view.getFloat64(cellF, true) <= view.getFloat64(f, true)) & (wordF >> bitF); f = (view.getInt32(f + 12, true) + 32 * yesF) | 0; const bitG = view.getInt32(cellG + 8, true); const wordG = view.getInt32(view.getInt32(g + 16, true) + ((bitG >> 5) << 2), true); const yesG = Number(view.getFloat64(cellG, true) <= view.getFloat64(g, true)) & (wordG >> bitG); g = (view.getInt32(g + 12, true) + 32 * yesG) | 0; const bitH = view.getInt32(cellH + 8, true); const wordH = view.getInt32(view.getInt32(h + 16, true) + ((bitH >> 5) << 2), true); const yesH = Number(view.getFloat64(cellH, true) <= view.getFloat64(h, true)) & (wordH >> bitH); h = (view.getInt32(h + 12, true) + 32 * yesH) | 0
      }
      const sum = at + r * step
      sums[sum]! += view.getFloat64(a, true); sums[sum + step]! += view.getFloat64(b, true); sums[sum + 2 * step]! += view.getFloat64(c, true); sums[sum + 3 * step]! += view.getFloat64(d, true); sums[sum + 4 * step]! += view.getFloat64(e, true); sums[sum + 5 * step]! += view.getFloat64(f, true); sums[sum + 6 * step]! += view.getFloat64(g, true); sums[sum + 7 * step]! += view.getFloat64(h, true)
    }
  }
}
