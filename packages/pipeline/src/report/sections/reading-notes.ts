import { fewestDays, resamples, seed } from '../../evaluate/gain.ts'
import { toCount } from '../format.ts'
import { binCount, simulatedResults, simulationSeed } from '../measure/perfect-forecaster.ts'
import { point } from '../paragraph.ts'

/** Explains the columns once, before the first table that has them. */
export function readingNotes(): string {
  return [
    '## How to read the tables',
    '',
    point(
      'Log-loss in nats and Brier score of one side; lower is better. Accuracy counts a forecast of one half as half right.',
    ),
    point(
      `ECE over ${binCount} bins of equal mass, folded to the favourite. "If perfect" is what a forecaster that is exactly`,
      `right would show by luck: mean and 95 % point over ${toCount(simulatedResults)} simulated results of the same series,`,
      `seed ${simulationSeed}.`,
    ),
    point(
      'Slope is the maximum-likelihood factor on the log-odds (the prior around 1 has sd 10, too wide to matter), with its',
      '95 % normal interval, series taken as independent: above 1 the forecasts were too timid, below 1 too bold.',
    ),
    point(
      'Gains are paired differences of log-loss on the same series, positive where the first is better. Intervals draw UTC',
      `days with replacement, ${toCount(resamples)} times, seed ${seed}; fewer than ${fewestDays} days get none. Where a form`,
      'is not named it is the calibrated one.',
    ),
    point(
      'MCB, DSC and UNC: a score is what recalibration would save (miscalibration), less what the forecasts tell apart',
      '(discrimination), plus the uncertainty of the base rate; score = MCB − DSC + UNC. Spiegelhalter tests whether the',
      'forecasts fit the results: |z| above 1.96 is beyond luck.',
    ),
    point('The constant has no favourite, so nothing can be said of its calibration.'),
  ].join('\n')
}
