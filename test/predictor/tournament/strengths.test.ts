import { dayMs } from '@riftline/base'
import { seriesMarkets } from '@riftline/core/market'
import {
  type ModelName,
  modelNames,
  type PredictedStrengths,
  type Predictor,
  simulateTournament,
  type TournamentFormat,
  type TournamentPlan,
} from '@riftline/predictor'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRunState } from '#predictor/tournament/simulate/run-state.ts'
import { amount } from '../../support/amount.ts'
import { committedArtifacts, committedPredictor } from '../../support/committed-artifacts.ts'
import { oneSeries } from '../../support/tournament-plans.ts'

const runs = amount(40_000, 1_000_000)
const lengths = [1, 3, 5] as const
/** Pairs of one league and of two, with a label and without. */
const pairs = [
  { teams: ['T1', 'Gen.G'], tournament: null },
  { teams: ['G2 Esports', 'T1'], tournament: 'Worlds 2025' },
  { teams: ['Fnatic', 'Bilibili Gaming'], tournament: null },
] as const

let predictor: Predictor
let dataMs: number
beforeAll(async () => {
  predictor = await committedPredictor()
  dataMs = (await committedArtifacts()).state.completeMs
})

type Pair = Pick<(typeof pairs)[number], 'teams' | 'tournament'>

function planOf({ teams, tournament }: Pair, bestOf: 1 | 3 | 5): TournamentPlan {
  return { ...oneSeries(bestOf), tournament, teams: teams.map((name) => ({ name, id: null })) }
}

