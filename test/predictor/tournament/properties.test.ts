import {
  parseTournament,
  planTournament,
  simulateTournament,
  type TournamentFormat,
  type TournamentStrengths,
  type TournamentTally,
} from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { certainStrengths, deviating, enumerate, gameBy, simulate } from './exact.ts'
import { randomFormat, randomOf, shuffled, withResults } from './random-format.ts'

const numRuns = amount(25, 150)
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
/** Share of a random run that is known. */
const shares = fc.constantFrom(0, 0, 0.2, 0.5, 0.8, 1)

const formats = fc
  .tuple(seeds, shares)
  .map(([seed, share]) =>
    parseTournament(share === 0 ? randomFormat(seed) : withResults(randomFormat(seed), seed, share)),
  )

function namesOf({ teams }: TournamentFormat): readonly string[] {
  return teams.map((team) => (typeof team === 'string' ? team : team.name))
}

/** Strengths with doubt, of teams in two home leagues, that go by the teams' names. */
function doubtfulStrengths(format: TournamentFormat, ratings: Readonly<Record<string, number>>): TournamentStrengths {
  const names = planTournament(format).teams.map(({ name }) => name)
  const certain = certainStrengths(format, gameBy(ratings))
  const leagueOf = (name: string) => Number(ratings[name]! > 0)
  return {
    ...certain,
    sds: Float64Array.from({ length: names.length ** 2 }, (_, at) => (at % (names.length + 1) === 0 ? 0 : 0.6)),
    variances: Float64Array.from(names, (name) => 0.2 + Math.abs(ratings[name]!)),
    leagues: Int32Array.from(names, leagueOf),
    leagueVariances: Float64Array.of(0.3, 0.1),
  }
}

function ratingsOf(format: TournamentFormat, seed: number): Record<string, number> {
  const random = randomOf(seed)
  return Object.fromEntries(namesOf(format).map((name) => [name, random(2001) / 1000 - 1]))
}

/** Chance of each team to win. */
function winners(format: TournamentFormat, strengths: TournamentStrengths, runs: number, seed = 1) {
  const plan = planTournament(format)
  const { reach, runs: asked, extraRuns } = simulateTournament(plan, strengths, { runs, seed })
  const row = (plan.reach.length - 1) * plan.teams.length
  return new Map(plan.teams.map(({ name }, number) => [name, reach[row + number]! / (asked + extraRuns)]))
}

describe('Simulated chances, for formats of every kind in a chain, with a part of their results known,', () => {
  it('are the exact ones within 5 standard errors, where the strengths are certain', () => {
    fc.assert(
      fc.property(formats, seeds, (format, seed) => {
        const game = gameBy(ratingsOf(format, seed))
        const exact = enumerate(format, game, amount(1500, 4000))
        if (exact === null) return
        const runs = amount(5000, 20_000)
        const simulated = simulate(format, certainStrengths(format, game), { runs, seed: 1 })
        expect(deviating(exact, simulated, runs, 5)).toEqual([])
      }),
      { numRuns },
    )
  })

  it('sum to the seats of each column and to one for each place, and rounds of a bracket are reached one after the other', () => {
    fc.assert(
      fc.property(formats, seeds, (format, seed) => {
        const plan = planTournament(format)
        const runs = 300
        const tally = simulateTournament(plan, doubtfulStrengths(format, ratingsOf(format, seed)), { runs, seed })
        const { length } = plan.teams
        const all = runs + tally.extraRuns
        for (const [at, { column, seats }] of plan.reach.entries()) {
          const row = tally.reach.subarray(at * length, (at + 1) * length)
          expect(
            row.reduce((sum, count) => sum + count, 0),
            column,
          ).toBe(seats.length * all)
          expect(Math.max(...row), column).toBeLessThanOrEqual(all)
          const before = plan.reach.findIndex((other) => column.startsWith(`${other.column}.`))
          const earlier = [...plan.reach.keys()].filter(
            (other) => other < at && plan.reach[other]!.column.startsWith(`${column.split('.')[0]}.`),
          )
          for (const previous of before < 0 ? earlier : [before, ...earlier]) {
            for (let team = 0; team < length; team++) {
              expect(row[team], column).toBeLessThanOrEqual(tally.reach[previous * length + team]!)
            }
          }
        }
        let first = 0
        for (const { stage, places } of plan.tables) {
          const groups = placesOf(tally, { first, places, length })
          // In groups of different sizes only the larger ones have the last places.
          for (const sum of groups) expect(sum % all, stage).toBe(0)
          first += places
        }
      }),
      { numRuns },
    )
  })

  it('are permuted with the names, and equal for equal seeds', () => {
    fc.assert(
      fc.property(formats, seeds, (format, seed) => {
        const ratings = ratingsOf(format, seed)
        const names = namesOf(format)
        const others = shuffled(names, randomOf(seed + 1))
        const renamed = new Map(names.map((name, i) => [name, `other ${others[i]!}`]))
        const text = JSON.stringify(format).replace(/Team \d+/g, (name) => renamed.get(name)!)
        const twin = parseTournament(JSON.parse(text))
        const twinRatings = Object.fromEntries(names.map((name) => [renamed.get(name)!, ratings[name]!]))
        const chances = winners(format, doubtfulStrengths(format, ratings), 500, seed)
        const twins = winners(twin, doubtfulStrengths(twin, twinRatings), 500, seed)
        for (const name of names) expect(twins.get(renamed.get(name)!)).toBe(chances.get(name))
        // The order of `teams` changes nothing either.
        const turned = parseTournament({ ...format, teams: [...format.teams].reverse() })
        expect(winners(turned, doubtfulStrengths(turned, ratings), 500, seed)).toEqual(chances)
      }),
      { numRuns },
    )
  })

  it('add up from parts of the runs to those of all runs, bit for bit', () => {
    fc.assert(
      fc.property(formats, seeds, (format, seed) => {
        const plan = planTournament(format)
        const strengths = doubtfulStrengths(format, ratingsOf(format, seed))
        const whole = simulateTournament(plan, strengths, { runs: 2500, seed })
        expect(simulateTournament(plan, strengths, { runs: 2500, seed })).toEqual(whole)
        const parts = [0, 1, 2].map((firstBlock) =>
          simulateTournament(plan, strengths, { runs: 2500, seed, firstBlock, blocks: 1 }),
        )
        for (const key of ['reach', 'places', 'wins', 'next'] as const) {
          const plain = parts.map((part) => part[key])
          expect(plain[0]!.map((count, i) => count + plain[1]![i]! + plain[2]![i]!)).toEqual(whole[key])
        }
      }),
      { numRuns: amount(5, 60) },
    )
  })
})

