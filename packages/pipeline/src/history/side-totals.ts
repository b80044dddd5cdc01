import type { GameSide } from './types.ts'

const totals = ['kills', 'deaths', 'assists', 'gold', 'cs'] as const

/** Numbers of a side that its five players add up to; null is unknown. */
export type SideTotals = Pick<GameSide, (typeof totals)[number]>

/** The side with the sums of its players' lines where it has no numbers of its own and all five are there. */
export function fillTotals<Side extends SideTotals>(side: Side, lines: readonly SideTotals[]): Side {
  const filled: Record<string, number | null> = {}
  for (const name of totals) filled[name] = side[name] ?? sumOfFive(lines, name)
  return { ...side, ...filled }
}

function sumOfFive(lines: readonly SideTotals[], name: (typeof totals)[number]): number | null {
  if (lines.length !== 5) return null
  let sum = 0
  for (const line of lines) {
    const value = line[name]
    if (value === null) return null
    sum += value
  }
  return sum
}
