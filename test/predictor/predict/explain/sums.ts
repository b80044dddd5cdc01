import type { Explanation, Prediction, Share } from '@riftline/predictor'

const tolerance = 1e-9

/** Places where an explanation does not add up to its answer or within itself; empty for a sound one. */
export function faultsOf(explanation: Explanation, answer: Prediction): readonly string[] {
  const chance = answer.calibratedBlueWinProbability
  const { stages } = explanation
  const whole = { logit: Math.log(chance / (1 - chance)), points: 100 * (chance - 0.5) }
  return [
    ...differ('answer', explanation, whole),
    ...differ('stages', sumOf(stages), explanation),
    ...stages.flatMap(({ stage, parts, ...own }) => (parts.length === 0 ? [] : differ(stage, sumOf(parts), own))),
    ...pathFaults(explanation),
    ...(stages.at(-1)!.probability === chance ? [] : ['the last chance is not that of the answer']),
    ...valueFaults(explanation, answer),
  ]
}

function sumOf(shares: readonly Share[]): Share {
  return {
    logit: shares.reduce((sum, { logit }) => sum + logit, 0),
    points: shares.reduce((sum, { points }) => sum + points, 0),
  }
}

function differ(what: string, one: Share, other: Share): readonly string[] {
  return (['logit', 'points'] as const)
    .filter((key) => !(Math.abs(one[key] - other[key]) <= tolerance))
    .map((key) => `${key} of ${what}: ${one[key]} is not ${other[key]}`)
}

/** Stages whose chance differs from that of the log odds so far, kept at least 1e-6 away from 0 and 1. */
function pathFaults({ stages }: Explanation): readonly string[] {
  let logit = 0
  return stages.flatMap(({ stage, probability, ...own }) => {
    logit += own.logit
    const isCertain = Math.min(probability, 1 - probability) < 1e-6
    const isThere = Math.abs(probability - 1 / (1 + Math.exp(-logit))) <= (isCertain ? 1e-6 : tolerance)
    return isThere ? [] : [`chance after ${stage}`]
  })
}

function valueFaults({ value, stages }: Explanation, { odds }: Prediction): readonly string[] {
  if (odds === undefined) return value === null ? [] : ['value without odds']
  return (['blue', 'red'] as const).filter((side) => {
    const own = value?.[side]
    const ev = side === 'blue' ? odds.calibratedBlueEv : odds.calibratedRedEv
    if (own === null || own === undefined || ev === null) return own !== null || ev !== null
    const sign = side === 'blue' ? 1 : -1
    const gained = stages.reduce((sum, { points }) => sum + (sign * own.decimalOdds * points) / 100, own.evAtEven)
    return own.ev !== ev || !(Math.abs(gained - ev) <= tolerance) || own.breakEven !== 1 / own.decimalOdds
  })
}
