import { requireNumber, requireOptions, requireWhole } from '@riftline/base'
import type { TournamentPlan } from '../plan.ts'
import type { TournamentStrengths } from '../strengths.ts'
import { completeTally } from './rare-runs.ts'
import { createSimulation } from './simulation.ts'
import { emptyTally, type TournamentTally } from './tally.ts'

/** Runs of one block: its own sequence of random numbers makes it independent of the others. */
export const blockRuns = 1000

const mostRuns = 10_000_000

/** Number of runs, their seed, and optionally the part of them to simulate. */
export interface SimulationOptions {
  /** Number of simulated tournaments, 1 … 10,000,000. */
  readonly runs: number
  /** Whole number from 0 to 2^32 - 1; equal seeds give equal tallies. */
  readonly seed: number
  /** First block of 1,000 runs to simulate; default 0. */
  readonly firstBlock?: number
  /** Number of blocks to simulate; default: all from the first. */
  readonly blocks?: number
  /** Whether a team keeps its strength for a whole run; default true. If not, each series draws its own, to compare with. */
  readonly joint?: boolean
}

/**
 * Plays a tournament many times. In each run a team's strength is drawn once, from its mean and variance, so that a team that is better than
 * forecast is better in all its series; each series alone has the forecast's chance.
 *
 * Without `firstBlock` and `blocks` the counts include those of `completeTally`. With them, the counts of all parts are added, and then completed.
 *
 * @returns counts; those of the parts add up to those of the whole, whatever the parts
 * @throws RiftlineError `invalid_argument` for options out of range
 */
export function simulateTournament(
  plan: TournamentPlan,
  strengths: TournamentStrengths,
  options: SimulationOptions,
): TournamentTally {
  const { firstBlock, blocks, seed } = checkSimulation(options)
  const tally = createBlocks(plan, strengths, options)(firstBlock ?? 0, blocks ?? Infinity)
  return firstBlock === undefined && blocks === undefined ? completeTally(plan, strengths, tally, seed) : tally
}

/** Prepares a simulation of which blocks are asked for one after another. */
export function createBlocks(
  plan: TournamentPlan,
  strengths: TournamentStrengths,
  { runs, seed, joint = true }: SimulationOptions,
): (firstBlock: number, blocks: number) => TournamentTally {
  const simulation = createSimulation(plan, strengths, { joint })
  return (firstBlock, blocks) => {
    const end = Math.min(Math.ceil(runs / blockRuns), firstBlock + blocks)
    const tally = emptyTally(plan, Math.max(0, Math.min(runs, end * blockRuns) - firstBlock * blockRuns))
    for (let block = firstBlock; block < end; block++) {
      simulation.runBlock(seed, block, Math.min(blockRuns, runs - block * blockRuns), tally)
    }
    return tally
  }
}

/** @throws RiftlineError `invalid_argument` */
export function checkSimulation(options: SimulationOptions): SimulationOptions {
  requireOptions(options, ['runs', 'seed', 'firstBlock', 'blocks', 'joint'])
  const { runs, seed, firstBlock = 0, blocks = 0 } = options
  requireWhole('runs', runs, 1)
  requireNumber('runs', runs, 1, mostRuns)
  requireWhole('seed', seed, 0)
  requireNumber('seed', seed, 0, 2 ** 32 - 1)
  requireWhole('firstBlock', firstBlock, 0)
  requireWhole('blocks', blocks, 0)
  return options
}
