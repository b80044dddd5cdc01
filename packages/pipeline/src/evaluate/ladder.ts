import { pool } from '@riftline/core'
import { baseModels } from '@riftline/predictor'
import { type ChanceOf, type GradedForecast, matchChance, servedConsensus } from './graded-forecast.ts'
import { type Gain, gainOver, type Scores, score } from './scores.ts'

/** One rung: a forecast, its scores, and its gain over the forecast that it is built on. */
export interface LadderStep {
  /** `<model> raw`, `<model> calibrated`, `plain mean`, `consensus`, `anchored` or `market`. */
  readonly step: string
  readonly scores: Scores
  /** The step that it is compared with; null for the first of each model and for the market. */
  readonly over: string | null
  readonly gain: Gain | null
}

/** The gain of each step from raw chances to the served ones, on the same series. */
export interface Ladder {
  readonly all: readonly LadderStep[]
  /** Null where no series has odds. */
  readonly priced: readonly LadderStep[] | null
}

/**
 * Compares raw → calibrated → consensus on every series, and raw → calibrated → consensus → anchored, with the market beside
 * them, on those that have odds. The consensus is compared with the plain mean of its members and that with the best of them,
 * which is known only afterwards.
 *
 * @param graded at least one
 */
export function climbLadder(graded: readonly GradedForecast[]): Ladder {
  return { all: steps(graded, []), priced: climbPriced(graded) }
}

/** The ladder to the market on the series that have odds; null where none has. */
export function climbPriced(graded: readonly GradedForecast[]): readonly LadderStep[] | null {
  const priced = graded.filter(({ market }) => market !== null)
  return priced.length === 0 ? null : steps(priced, marketRungs)
}

interface Rung {
  readonly step: string
  readonly chance: ChanceOf
  readonly over: string | null
}

const memberRungs: readonly Rung[] = baseModels.flatMap((model) => [
  { step: `${model} raw`, chance: matchChance(model, 'raw'), over: null },
  { step: `${model} calibrated`, chance: matchChance(model, 'calibrated'), over: `${model} raw` },
])

/** The members' chances without weights. */
export const plainMean: ChanceOf = ({ match }) =>
  pool(
    baseModels.map((model) => match[model].calibrated),
    baseModels.map(() => 1),
    { pool: 'linear' },
  )

const marketRungs: readonly Rung[] = [
  { step: 'anchored', chance: ({ market }) => market!.anchored, over: 'consensus' },
  { step: 'market', chance: ({ market }) => market!.chance, over: null },
  { step: 'anchored', chance: ({ market }) => market!.anchored, over: 'market' },
]

function steps(graded: readonly GradedForecast[], further: readonly Rung[]): LadderStep[] {
  const losses = baseModels.map((model) => score(graded, matchChance(model, 'calibrated')).logLoss)
  const best = baseModels[losses.indexOf(Math.min(...losses))]!
  const rungs: readonly Rung[] = [
    ...memberRungs,
    { step: 'plain mean', chance: plainMean, over: `${best} calibrated` },
    { step: 'consensus', chance: servedConsensus, over: 'plain mean' },
    ...further,
  ]
  return rungs.map(({ step, chance, over }) => {
    const below = over === null ? undefined : rungs.find((rung) => rung.step === over)
    return {
      step,
      scores: score(graded, chance),
      over,
      gain: below === undefined ? null : gainOver(graded, chance, below.chance),
    }
  })
}
