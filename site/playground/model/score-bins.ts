export interface ScoreBin {
  readonly from: number
  readonly to: number
  readonly rows: number
}

const mostBins = 40

/** Counts scores in bins of equal width; scores that are not finite are left out. */
export function binsOf(scores: Float64Array): readonly ScoreBin[] {
  const finite = scores.filter(Number.isFinite)
  const [from, to] = [
    finite.reduce((a, b) => Math.min(a, b), Infinity),
    finite.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  if (!(from < to)) return []
  const count = Math.min(mostBins, Math.max(5, Math.ceil(2 * Math.cbrt(finite.length))))
  const width = (to - from) / count
  const rows = new Array<number>(count).fill(0)
  for (const score of finite) {
    const bin = Math.min(count - 1, Math.floor((score - from) / width))
    rows[bin] = rows[bin]! + 1
  }
  return rows.map((own, i) => ({
    from: from + i * width,
    to: i + 1 === count ? to : from + (i + 1) * width,
    rows: own,
  }))
}
