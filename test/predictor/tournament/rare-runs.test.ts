import { completeTally, simulateTournament, type TournamentPlan, type TournamentTally } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { knockout, leaguePlan, strengthsOf, worlds } from '../../support/tournament-plans.ts'

const options = { runs: 1000, seed: 3 }

function reachOf(plan: TournamentPlan, { reach }: TournamentTally, column: string): readonly number[] {
  const at = plan.reach.findIndex((reached) => reached.column === column)
  return [...reach.subarray(at * plan.teams.length, (at + 1) * plan.teams.length)]
}

describe('completeTally', () => {
  it('adds a run for each result that is possible and did not happen', () => {
    const plan = knockout(8, 5)
    const strengths = strengthsOf([6, 4, 2, 0, -2, -4, -6, -8], 0.3)
    const before = simulateTournament(plan, strengths, { ...options, firstBlock: 0 })
    const after = completeTally(plan, strengths, before, 3)
    expect(reachOf(plan, before, 'winner').filter((count) => count === 0).length).toBeGreaterThan(4)
    expect(Math.min(...reachOf(plan, after, 'winner'), ...reachOf(plan, after, 'final'))).toBe(1)
    expect(after.runs).toBe(1000)
    expect(after.extraRuns).toBeGreaterThan(4)
    expect(after.extraRuns).toBeLessThanOrEqual(14)
    expect(simulateTournament(plan, strengths, options)).toEqual(after)
  })

  it('gives a team that is out no chance, and changes nothing where every possible result happened', () => {
    const plan = knockout(4, 3)
    const [semifinal, ...steps] = plan.steps as [(typeof plan.steps)[number] & { kind: 'series' }]
    const known: TournamentPlan = { ...plan, steps: [{ ...semifinal, known: 2 }, ...steps] }
    const tally = simulateTournament(known, strengthsOf([3, 0, 0, 0]), { ...options, firstBlock: 0 })
    const completed = completeTally(known, strengthsOf([3, 0, 0, 0]), tally, 3)
    expect(completed).toBe(tally)
    expect(reachOf(known, completed, 'winner')[0]).toBe(0)
  })

  it('finds the last team of Worlds as winner, and a team that has lost twice in a Swiss stage', () => {
    const weak = strengthsOf(
      Array.from({ length: 16 }, (_, team) => (team === 15 ? -9 : 0)),
      0.3,
    )
    const first = [0, 2, 4, 6, 8, 10, 12, 14].map((at) => ({ first: at, second: at + 1, winner: 1, next: -1 }) as const)
    const second = [1, 5, 9, 13].map((at) => ({ first: at, second: at + 2, winner: 1, next: -1 }) as const)
    const plan = worlds({ known: [first, second] })
    expect(reachOf(plan, simulateTournament(plan, weak, options), 'winner')[15]).toBe(1)
  })

  it('finds who can still be first in a round robin, and nobody else', () => {
    // Before the last two series, 0 has six wins, 1 five, and 2 four; 1 and 2 play the last series against 0 and 3.
    const wins = (winner: number, ...losers: readonly number[]) => {
      return losers.map((loser) => ({ first: winner, second: loser, score: [2, 0] as const }))
    }
    const known = [
      ...wins(0, 2, 3, 4, 5, 6, 7),
      ...wins(1, 2, 3, 4, 5, 6),
      ...wins(2, 4, 5, 6, 7),
      ...wins(3, 4, 5, 6, 7),
      ...wins(4, 5, 6, 7),
      ...wins(5, 6, 7),
      ...wins(6, 7),
    ]
    const plan = leaguePlan(8, { known, bestOf: 3, rank: ['wins'] })
    const tally = simulateTournament(plan, strengthsOf([9, -9, 0, 0, 0, 0, 0, 0], 0.2), options)
    expect(reachOf(plan, tally, 'winner').map((count) => count > 0)).toEqual([true, true, ...Array(6).fill(false)])
  })
})
