import { corpDecomposition, spiegelhalterTest } from '@riftline/core'
import { type Forecaster, matchForecasters } from '../../evaluate/forecasters.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { toDecimal, toHundredths } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'

/** The share of miscalibration in each score, and a test whether luck explains it. */
export function calibrationTable(graded: readonly GradedForecast[]): string {
  const columns = [
    leftColumn('forecaster'),
    leftColumn('form'),
    ...['log: MCB', 'DSC', 'UNC', 'Brier: MCB', 'DSC', 'UNC', 'Spiegelhalter z (p)'].map(numberColumn),
  ]
  const rows = matchForecasters.map(({ name, form, chance }) => [name, form ?? '', ...cells(graded, chance)])
  return markdownTable(columns, rows)
}

function cells(graded: readonly GradedForecast[], chance: Forecaster['chance']): string[] {
  const predictions = graded.map(chance)
  const outcomes = graded.map(({ outcome }) => outcome)
  const parts = (['log', 'brier'] as const).flatMap((kind) => {
    const { mcb, dsc, unc } = corpDecomposition(predictions, outcomes, { score: kind })
    return [mcb, dsc, unc].map(toDecimal)
  })
  // Where every forecast is one half there is nothing to test.
  if (predictions.every((p) => p === 0.5)) return [...parts, '–']
  const { z, pValue } = spiegelhalterTest(predictions, outcomes)
  return [...parts, `${toHundredths(z)} (${toHundredths(pValue)})`]
}
