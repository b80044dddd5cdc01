import { toCount } from '../format.ts'
import { resamples, seed } from '../measure/gain.ts'
import { binCount } from '../measure/perfect-forecaster.ts'

/** How to read the columns: once, before the first table that has them. */
export function readingNotes(): string {
  return [
    '## How to read the tables',
    '',
    '- Log-loss in nats and Brier score of one side; lower is better. Accuracy counts a forecast of one half as half right.',
    `- ECE over ${binCount} bins of equal mass, folded to the favourite. "If perfect" is what forecasts that are exactly`,
    '  right would show by luck: mean and 95 % point over 1,000 simulated results of the same series (seed 7).',
    '- Slope is the maximum-likelihood factor on the log-odds (a normal prior of sd 10 around 1, which moves nothing), with',
    '  its 95 % normal interval: above 1 the forecasts were too timid, below 1 too bold.',
    `- Gains are paired differences of log-loss on the same series, positive where the first is better. Intervals draw UTC`,
    `  days with replacement, ${toCount(resamples)} times, seed ${seed}. Where a form is not named it is the calibrated one.`,
    '- The constant has no favourite, so nothing can be said of its calibration.',
  ].join('\n')
}
