import {
  addTallies,
  simulateTournament,
  type TournamentPlan,
  type TournamentStrengths,
  type TournamentTally,
} from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArrangement } from '#predictor/tournament/simulate/arrange.ts'
import { amount } from '../../support/amount.ts'
import { knockout, leaguePlan, oneSeries, planOf, series, strengthsOf, worlds } from '../../support/tournament-plans.ts'

const sixteen = strengthsOf(
  Array.from({ length: 16 }, (_, team) => 0.8 - team / 10),
  0.7,
  Array.from({ length: 16 }, (_, team) => team % 5),
)

function columnsOf(plan: TournamentPlan, { reach }: TournamentTally): readonly (readonly number[])[] {
  const teams = plan.teams.length
  return plan.reach.map((_, column) => [...reach.subarray(column * teams, (column + 1) * teams)])
}

const winners = (plan: TournamentPlan, tally: TournamentTally): readonly number[] => columnsOf(plan, tally).at(-1)!
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

function expectNear(count: number, chance: number, runs: number): void {
  expect(Math.abs(count / runs - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / runs))
}

describe('simulateTournament', () => {
  it('counts the same for the same seed, and something else for another', () => {
    const [first, again, other] = [3, 3, 4].map((seed) => simulateTournament(worlds(), sixteen, { runs: 3000, seed }))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('counts in parts, added in any order, what it counts at once', () => {
    const options = { runs: 5300, seed: 9 }
    const whole = simulateTournament(worlds(), sixteen, { ...options, firstBlock: 0 })
    const parts = [4, 0, 5].map((firstBlock) => {
      return simulateTournament(worlds(), sixteen, { ...options, firstBlock, blocks: firstBlock === 0 ? 4 : 1 })
    })
    expect(parts.map(({ runs }) => runs)).toEqual([1000, 4000, 300])
    expect(parts.reduce(addTallies)).toEqual(whole)
    expect(() => addTallies(whole, simulateTournament(oneSeries(1), strengthsOf([0, 0]), options))).toThrow(
      'of one plan',
    )
  })

  it('fills every place of a column and of a table in every run', () => {
    const plan = worlds()
    const tally = simulateTournament(plan, sixteen, { runs: 2000, seed: 1 })
    const runs = tally.runs + tally.extraRuns
    expect(columnsOf(plan, tally).map(sum)).toEqual(plan.reach.map(({ seats }) => seats.length * runs))
    for (let place = 0; place < 16; place++)
      expect(sum([...tally.places.subarray(place * 16, place * 16 + 16)])).toBe(runs)
    expect(sum([...tally.wins])).toBe(33 * runs)
  })

  it('gives equal teams equal chances in every kind of stage', () => {
    const runs = amount(4000, 200_000)
    const equal = strengthsOf(Array(16).fill(0))
    for (const plan of [worlds(), knockout(16, 3), leaguePlan(16), leaguePlan(16, { bestOf: 2, gamesAfter: [1, 8] })]) {
      for (const joint of [true, false]) {
        const tally = simulateTournament(plan, equal, { runs, seed: 11, joint })
        for (const [at, counts] of columnsOf(plan, tally).entries()) {
          for (const count of counts) expectNear(count, plan.reach[at]!.seats.length / 16, runs)
        }
      }
    }
  })

  it('a team that gets stronger wins a single elimination in no fewer runs of the same seed', () => {
    const strengths = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(
        strengths,
        fc.nat(7),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(1000),
        (means, team, gain, seed) => {
          const plan = knockout(8, 5)
          const won = (by: number): number => {
            const better = strengthsOf(means.map((mean, other) => (other === team ? mean + by : mean)))
            return winners(plan, simulateTournament(plan, better, { runs: 300, seed, firstBlock: 0 }))[team]!
          }
          expect(won(gain)).toBeGreaterThanOrEqual(won(0))
        },
      ),
      { numRuns: amount(40, 1000) },
    )
  })

  it('decides series without doubt by their mean alone, however far from even', () => {
    const runs = 20_000
    for (const [mean, chance] of [
      [0.4, 1 / (1 + Math.exp(-0.4))],
      [14, 1],
      [-14, 0],
      [800, 1],
      [-800, 0],
    ] as const) {
      const strengths = {
        ...strengthsOf([mean, 0], 0),
        variances: new Float64Array(2),
        leagueVariances: new Float64Array(1),
      }
      const plan = oneSeries(1)
      const tally = simulateTournament(plan, strengths, { runs, seed: 2, firstBlock: 0 })
      const [count] = winners(plan, tally) as [number]
      if (chance > 0 && chance < 1) expectNear(count, chance, runs)
      else expect(Math.abs(count / runs - chance)).toBeLessThan(0.001)
    }
    expect(() =>
      simulateTournament(
        oneSeries(1),
        { ...strengthsOf([0, 0]), variances: new Float64Array(2), leagueVariances: new Float64Array(1) },
        { runs: 1, seed: 1 },
      ),
    ).toThrow('above 0 where sd is')
  })

  it('joins the series of a run: with joint strengths a favourite sweeps more often', () => {
    // The same two teams meet twice, and the first must win both.
    const plan = planOf(2, [series(0, 1, 2, 3, 1), series(2, 1, 4, 5, 1)], {
      reach: [{ column: 'winner', seats: [4] }],
    })
    const strengths: TournamentStrengths = strengthsOf([0, 0], 1.5)
    const [joint, alone] = [true, false].map((joint) => {
      return winners(plan, simulateTournament(plan, strengths, { runs: 20_000, seed: 5, joint }))[0]! / 20_000
    })
    expectNear(alone! * 20_000, 0.25, 20_000)
    expect(joint!).toBeGreaterThan(0.3)
  })

  it('refuses numbers of runs, seeds and blocks that cannot be', () => {
    const simulate = (options: object) => () =>
      simulateTournament(oneSeries(3), strengthsOf([0, 0]), { runs: 10, seed: 1, ...options })
    expect(simulate({ runs: 1.5 })).toThrow('runs: expected a whole number')
    expect(simulate({ runs: 1e8 })).toThrow('runs: expected a number in [1, 10000000]')
    expect(simulate({ seed: -1 })).toThrow('seed: expected a whole number')
    expect(simulate({ seed: 2 ** 32 })).toThrow('seed: expected')
    expect(simulate({ blocks: -1 })).toThrow('blocks: expected')
    expect(simulate({ thread: 1 })).toThrow('thread')
  })
})

describe('createArrangement', () => {
  const countsOf = (breaks: (items: Int32Array, place: number) => boolean, span = 4): ReadonlyMap<string, number> => {
    const items = new Int32Array(4)
    let state = 1
    const below = (limit: number): number => {
      state = (Math.imul(state, 48271) >>> 0) % 2147483647
      return Math.floor((state / 2147483647) * limit)
    }
    const arrange = createArrangement(items, below, (place) => breaks(items, place), span)
    const counts = new Map<string, number>()
    for (let run = 0; run < 6000; run++) {
      items.set([0, 1, 2, 3])
      const key = arrange(4) ? items.join('') : 'none'
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }

  it('draws every allowed order equally often', () => {
    // 0 and 1 have met: neighbours 0-1 and 2-3 are forbidden.
    const isRematch = (items: Int32Array, place: number) => place % 2 === 1 && items[place]! + items[place - 1]! === 1
    const counts = countsOf(isRematch)
    expect(counts.size).toBe(16)
    for (const count of counts.values()) expectNear(count, 1 / 16, 6000)
  })

  it('keeps items in their part, and says when no order is allowed', () => {
    expect([...countsOf(() => false, 2).keys()].sort()).toEqual(['0123', '0132', '1023', '1032'])
    expect(countsOf((_, place) => place === 3)).toEqual(new Map([['none', 6000]]))
  })
})
