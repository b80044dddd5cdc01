import { hasCode, requireOptions } from '@riftline/base'
import { createTournamentPool, type TournamentPool, type TournamentPoolOptions } from './tournament-pool.ts'

/** Threads of a long-running program that simulate tournaments. */
export type TournamentSimulator = Pick<TournamentPool, 'simulate' | 'close'>

/**
 * `createTournamentPool` for a long-running program: threads start with the first tournament, and new ones after one of them has died. They
 * keep no process alive.
 *
 * @throws RiftlineError `invalid_argument` for an unknown option; `simulate` as that of the pool, or `worker_failed` when a thread cannot start
 * @example
 * const simulator = createTournamentSimulator({ threads: 2 })
 * const tally = await simulator.simulate(plan, strengths, { runs: 100_000, seed: 1 })
 * await simulator.close()
 */
export function createTournamentSimulator(options: TournamentPoolOptions = {}): TournamentSimulator {
  requireOptions(options, ['threads', 'worker'])
  let pool: Promise<TournamentPool> | null = null
  return {
    async simulate(...task) {
      pool ??= createTournamentPool(options)
      const used = pool
      try {
        return await (await used).simulate(...task)
      } catch (error) {
        if (hasCode(error, 'worker_failed') && pool === used) {
          pool = null
          void used.then(({ close }) => close()).catch(() => {})
        }
        throw error
      }
    },
    async close() {
      await (await pool?.catch(() => null))?.close()
    },
  }
}
