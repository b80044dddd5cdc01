import type { DerivedMarkets, MarketsAnswer, Pair, Selection } from '@riftline/predictor'
import fc from 'fast-check'
import type { Standing } from '#core/market/series/latent-mean.ts'
import type { MarketsRequest } from '#predictor/types.ts'
import { requests, swapped } from './answers.ts'

/** Any series at any standing that the tiny artifacts can answer for. */
export const marketRequests: fc.Arbitrary<MarketsRequest> = requests.chain((request) => {
  const most = ((request.bestOf ?? 3) + 1) / 2
  const won = fc.integer({ min: 0, max: most })
  return fc
    .option(
      fc.record({ blue: won, red: won }).filter(({ blue, red }) => blue < most || red < most),
      { nil: undefined },
    )
    .map((standing) => ({ ...request, ...(standing && { standing }) }))
})

export function hasBegun({ standing }: MarketsRequest): boolean {
  return standing !== undefined && standing.blue + standing.red > 0
}

export function swappedMarkets({ standing, ...request }: MarketsRequest): MarketsRequest {
  return { ...swapped(request), ...(standing && { standing: swappedStanding(standing) }) }
}

function swappedStanding({ blue, red }: Standing): Standing {
  return { blue: red, red: blue }
}

/** The same answer seen from the other side. */
export function mirrorOf(answer: MarketsAnswer): MarketsAnswer {
  const { blueTeam, redTeam, standing, calibratedBlueWinProbability, calibratedRedWinProbability, markets } = answer
  return {
    ...answer,
    blueTeam: redTeam,
    redTeam: blueTeam,
    standing: swappedStanding(standing),
    calibratedBlueWinProbability: calibratedRedWinProbability,
    calibratedRedWinProbability: calibratedBlueWinProbability,
    markets: {
      seriesWinner: turned(markets.seriesWinner),
      // The handicap lines of blue are -1.5 and 1.5; from the other side they are the same lines in reverse order.
      handicap: markets.handicap.map((_, i) => {
        const { line, odds } = markets.handicap[i % 2 === 0 ? i + 1 : i - 1]!
        return { line, odds: turned(odds) }
      }),
      totalMaps: markets.totalMaps,
      correctScore: [...markets.correctScore].reverse(),
      mapWinner: markets.mapWinner.map((map) => ({ ...map, odds: turned(map.odds) })),
    },
  }
}

function turned<T>([first, second]: Pair<T>): Pair<T> {
  return [second, first]
}

/** Both selections of every market with two selections. */
export function pairsOf({ seriesWinner, handicap, totalMaps, mapWinner }: DerivedMarkets): readonly Pair<Selection>[] {
  return [
    seriesWinner,
    ...handicap.map(({ odds }) => odds),
    ...totalMaps.map(({ over, under }) => [over, under] as const),
    ...mapWinner.map(({ odds }) => odds),
  ]
}

/** Chance of all final scores (maps of blue and red) that satisfy a condition. */
export function scoreChance(answer: MarketsAnswer, holds: (blue: number, red: number) => boolean): number {
  return finalScores(answer).reduce((sum, { blue, red, probability }) => sum + (holds(blue, red) ? probability : 0), 0)
}

export function finalScores({
  blueTeam,
  markets,
}: MarketsAnswer): readonly (Standing & { readonly probability: number })[] {
  return markets.correctScore.map(({ team, score, probability }) => {
    const [more = 0, fewer = 0] = score.split('-').map(Number)
    return team.id === blueTeam.id ? { blue: more, red: fewer, probability } : { blue: fewer, red: more, probability }
  })
}