function strengthsOf(plan: TournamentPlan, options: { readonly model?: ModelName; readonly at?: number } = {}) {
  const steps = predictor.tournamentSteps(plan, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function chanceOf(
  { teams: [blueTeam, redTeam], tournament }: Pair,
  bestOf: 1 | 3 | 5,
  model: ModelName,
  at?: number,
): number {
  const request = { blueTeam, redTeam, bestOf, model, ...(tournament === null ? {} : { tournament }) }
  return predictor.predict(request, at === undefined ? {} : { at }).calibratedBlueWinProbability
}

function expectNear(count: number, chance: number, all: number): void {
  expect(Math.abs(count / all - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / all))
}

describe('strengths of a predictor', () => {
  it.each(modelNames)(
    'give a series alone the chance that predict answers, by %s, in each length, also on old data',
    (model) => {
      for (const pair of pairs) {
        for (const bestOf of lengths) {
          const at = bestOf === 3 ? dataMs + 100 * dayMs : undefined
          const plan = planOf(pair, bestOf)
          const strengths = strengthsOf(plan, at === undefined ? { model } : { model, at })
          const tally = simulateTournament(plan, strengths, { runs, seed: 6 })
          expectNear(tally.reach[0]!, chanceOf(pair, bestOf, model, at), runs)
        }
      }
    },
  )

  it('give the scores of a series the chances that markets answers', () => {
    for (const pair of pairs) {
      for (const bestOf of lengths) {
        const strengths = strengthsOf(planOf(pair, bestOf))
        const probability = chanceOf(pair, bestOf, 'consensus')
        const { correctScore } = seriesMarkets({ probability, sd: strengths.sds[1]!, bestOf })
        const counts = countScores(strengths, bestOf)
        for (const { blue, red, probability: chance } of correctScore) {
          expectNear(counts.get(4 * blue + red) ?? 0, chance, runs)
        }
        expect(counts.size).toBe(correctScore.length)
      }
    }
  })

  it('play a best-of-2 as two games of one strength', () => {
    const strengths = strengthsOf(planOf(pairs[0], 1))
    const counts = countScores(strengths, 2)
    const [won, drawn, lost] = [8, 5, 2].map((score) => counts.get(score)! / runs) as [number, number, number]
    const chance = chanceOf(pairs[0], 1, 'consensus')
    expectNear((won + drawn / 2) * runs, chance, runs)
    expect(won + drawn + lost).toBeCloseTo(1, 12)
    // A shared strength makes a draw less likely than two independent games do.
    expect(drawn).toBeLessThan(2 * chance * (1 - chance))
  })

  it('mirror exactly, and are those of the teams whatever their order', () => {
    const plan = planOf(pairs[1], 3)
    const [there, back] = [strengthsOf(plan), strengthsOf({ ...plan, teams: [...plan.teams].reverse() })]
    const { 3: means } = there.means
    expect(back.means[3]).toEqual(Float64Array.of(0, means![2]!, means![1]!, 0))
    expect(means![1]).toBe(-means![2]!)
    expect(back.sds).toEqual(there.sds)
    expect([...back.variances].reverse()).toEqual([...there.variances])
    expect(there.leagues).toEqual(Int32Array.of(0, 1))
    expect(Math.min(...there.variances, ...there.leagueVariances)).toBeGreaterThan(0)
  })

  it('are steps of fifty pairs, after the teams were found', () => {
    const names = [
      'T1',
      'Gen.G',
      'Hanwha Life',
      'KT Rolster',
      'Dplus',
      'BLG',
      'TES',
      'G2',
      'Fnatic',
      'FlyQuest',
      '100 Thieves',
    ]
    const teams = names.map((name) => ({ name, id: null }))
    const steps = predictor.tournamentSteps({ ...oneSeries(3), teams })
    expect([1, 2].map(() => steps.next().done)).toEqual([false, false])
    expect(steps.next().done).toBe(true)
    const wrong = [...teams.slice(0, 3), { name: 'Nobody at all', id: null, at: 9 }]
    expect(() => predictor.tournamentSteps({ ...oneSeries(3), teams: wrong })).toThrow(
      expect.objectContaining({ code: 'team_not_found', field: 'teams[9]' }),
    )
    const unknown = [{ name: 'T1', id: 123456789 }]
    expect(() => predictor.tournamentSteps({ ...oneSeries(3), teams: unknown })).toThrow(
      expect.objectContaining({ code: 'team_not_found', field: 'teams[0].id' }),
    )
    const twice = [...teams.slice(0, 2), { name: 'SKT T1', id: null }]
    expect(() => predictor.tournamentSteps({ ...oneSeries(3), teams: twice })).toThrow(
      'teams[2]: "SKT T1" is the same team as teams[0], T1',
    )
  })

  it('have the prior for a team that has never played', async () => {
    const { catalogue, state } = await committedArtifacts()
    const unseen = catalogue.teams.find(({ id }) => !state.ratings.teams.has(id))
    if (unseen === undefined) return
    const plan = {
      ...oneSeries(3),
      teams: [
        { name: 'T1', id: null },
        { name: unseen.name, id: unseen.id },
      ],
    }
    const { variances, leagueVariances, means } = strengthsOf(plan)
    for (const value of [...variances, ...leagueVariances, ...means[3]!]) expect(Number.isFinite(value)).toBe(true)
    expect(variances[1]).toBeGreaterThan(variances[0]!)
  })
})

function countScores(strengths: PredictedStrengths, length: 1 | 2 | 3 | 5): ReadonlyMap<number, number> {
  const state = createRunState(oneSeries(1), strengths, true)
  const play = state.seriesOf(length)
  const counts = new Map<number, number>()
  state.reseed(8, 0)
  for (let run = 0; run < runs; run++) {
    state.drawStrengths()
    const score = play(0, 1)
    counts.set(score, (counts.get(score) ?? 0) + 1)
  }
  return counts
}

describe('predictor.tournament', () => {
  const format: TournamentFormat = {
    name: 'Example Cup',
    teams: ['T1', 'Gen.G', 'Hanwha Life', 'Dplus', 'BLG', 'TES', 'G2', 'FNC'],
    stages: [
      {
        id: 'groups',
        kind: 'roundRobin',
        groups: { A: ['T1', 'BLG', 'G2', 'FNC'], B: ['Gen.G', 'TES', 'Hanwha Life', 'Dplus'] },
        rounds: 2,
        bestOf: 1,
      },
      {
        id: 'playoffs',
        kind: 'singleElimination',
        bestOf: [5, 5],
        slots: ['groups.A.1', 'groups.B.2', 'groups.B.1', 'groups.A.2'],
      },
    ],
    results: [{ stage: 'groups', teams: ['T1', 'BLG'], score: [1, 0] }],
  }
  const options = { runs: 3000, seed: 5 }

  it('answers chances that sum to the places, sorted, with an interval around the chance to win', () => {
    const answer = predictor.tournament(format, options)
    const { teams, nextSeries } = answer
    expect(answer).toMatchObject({
      name: 'Example Cup',
      runs: 3000,
      seed: 5,
      model: 'consensus',
      moment: 'at the data date',
    })
    for (const [column, places] of [
      ['playoffs', 4],
      ['playoffs.final', 2],
      ['winner', 1],
    ] as const) {
      expect(teams.reduce((sum, { reach }) => sum + reach[column]!, 0)).toBeCloseTo(places, 10)
    }
    const chances = teams.map(({ reach }) => reach.winner!)
    expect(chances).toEqual([...chances].sort((a, b) => b - a))
    expect(Math.min(...chances)).toBeGreaterThan(0)
    for (const { reach, winnerInterval, places, expectedWins } of teams) {
      expect(winnerInterval[0]).toBeLessThan(reach.winner!)
      expect(winnerInterval[1]).toBeGreaterThan(reach.winner!)
      expect(places.groups!.length).toBe(4)
      expect(places.groups!.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10)
      expect(expectedWins.groups).toBeLessThan(6)
    }
    expect(teams.reduce((sum, { expectedWins }) => sum + expectedWins.groups!, 0)).toBeCloseTo(24, 10)
    expect(nextSeries.length).toBe(12)
  })

  it('answers the next series with the chance of predict, and a win that never hurts', () => {
    const { nextSeries } = predictor.tournament(format, { ...options, runs: 20_000 })
    for (const {
      teams: [first, second],
      bestOf,
      probability1,
      leverage,
    } of nextSeries) {
      const request = { blueTeamId: first.id, redTeamId: second.id, bestOf: bestOf as 1, model: 'consensus' } as const
      expect(probability1).toBe(predictor.predict(request).calibratedBlueWinProbability)
      expect(leverage.map(({ team }) => team)).toEqual([first, second])
      for (const { winnerIfWon, winnerIfLost } of leverage)
        expect(winnerIfWon!).toBeGreaterThanOrEqual(winnerIfLost! - 0.01)
    }
  })

  it('answers the same bytes for another order of the teams, and for the same seed on the same day', () => {
    const at = dataMs + 40.2 * dayMs
    const answer = JSON.stringify(predictor.tournament(format, { ...options, at }))
    const reversed = { ...format, teams: [...format.teams].reverse() }
    expect(JSON.stringify(predictor.tournament(reversed, { ...options, at: at + 1000 }))).toBe(answer)
    expect(JSON.stringify(predictor.tournament(format, { ...options, seed: 6, at }))).not.toBe(answer)
  })

  it('refuses a broken format, a wrong team with its place, and unknown options', () => {
    const tournament =
      (json: object, more: object = {}) =>
      () =>
        predictor.tournament(json as TournamentFormat, { ...options, ...more })
    expect(tournament({ ...format, stages: [] })).toThrow('stages')
    const renamed = JSON.parse(JSON.stringify(format).replaceAll('"Gen.G"', '"Nobody at all"'))
    expect(tournament(renamed)).toThrow(expect.objectContaining({ code: 'team_not_found', field: 'teams[1]' }))
    expect(tournament(format, { rounds: 3 })).toThrow('rounds')
    expect(tournament(format, { model: 'oracle' })).toThrow('model: expected one of')
    expect(tournament(format, { at: 'now' })).toThrow('at: expected milliseconds')
  })
})
