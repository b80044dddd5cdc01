import { simulateTournament, type TournamentTally } from '@riftline/predictor'
import { createTournamentPool, type TournamentPool } from '@riftline/predictor/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledWorker } from '../../support/bundled-worker.ts'
import { leaguePlan, strengthsOf, worlds } from '../../support/tournament-plans.ts'

const bundled = bundledWorker('packages/predictor/src/tournament/threads/tournament-worker.ts')
let worker: URL

beforeAll(async () => {
  worker = (await bundled).worker
})
afterAll(async () => (await bundled).remove())

async function withPool<T>(threads: number, use: (pool: TournamentPool) => Promise<T>): Promise<T> {
  const pool = await createTournamentPool({ threads, worker })
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

const sixteen = strengthsOf(Array.from({ length: 16 }, (_, team) => 1 - team / 5))
const eight = strengthsOf(Array.from({ length: 8 }, (_, team) => 1 - team / 4))
const options = { runs: 11_500, seed: 4 }

describe('a tournament pool', () => {
  it.each([1, 2, 8])('counts on %i threads what simulateTournament counts, extra runs included', async (threads) => {
    const expected = simulateTournament(worlds(), sixteen, options)
    expect(expected.extraRuns).toBeGreaterThan(0)
    await withPool(threads, async (pool) => {
      expect(pool.threads).toBe(threads)
      expect(await pool.simulate(worlds(), sixteen, options)).toEqual(expected)
    })
  })

  it('runs simulations that are asked for at once one after another', async () => {
    const plan = leaguePlan(8)
    const joint = { ...options, joint: false }
    const answers = await withPool(2, (pool) => {
      return Promise.all([pool.simulate(worlds(), sixteen, options), pool.simulate(plan, eight, joint)])
    })
    const expected: readonly TournamentTally[] = [
      simulateTournament(worlds(), sixteen, options),
      simulateTournament(plan, eight, joint),
    ]
    expect(answers).toEqual(expected)
  })

  it('stops abandoned work within a part, and does the next work', async () => {
    await withPool(2, async (pool) => {
      let asked = 0
      const isAbandoned = () => asked++ >= 6
      const abandoned = pool.simulate(worlds(), sixteen, { runs: 10_000_000, seed: 1, isAbandoned })
      const next = pool.simulate(leaguePlan(8), eight, options)
      await expect(abandoned).rejects.toMatchObject({ code: 'simulation_abandoned' })
      expect(asked).toBeLessThanOrEqual(8)
      expect(await next).toEqual(simulateTournament(leaguePlan(8), eight, options))
    })
  })

  it('refuses options before any thread gets them, and calls once it is closed', async () => {
    const pool = await createTournamentPool({ threads: 1, worker })
    await expect(pool.simulate(worlds(), sixteen, { runs: 0, seed: 1 })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    const strengths = { ...sixteen, means: {} }
    await expect(pool.simulate(worlds(), strengths, options)).rejects.toThrow('means of best-of-1')
    await pool.close()
    await expect(pool.simulate(worlds(), sixteen, options)).rejects.toMatchObject({ code: 'pool_closed' })
    await expect(createTournamentPool({ threads: 0, worker })).rejects.toThrow('threads: expected an integer from 1')
  })
})
