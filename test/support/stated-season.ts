import { seededRandom } from '@riftline/core'
import type { SourceReading } from '@riftline/pipeline'
import type { CapturedOdds, CapturedPrice, Catalogue } from '@riftline/predictor'
import { type WeekSeries, weekOf } from './stated-week.ts'

const hourMs = 3_600_000

/** A series of an invented season, with the odds that two sources captured for it. */
export interface SeasonSeries {
  readonly startMs: number
  readonly teams: readonly [number, number]
  readonly winners: readonly (0 | 1)[]
  /** Prices by source, oldest first; the last one is from before the start. */
  readonly odds: Readonly<Record<string, readonly CapturedPrice[]>>
}

export interface InventedSeason {
  /** Results as Leaguepedia states them, with nothing known but the winners. */
  readonly reading: SourceReading
  readonly series: readonly SeasonSeries[]
  readonly odds: readonly CapturedOdds[]
}

/** Invents series of a league after the data date, about four a day. The closing line of each leans to the winner in seven of ten. */
export function inventSeason(catalogue: Catalogue, count: number): InventedSeason {
  const { uniform } = seededRandom(11)
  const teams = catalogue.teams
    .filter(({ id, league }) => league === 'LCK' && catalogue.players.some(({ teamId }) => teamId === id))
    .slice(0, 8)
  const pairs = teams.flatMap((a, at) => teams.slice(at + 1).map((b) => [a, b] as const))
  const week = Array.from({ length: count }, (_, index): WeekSeries => {
    const [a, b] = pairs[(index * 5) % pairs.length]!
    const first = uniform() < 0.5 ? 0 : 1
    const winners = uniform() < 0.5 ? [first, first] : [1 - first, first, first]
    return { day: 1 + Math.floor(index / 5), teams: [a.name, b.name], winners: winners as (0 | 1)[] }
  })
  const stated = weekOf('leaguepedia', catalogue, week)
  const games = stated.games.map(({ sides: [blue, red], gameNumber, ...game }) => ({
    ...{ ...game, gameNumber, tournament: null, lengthSeconds: 1740 + 60 * gameNumber! },
    sides: [
      { ...blue, seats: null },
      { ...red, seats: null },
    ] as const,
  }))
  const series = week.map(({ winners }, index): SeasonSeries => {
    const [a, b] = pairs[(index * 5) % pairs.length]!
    const startMs = stated.series[index]!.scheduledMs
    const favourite = uniform() < 0.7 ? winners.at(-1) : 1 - winners.at(-1)!
    const leaning = 0.5 + (favourite === 0 ? 1 : -1) * 0.25 * uniform()
    const prices = (hoursBefore: readonly number[], margin: number) =>
      hoursBefore.map((hours) => {
        const chance = leaning + (hours / 120) * (uniform() - 0.5)
        const price = (own: number): number => Math.round(1e4 / (own * (1 + margin))) / 1e4
        return { capturedMs: startMs - hours * hourMs, odds: [price(chance), price(1 - chance)] as const }
      })
    const odds = { polymarket: prices([30, 5, 0.5], 0), ...(index % 3 > 0 && { kalshi: prices([20, 1], 0.03) }) }
    return { startMs, teams: [a.id, b.id], winners, odds }
  })
  return {
    reading: { ...stated, games, untilMs: stated.untilMs + 60 * 24 * hourMs },
    series,
    odds: series.flatMap(toCaptured),
  }
}

function toCaptured({ startMs, teams: [a, b], odds }: SeasonSeries, index: number): readonly CapturedOdds[] {
  return Object.entries(odds).map(([source, prices]) => ({
    ...{ esportsMatchId: `lp:M${index}`, source, scheduledMs: startMs - 20 * 60_000 },
    // The teams change places in every other series, since their order in a source has no meaning.
    ...(index % 2 === 0
      ? { teams: [a, b] as const, prices }
      : {
          teams: [b, a] as const,
          prices: prices.map(({ capturedMs, odds: [one, other] }) => ({ capturedMs, odds: [other, one] as const })),
        }),
  }))
}
