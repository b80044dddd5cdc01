import { RiftlineError, requireOptions } from '@riftline/base'
import { scriptBeside, startThreads, type Thread } from '@riftline/base/node'
import type { TournamentPlan } from '../plan.ts'
import { blockRuns, checkSimulation, type SimulationOptions } from '../simulate/simulate.ts'
import { addTallies, emptyTally, type TournamentTally } from '../simulate/tally.ts'
import type { TournamentStrengths } from '../strengths.ts'

/** Simulates tournaments on worker threads, one after another, each on all threads. */
export interface TournamentPool {
  readonly threads: number
  /**
   * `simulateTournament` with all blocks: the same counts on any number of threads.
   *
   * @throws RiftlineError as `simulateTournament`; `simulation_abandoned`, `pool_closed`, `worker_failed`
   */
  simulate(
    plan: TournamentPlan,
    strengths: TournamentStrengths,
    options: Pick<SimulationOptions, 'runs' | 'seed' | 'joint'> & {
      /** Asked before each part of the work; the simulation stops within a few blocks of 1,000 runs. */
      readonly isAbandoned?: () => boolean
    },
  ): Promise<TournamentTally>
  /** Ends the threads after the pending simulations; later calls are refused with `pool_closed`. */
  close(): Promise<void>
}

/** Number of threads, and their script. */
export interface TournamentPoolOptions {
  /** Number of threads, 1 … 256; default: the machine's parallelism. */
  readonly threads?: number
  /** Script of the worker if a bundler has moved it: this package's `dist/tournament-worker.js`. */
  readonly worker?: URL
}

/** Blocks between two moments at which abandoned work stops: a few milliseconds of Worlds. */
const blocksPerPart = 2

/**
 * Starts threads that simulate tournaments.
 *
 * @throws RiftlineError `invalid_argument` for the number of threads; `worker_failed` when a thread cannot start
 * @example
 * const pool = await createTournamentPool({ threads: 2 })
 * const tally = await pool.simulate(plan, strengths, { runs: 100_000, seed: 1 }) // the counts of simulateTournament
 * await pool.close()
 */
export async function createTournamentPool(options: TournamentPoolOptions = {}): Promise<TournamentPool> {
  requireOptions(options, ['threads', 'worker'])
  const script = options.worker ?? scriptBeside(import.meta.url, 'tournament-worker')
  const threads = await startThreads<TournamentJob, TournamentTally>(options.threads, {
    script,
    name: 'a simulating thread',
  })
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  return {
    threads: threads.length,
    async simulate(plan, strengths, { isAbandoned = () => false, ...rest }) {
      if (closed) throw new RiftlineError('pool_closed', 'the tournament pool is closed')
      const checked = checkSimulation(rest)
      const result = last.then(() => simulateOn(threads, { plan, strengths, options: checked }, isAbandoned))
      last = result.catch(() => {})
      return result
    },
    async close() {
      closed = true
      await last
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}

/** Lets each thread take parts of the blocks until none is left, and one of them complete the sum. */
async function simulateOn(
  threads: readonly Thread<TournamentJob, TournamentTally>[],
  task: TournamentTask,
  isAbandoned: () => boolean,
): Promise<TournamentTally> {
  const blocks = Math.ceil(task.options.runs / blockRuns)
  let next = 0
  let sum = emptyTally(task.plan, 0)

  function refuseAbandoned(): void {
    if (isAbandoned()) throw new RiftlineError('simulation_abandoned', 'nobody waits for the simulation any more')
  }

  async function work(thread: Thread<TournamentJob, TournamentTally>): Promise<void> {
    refuseAbandoned()
    await thread.run({ kind: 'task', task })
    while (next < blocks) {
      refuseAbandoned()
      const firstBlock = next
      next += blocksPerPart
      const part = await thread.run({ kind: 'blocks', firstBlock, blocks: blocksPerPart })
      sum = addTallies(sum, part)
    }
  }

  const outcomes = await Promise.allSettled(threads.slice(0, blocks).map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  refuseAbandoned()
  return threads[0]!.run({ kind: 'complete', tally: sum })
}

/** A tournament to simulate. */
export interface TournamentTask {
  readonly plan: TournamentPlan
  readonly strengths: TournamentStrengths
  readonly options: SimulationOptions
}

/** Message to a thread: a task that the next ones are about, blocks of it to simulate, or its sum to complete. */
export type TournamentJob =
  | { readonly kind: 'task'; readonly task: TournamentTask }
  | { readonly kind: 'blocks'; readonly firstBlock: number; readonly blocks: number }
  | { readonly kind: 'complete'; readonly tally: TournamentTally }
