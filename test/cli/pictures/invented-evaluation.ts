import { type Evaluation, evaluateForecasts } from '#pipeline/evaluate/evaluation.ts'
import type { GradedForecast } from '#pipeline/evaluate/graded-forecast.ts'
import { marketNames } from '#pipeline/evaluate/market-scores.ts'
import { reliabilityDiagrams } from '#pipeline/report/svg/reliability-diagrams.ts'
import { inventedForecasts } from '../../pipeline/report/invented-forecasts.ts'

export const graded: readonly GradedForecast[] = inventedForecasts({ count: 400, days: 30, seed: 31, priced: 0.3 })
const hostile: string = '<script>alert(1)</script> & "Book" \u202e'
const record = { series: 2, closed: 0, picks: 1, atMid: 0, roi: { mean: 0.25, interval: null }, clv: null }
const markets = Object.fromEntries(
  marketNames.map((name) => [
    name,
    { n: 90, logLoss: 1.25, overSimpler: { mean: 0.01, interval: null }, overBase: null },
  ]),
) as NonNullable<Evaluation['markets']>
const beside = { n: 60, series: 30, logLoss: 0.55, bookLogLoss: 0.53, overBook: { n: 60, mean: -0.02, interval: null } }
const books = { [hostile]: { totalMaps: { forecast: beside, shape: beside, independent: null } } }
export const evaluation: Evaluation = {
  ...evaluateForecasts(graded),
  ...{ markets, books, valuePicks: { all: record, books: { [hostile]: record } } },
}
export const diagrams: Readonly<Record<string, string>> = reliabilityDiagrams('2025-01..06', graded, {
  onOnePage: true,
})
