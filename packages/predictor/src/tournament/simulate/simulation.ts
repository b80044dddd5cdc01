import type { PlanStep, TournamentPlan } from '../plan.ts'
import type { GroupResults } from '../ranking.ts'
import type { TournamentStrengths } from '../strengths.ts'
import { choiceRunner, drawRunner, seriesRunner } from './bracket-steps.ts'
import { roundRobinRunner } from './round-robin-step.ts'
import { createRunState } from './run-state.ts'
import { swissRunner } from './swiss-step.ts'
import { createRecorder, type TournamentTally } from './tally.ts'

/**
 * Turns every step of a plan into a function that plays it in memory of its own.
 *
 * @param forecast strengths by which teams choose opponents, if not those that the series are drawn from
 */
export function createSimulation(
  plan: TournamentPlan,
  strengths: TournamentStrengths,
  { joint = true, forecast = strengths }: { readonly joint?: boolean; readonly forecast?: TournamentStrengths } = {},
) {
  const state = createRunState(plan, strengths, joint)
  const carriedSteps = new Set(plan.steps.flatMap((step) => (step.kind === 'roundRobin' ? step.carried : [])))
  const results = new Map<number, GroupResults>()

  function runnerOf(step: PlanStep, index: number): () => void {
    if (step.kind === 'series') return seriesRunner(step, state)
    if (step.kind === 'draw') return drawRunner(step, state)
    if (step.kind === 'choice') return choiceRunner(step, state, forecast)
    if (step.kind === 'swiss') return swissRunner(step, state)
    const sources = step.carried.map((carried) => results.get(carried)!)
    const { play, carried } = roundRobinRunner(step, state, sources, carriedSteps.has(index))
    if (carried !== null) results.set(index, carried)
    return play
  }

  const runners = plan.steps.map(runnerOf)
  const record = createRecorder(plan, state)
  return {
    state,
    record,
    runners,
    /** Adds the runs of one block to a tally. */
    runBlock(seed: number, block: number, runs: number, tally: TournamentTally): void {
      state.reseed(seed, block)
      for (let run = 0; run < runs; run++) {
        state.drawStrengths()
        state.places.fill(0)
        for (let i = 0; i < runners.length; i++) runners[i]!()
        record(tally)
      }
    },
  }
}
