import type { ExplanationStage, MarketsAnswer, TeamRef } from '@riftline/predictor'
import type { ExplainedPrediction } from '@riftline/predictor/texts'

export const data = { throughUtc: '2031-02-28T20:00:00', ageDays: 3 }
const made = { asOfUtc: '2031-03-03', dataThroughUtc: data.throughUtc, artifacts: '3f1c9a0b77de' }
const logit = (chance: number): number => Math.log(chance / (1 - chance))

/** A prediction whose stages lead from one half to each of these chances of the blue team. */
export function explained(
  chances: readonly number[],
  blueName = 'Northern Lights',
  redName = 'Harbor Kings',
): ExplainedPrediction {
  const names = ['rating', 'scale', 'models'] as const
  const stages = chances.map((probability, index): ExplanationStage => {
    const before = chances[index - 1] ?? 0.5
    const share = { logit: logit(probability) - logit(before), points: 100 * (probability - before) }
    return { stage: names[index]!, probability, ...share, parts: [] }
  })
  const chance = chances.at(-1)!
  return Object.freeze<ExplainedPrediction>({
    ...{ blueTeam: { id: 101, name: blueName }, redTeam: { id: 102, name: redName } },
    ...{ winner: 'blue', model: 'consensus', bestOf: 3, league: null, ...made },
    ...{ blueWinProbability: chance, redWinProbability: 1 - chance },
    ...{ calibratedBlueWinProbability: chance, calibratedRedWinProbability: 1 - chance },
    explanation: { logit: logit(chance), points: 100 * (chance - 0.5), league: null, weights: {}, stages, value: null },
  })
}

const selection = (probability: number) => ({
  probability,
  fairOdds: probability === 0 ? null : 1 / probability,
  book: null,
})

/** Markets of a best of 3 with these chances of 2-0, 2-1, 1-2 and 0-2. */
export function marketsOf(
  blueTeam: TeamRef,
  redTeam: TeamRef,
  [best, good, bad, worst]: readonly number[],
): MarketsAnswer {
  const scores = [
    { team: blueTeam, score: '2-0', ...selection(best!) },
    { team: blueTeam, score: '2-1', ...selection(good!) },
    { team: redTeam, score: '2-1', ...selection(bad!) },
    { team: redTeam, score: '2-0', ...selection(worst!) },
  ]
  const blue = best! + good!
  return Object.freeze<MarketsAnswer>({
    ...{ blueTeam, redTeam, model: 'fasttree', bestOf: 3, league: null, ...made, book: null },
    ...{ calibratedBlueWinProbability: blue, calibratedRedWinProbability: 1 - blue, standing: { blue: 0, red: 0 } },
    markets: {
      seriesWinner: [
        { team: blueTeam, ...selection(blue) },
        { team: redTeam, ...selection(1 - blue) },
      ],
      ...{ handicap: [], totalMaps: [], correctScore: scores, mapWinner: [] },
    },
  })
}
