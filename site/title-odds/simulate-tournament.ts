import {
  addTallies,
  completeTally,
  type ModelName,
  type Predictor,
  parseTournament,
  planTournament,
  RiftlineError,
  simulateTournament,
  type TournamentForecast,
  type TournamentTally,
  toTournamentForecast,
} from '@riftline/predictor'

/** Odds of a tournament, and its teams as the format names them. */
export interface TitleOdds {
  readonly forecast: TournamentForecast
  /** Name in the format of each team by its id in the forecast. */
  readonly names: Readonly<Record<number, string>>
}

export interface TitleOddsOptions {
  readonly runs: number
  readonly seed: number
  readonly model: ModelName
  /** Number of runs after which there are first odds. */
  readonly quickRuns: number
}

/** Runs of a block of the simulation. */
const blockRuns = 1000
const blocksPerStep = 5

/**
 * Simulates a tournament as `predictor.tournament` does, to the digit, but lets other calls in between: a call ends when a later one has
 * begun.
 *
 * @param onQuick gets the odds after `quickRuns` runs: those of `predictor.tournament` with that number
 * @throws RiftlineError as `predictor.tournament`; `simulation_abandoned` if a later call has begun
 */
export function createTitleOdds(predictor: Predictor) {
  let calls = 0
  return async function titleOdds(
    format: unknown,
    { runs, seed, model, quickRuns }: TitleOddsOptions,
    onQuick: (odds: TitleOdds) => void,
  ): Promise<TitleOdds> {
    const call = ++calls
    const plan = planTournament(parseTournament(format))
    const pause = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve))
      if (call !== calls) throw new RiftlineError('simulation_abandoned', 'another simulation has begun')
    }
    const steps = predictor.tournamentSteps(plan, { model })
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) await pause()
    const strengths = step.value
    const names = Object.fromEntries(strengths.refs.map(({ id }, number) => [id, plan.teams[number]!.name]))
    const oddsOf = (tally: TournamentTally): TitleOdds => {
      const complete = completeTally(plan, strengths, tally, seed)
      return { forecast: toTournamentForecast(plan, strengths, complete, seed), names }
    }
    let tally: TournamentTally | null = null
    for (let firstBlock = 0; firstBlock * blockRuns < runs; firstBlock += blocksPerStep) {
      const part = simulateTournament(plan, strengths, { runs, seed, firstBlock, blocks: blocksPerStep })
      tally = tally === null ? part : addTallies(tally, part)
      if (tally.runs === quickRuns && quickRuns < runs) onQuick(oddsOf(tally))
      await pause()
    }
    return oddsOf(tally!)
  }
}
