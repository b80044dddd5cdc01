import type { MarketsRequest } from '@riftline/predictor'
import { beforeAll, expect, it } from 'vitest'
import type { Predictor } from '#predictor/predict/predictor-interface.ts'
import { committedPredictor } from '../../support/committed-artifacts.ts'
import { knownDraft } from '../../support/known-draft.ts'
import { mirrorOf, scoreChance, swappedMarkets } from './market-answers.ts'

// Well-known series on the shipped artifacts: each number must belong to its team.

let predictor: Predictor
beforeAll(async () => {
  predictor = await committedPredictor()
})

const series: readonly (readonly [blue: string, red: string, request: MarketsRequest])[] = [
  ['T1', 'Gen.G', { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5 }],
  ['Gen.G', 'T1', { blueTeam: 'GEN', redTeam: 'SKT', bestOf: 5, model: 'consensus' }],
  ['T1', 'Gen.G', { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 3, standing: { blue: 1, red: 0 } }],
  ['T1', 'Gen.G', { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 3, ...knownDraft }],
  ['T1', 'Gen.G', { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, ...knownDraft, standing: { blue: 1, red: 2 } }],
  ['T1', 'Gen.G', { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 1, model: 'pcasweep' }],
  ['Hanwha Life Esports', 'Dplus Kia', { blueTeam: 'HLE', redTeam: 'DK', model: 'lightgbm' }],
  ['G2 Esports', 'Karmine Corp', { blueTeam: 'G2', redTeam: 'Karmine', oddsBlue: 1.4, oddsRed: 3 }],
  ['Team Liquid', 'T1', { blueTeam: 'TL', redTeam: 'T1', bestOf: 5, tournament: 'Worlds 2025 Main Event' }],
  ['Movistar KOI', 'G2 Esports', { blueTeam: 'KOI', redTeam: 'G2', standing: { blue: 0, red: 2 } }],
]

it.each(series)(
  'markets of %s against %s have the names on their sides, scores that sum to 1, and a mirror image',
  (blue, red, request) => {
    const answer = predictor.markets(request)
    const { markets, blueTeam, redTeam } = answer
    expect([blueTeam.name, redTeam.name]).toEqual([blue, red])
    const names = [
      markets.seriesWinner,
      ...markets.handicap.map(({ odds }) => odds),
      ...markets.mapWinner.map((map) => map.odds),
    ]
    for (const pair of names) expect(pair.map(({ team }) => team)).toEqual([blueTeam, redTeam])
    const n = ((request.bestOf ?? 3) + 1) / 2
    const scores = Array.from({ length: n }, (_, lost) => `${n}-${lost}`)
    expect(markets.correctScore.map(({ team, score }) => `${team.name} ${score}`)).toEqual([
      ...scores.map((score) => `${blue} ${score}`),
      ...scores.map((score) => `${red} ${score}`).reverse(),
    ])
    expect(scoreChance(answer, () => true)).toBeCloseTo(1, 12)
    expect(markets.seriesWinner[0].probability).toBeCloseTo(
      scoreChance(answer, (won, lost) => won > lost),
      12,
    )
    expect(predictor.markets(swappedMarkets(byId(request, answer)))).toEqual(mirrorOf(answer))
  },
)

it('a favourite leads every market, and a won map raises its chances', () => {
  const before = predictor.markets({ blueTeam: 'Gen.G', redTeam: 'Karmine Corp', bestOf: 5 }).markets
  const [sweep, , , , , swept] = before.correctScore.map(({ probability }) => probability)
  expect(before.seriesWinner[0].probability).toBeGreaterThan(0.6)
  expect(sweep).toBeGreaterThan(2 * swept!)
  const ahead = predictor.markets({
    ...{ blueTeam: 'Gen.G', redTeam: 'Karmine Corp', bestOf: 5 },
    standing: { blue: 1, red: 0 },
  }).markets
  expect(ahead.seriesWinner[0].probability).toBeGreaterThan(before.seriesWinner[0].probability)
  expect(ahead.mapWinner.map(({ map }) => map)).toEqual([2, 3, 4, 5])
  expect(ahead.mapWinner[0]!.odds[0].probability).toBeGreaterThan(before.mapWinner[0]!.odds[0].probability)
})

/** The request with its teams by id instead of name. */
function byId({ blueTeam: _, redTeam: __, ...request }: MarketsRequest, answer: ReturnType<Predictor['markets']>) {
  return { ...request, blueTeamId: answer.blueTeam.id, redTeamId: answer.redTeam.id }
}
