import { parseTournament, type TournamentFormat } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { certainStrengths, deviating, enumerate, gameBy, simulate } from './exact.ts'

const runs = amount(200_000, 1_000_000)
const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const strength = { A: 1.1, B: 0.7, C: 0.35, D: 0.1, E: 0, F: -0.3, G: -0.6, H: -1 }
const game = gameBy(strength)

type Stages = TournamentFormat['stages']

function format(teams: number, stages: readonly unknown[], more: object = {}): TournamentFormat {
  return parseTournament({ name: 'Exact', teams: names.slice(0, teams), stages: stages as Stages, ...more })
}

function expectExact(tournament: TournamentFormat): void {
  const exact = enumerate(tournament, game, 2_000_000)!
  const simulated = simulate(tournament, certainStrengths(tournament, game), { runs, seed: 37 })
  expect(deviating(exact, simulated, runs, 4)).toEqual([])
}

const eight = names.slice(0, 8)
const four = names.slice(0, 4)
const final = { id: 'final', kind: 'singleElimination', bestOf: 5 }

describe('Without doubt about the strengths, the simulated chances are the exact ones within 4 standard errors', () => {
  it('in a single elimination of four, with a series for the third place', () => {
    expectExact(format(4, [{ id: 'cup', kind: 'singleElimination', bestOf: [3, 5], slots: four, thirdPlace: true }]))
  })

  it('in a single elimination of eight', () => {
    expectExact(format(8, [{ id: 'cup', kind: 'singleElimination', bestOf: [1, 3, 5], slots: eight }]))
  })

  it('in a double elimination of four, alone and with two or four teams that begin below', () => {
    const cup = {
      id: 'cup',
      kind: 'doubleElimination',
      bestOf: { upper: [1, 3], lower: [1, 3] },
      final: 5,
      slots: four,
    }
    expectExact(format(4, [cup]))
    const lower = { ...cup, bestOf: 3, final: 5 }
    expectExact(format(6, [{ ...lower, lowerSlots: ['E', 'F'] }]))
    expectExact(format(8, [{ ...lower, lowerSlots: ['E', 'F', 'G', 'H'] }]))
  })

  it('in a double elimination of eight', () => {
    const bestOf = { upper: [3, 3, 5], lower: [1, 3, 3, 5] }
    expectExact(format(8, [{ id: 'cup', kind: 'doubleElimination', bestOf, final: 5, slots: eight }]))
  })

  it('in a group of four with two lives, and in a ladder', () => {
    expectExact(format(4, [{ id: 'group', kind: 'gsl', bestOf: [1, 3, 3, 5], slots: four }]))
    expectExact(format(5, [{ id: 'ladder', kind: 'kingOfTheHill', bestOf: [1, 3, 3, 5], slots: names.slice(0, 5) }]))
  })

  it('in a round robin of four, by each criterion and in every length of series', () => {
    const group = { id: 'group', kind: 'roundRobin', slots: four }
    expectExact(format(4, [{ ...group, bestOf: 1 }]))
    expectExact(format(4, [{ ...group, bestOf: 1, rank: ['wins', 'headToHead'], tieBreak: 'game' }]))
    expectExact(format(4, [{ ...group, bestOf: 2, rank: ['wins', 'gamesWon', 'headToHead'] }]))
    const three = { ...group, slots: names.slice(0, 3) }
    expectExact(format(3, [{ ...three, bestOf: 5, rank: ['gameDifference', 'wins'] }]))
    const [teams, few] = runsAll ? [4, group] : [3, three]
    expectExact(format(teams, [{ ...few, bestOf: 3, rank: ['wins', 'headToHead', 'gameDifference'] }]))
    expectExact(format(teams, [{ ...few, bestOf: 3, rank: ['wins', 'strengthOfVictory'] }]))
    expectExact(format(3, [{ ...three, bestOf: runsAll ? 3 : 1, rounds: 2 }]))
  })

  it('where two of a group go on after tie-break games', () => {
    const group = { id: 'group', kind: 'roundRobin', slots: four, bestOf: 1, rank: ['wins'], tieBreak: 'game' }
    expectExact(format(4, [group, { ...final, slots: ['group.1', 'group.2'] }]))
  })

  it('where results carry over into groups of the upper and of the lower half', () => {
    const first = { id: 'first', kind: 'roundRobin', slots: four, bestOf: 1 }
    const groups = { Up: ['first.1', 'first.2'], Down: ['first.3', 'first.4'] }
    const second = { id: 'second', kind: 'roundRobin', groups, bestOf: 3, carry: 'first' }
    expectExact(format(4, [first, second, { ...final, slots: ['second.Up.1', 'second.Down.1'] }]))
  })

  it('in a small Swiss stage, with the chance of each pair', () => {
    const swiss = { id: 'swiss', kind: 'swiss', wins: 2, losses: 2, bestOf: 1, decidingBestOf: 3 }
    expectExact(
      format(4, [
        { ...swiss, slots: four },
        { ...final, slots: ['swiss.1', 'swiss.2'] },
      ]),
    )
    const bracket = { id: 'cup', kind: 'singleElimination', bestOf: 3, slots: ['swiss.1', 'swiss.4'] }
    const first = [0, 2, 4, 6].map((i) => ({ stage: 'swiss', teams: [names[i], names[i + 1]], score: [1, 0] }))
    const second = { stage: 'swiss', teams: ['A', 'C'], score: [2, 0] }
    const results = [...first, second]
    expectExact(format(8, [{ ...swiss, slots: eight }, bracket], { results }))
  })

  it('where pairs are drawn from two groups, and where higher seeds choose', () => {
    const groups = { X: four, Y: ['E', 'F', 'G', 'H'] }
    const gsl = { id: 'groups', kind: 'gsl', bestOf: 1, groups }
    const slots = ['groups.X.1', 'groups.X.2', 'groups.Y.1', 'groups.Y.2']
    const cup = { id: 'cup', kind: 'singleElimination', bestOf: [3, 5], slots }
    expectExact(format(8, [gsl, { ...cup, draw: 'random' }]))
    expectExact(format(8, [gsl, { ...cup, choose: 'higherSeed' }]))
  })
})
