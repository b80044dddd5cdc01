import type { GameSide, PlayerGame } from '../history/types.ts'

const names = ['kills', 'deaths', 'assists', 'gold', 'cs'] as const

/** Totals of a side's five players; null is unknown. */
export type SideTotals = Readonly<Record<(typeof names)[number], number | null>>

/** The side's own numbers, else the sums of its players' lines when all five are there. */
export function toSideTotals(side: GameSide, lines: readonly PlayerGame[]): SideTotals {
  return {
    kills: side.kills ?? sumOfFive(lines, 'kills'),
    deaths: side.deaths ?? sumOfFive(lines, 'deaths'),
    assists: side.assists ?? sumOfFive(lines, 'assists'),
    gold: side.gold ?? sumOfFive(lines, 'gold'),
    cs: side.cs ?? sumOfFive(lines, 'cs'),
  }
}

function sumOfFive(lines: readonly PlayerGame[], name: (typeof names)[number]): number | null {
  if (lines.length !== 5) return null
  let sum = 0
  for (const line of lines) {
    const value = line[name]
    if (value === null) return null
    sum += value
  }
  return sum
}
