import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  parseTournament,
  planTournament,
  simulateTournament,
  type TournamentFormat,
  type TournamentPlan,
} from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { certainStrengths, gameBy } from './exact.ts'
import { canWin } from './possible.ts'
import { randomOf } from './random-format.ts'

const examples = 'examples/tournaments'
const replays = 'test/predictor/tournament/replays'

/** Results in order of play, and draws when they fell. */
interface Replay {
  readonly winner: string
  readonly events: readonly (Result | Draw)[]
}
type Result = NonNullable<TournamentFormat['results']>[number]
type Draw = NonNullable<TournamentFormat['draws']>[number]

const files = readdirSync(examples).filter((name) => name.endsWith('.json'))

function read<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}

/** The format after the first events of its year. */
function formatAfter(format: TournamentFormat, { events }: Replay, count: number): TournamentFormat {
  const known = events.slice(0, count)
  const results = known.filter((event): event is Result => 'teams' in event)
  return parseTournament({ ...format, results, draws: known.filter((event) => !('teams' in event)) })
}

/** Runs of the simulation for each team to win, by name. */
function winners(format: TournamentFormat, plan: TournamentPlan, seed: number) {
  const random = randomOf(seed)
  const ratings = Object.fromEntries(plan.teams.map(({ name }) => [name, random(4) - 1.5]))
  const strengths = certainStrengths(format, gameBy(ratings))
  const tally = simulateTournament(plan, strengths, { runs: 200, seed })
  const { length } = plan.teams
  for (const [at, { column, seats }] of plan.reach.entries()) {
    const sum = tally.reach.subarray(at * length, (at + 1) * length).reduce((total, count) => total + count, 0)
    expect(sum, column).toBe(seats.length * (tally.runs + tally.extraRuns))
  }
  const row = (plan.reach.length - 1) * length
  return new Map(plan.teams.map(({ name }, number) => [name, tally.reach[row + number]!]))
}

/** Steps at which a file is simulated: all of them, or one in the middle and one near the end. */
function isChosen(count: number, all: number): boolean {
  return runsAll || count === Math.floor(all / 2) || count === all - 3
}

describe('A format, played through the results of its year,', () => {
  it.each(files)('%s can be planned after each result, and ends with the real winner', (file) => {
    const format = read<TournamentFormat>(examples, file)
    const replay = read<Replay>(replays, file)
    expect('results' in format).toBe(false)
    const { length } = replay.events
    const step = amount(15, 4)
    for (let count = length; count >= 0; count -= step)
      expect(planTournament(formatAfter(format, replay, count)).steps.length).toBeGreaterThan(0)
    const final = formatAfter(format, replay, length)
    const plan = planTournament(final)
    expect(plan.next).toEqual([])
    const chances = winners(final, plan, 1)
    expect([...chances].filter(([, count]) => count > 0).map(([name]) => name)).toEqual([replay.winner])
  })

  it.each(files)(
    '%s gives a chance to win to the teams that can still win, and to no other',
    (file) => {
      const format = read<TournamentFormat>(examples, file)
      const replay = read<Replay>(replays, file)
      const { length } = replay.events
      let [decided, open] = [0, 0]
      for (let count = 0; count <= length; count++) {
        if (!isChosen(count, length)) continue
        const now = formatAfter(format, replay, count)
        const chances = winners(now, planTournament(now), count)
        const verdicts = canWin(now, count, { mostRuns: amount(200, 1000), tries: amount(40, 100) })
        for (const [name, verdict] of verdicts) {
          const place = `${name} after ${count} of ${length}`
          if (verdict === 'open') open++
          else decided++
          if (verdict === 'can') expect(chances.get(name), place).toBeGreaterThan(0)
          if (verdict === 'cannot') expect(chances.get(name), place).toBe(0)
        }
      }
      expect(open).toBeLessThanOrEqual(decided / 10)
    },
    900_000,
  )
})