function placesOf(
  tally: TournamentTally,
  { first, places, length }: { first: number; places: number; length: number },
) {
  return Array.from({ length: places }, (_, place) => {
    const row = tally.places.subarray((first + place) * length, (first + place + 1) * length)
    return row.reduce((sum, count) => sum + count, 0)
  })
}

const cups = [
  { id: 'cup', kind: 'singleElimination', bestOf: 3, slots: ['A', 'B', 'C', 'D'] },
  { id: 'cup', kind: 'doubleElimination', bestOf: 3, slots: ['A', 'B', 'C', 'D'] },
  { id: 'cup', kind: 'roundRobin', bestOf: 1, slots: ['A', 'B', 'C', 'D'] },
  {
    id: 'cup',
    kind: 'roundRobin',
    bestOf: 2,
    rounds: 2,
    rank: ['wins'],
    tieBreak: 'game',
    slots: ['A', 'B', 'C', 'D'],
  },
  { id: 'cup', kind: 'gsl', bestOf: 1, slots: ['A', 'B', 'C', 'D'] },
]

describe('Teams of one strength', () => {
  it.each(cups)('have one chance in a $kind', (stage) => {
    const format = parseTournament({ name: 'Cup', teams: ['A', 'B', 'C', 'D'], stages: [stage] })
    const runs = amount(40_000, 400_000)
    const even = { A: 0, B: 0, C: 0, D: 0 }
    for (const strengths of [certainStrengths(format, gameBy(even)), doubtfulStrengths(format, even)]) {
      for (const chance of winners(format, strengths, runs).values()) {
        expect(Math.abs(chance - 0.25)).toBeLessThan(4.5 * Math.sqrt(0.1875 / runs))
      }
    }
  })
})

describe('A team that gets stronger', () => {
  it('never loses chance to win a single elimination, run by run', () => {
    const slots = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    const stages = [{ id: 'cup', kind: 'singleElimination', bestOf: [1, 3, 5], slots }]
    const format = parseTournament({ name: 'Cup', teams: slots, stages })
    fc.assert(
      fc.property(seeds, fc.constantFrom(...slots), fc.double({ min: 0, max: 2, noNaN: true }), (seed, team, more) => {
        const ratings = ratingsOf(format, seed)
        const before = doubtfulStrengths(format, ratings)
        const raised = gameBy({ ...ratings, [team]: ratings[team]! + more })
        const after = { ...before, means: certainStrengths(format, raised).means }
        // With common random numbers no run is lost, not only none on average.
        const chance = winners(format, before, 400, seed).get(team)!
        expect(winners(format, after, 400, seed).get(team)).toBeGreaterThanOrEqual(chance - 1e-12)
      }),
      { numRuns },
    )
  })
})
