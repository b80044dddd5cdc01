import type { Evaluation, LadderStep, PickMean, PickRecords } from '@riftline/pipeline'
import { fixed } from '@riftline/predictor/texts'
import type { Scores } from '@riftline/record'
import { textTable } from './output.ts'

export interface EvaluationTable {
  readonly name: string
  readonly note: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Lists the tables of an evaluation in reading order. */
export function evaluationTables(evaluation: Evaluation): readonly EvaluationTable[] {
  const { models, baselines, byBestOf, draft, market, valuePicks, markets, books, ladder } = evaluation
  return [
    scoreTable('overall', overallNote, [
      ...Object.entries(models).flatMap(([name, { raw, calibrated }]) => [
        scoreRow(`${name} raw`, raw),
        scoreRow(`${name} calibrated`, calibrated),
      ]),
      ...Object.entries(baselines).map(([name, scores]) => scoreRow(name, scores)),
    ]),
    scoreTable(
      'by best-of',
      'The same series by the number of maps that they may have.',
      Object.entries(byBestOf).flatMap(([bestOf, table]) => [
        scoreRow(`${bestOf}: consensus calibrated`, table.models.consensus.calibrated),
        scoreRow(`${bestOf}: elo`, table.baselines.elo),
        scoreRow(`${bestOf}: glicko2`, table.baselines.glicko2),
      ]),
    ),
    ...(draft === null ? [] : [draftTable(draft)]),
    ...(market === null ? [] : [oddsTable(market)]),
    ...(valuePicks === null ? [] : [picksTable(valuePicks)]),
    ...(markets === null ? [] : [marketsTable(markets)]),
    ...(books === null ? [] : [booksTable(books)]),
    ladderTable('ladder', ladder.all),
    ...(ladder.priced === null ? [] : [ladderTable('ladder, odds known', ladder.priced)]),
  ]
}

const overallNote =
  'Chances as they were before the first map, against who won. Log-loss, Brier score and ECE are better when lower; accuracy is the share of series that the favourite won. Below the models stand simple forecasts to compare them with.'

function scoreTable(name: string, note: string, rows: EvaluationTable['rows']): EvaluationTable {
  return { name, note, columns: ['n', 'log-loss', 'Brier', 'accuracy', 'ECE'], rows }
}

function scoreRow(name: string, { n, logLoss, brier, accuracy, ece }: Scores): readonly string[] {
  return [name, String(n), ...[logLoss, brier, accuracy, ece].map((value) => value.toFixed(4))]
}

function draftTable({ models, matchConsensus }: NonNullable<Evaluation['draft']>): EvaluationTable {
  return scoreTable('draft known', 'Series whose first draft is known, forecast with and without it.', [
    scoreRow('consensus with draft', models.consensus.calibrated),
    scoreRow('consensus without', matchConsensus),
  ])
}

function oddsTable({ market, consensus, anchored }: NonNullable<Evaluation['market']>): EvaluationTable {
  const note =
    'Series with odds: the market without its margin, the consensus, and the consensus anchored to the market.'
  return scoreTable('odds known', note, [
    scoreRow('market', market),
    scoreRow('consensus', consensus),
    scoreRow('consensus anchored', anchored),
  ])
}

/** Profit of the consensus's value picks, and their prices compared with the closing lines. */
function picksTable({ all, books }: PickRecords): EvaluationTable {
  const meanCells = (mean: PickMean | null): string[] =>
    mean === null ? ['', ''] : [saved(mean.mean), intervalText(mean.interval)]
  return {
    name: 'value picks',
    note: 'One unit on every side whose price is worth more than it costs by the consensus. ROI: profit for a unit. Closed: series with a closing line. CLV: value of the price against that line.',
    columns: ['series', 'picks', 'ROI', '95 % interval', 'closed', 'CLV', '95 % interval'],
    rows: [['all', all] as const, ...Object.entries(books)].map(([book, { series, picks, closed, roi, clv }]) => [
      ...[book, String(series), String(picks)],
      ...[...meanCells(roi), String(closed), ...meanCells(clv)],
    ]),
  }
}

function marketsTable(markets: NonNullable<Evaluation['markets']>): EvaluationTable {
  return {
    name: 'markets',
    note: 'Markets of best of 3 and 5, and the log-loss saved: before a series against independent maps, during it against a strength that no map changes.',
    columns: ['n', 'log-loss', 'saves', '95 % interval'],
    rows: Object.entries(markets).map(([name, { n, logLoss, overSimpler }]) => [
      ...[name, String(n), logLoss.toFixed(4), saved(overSimpler.mean)],
      intervalText(overSimpler.interval),
    ]),
  }
}

const rivals = [
  ['forecast', ''],
  ['shape', ', our shape at its series price'],
  ['independent', ', independent maps at its series price'],
] as const

function booksTable(books: NonNullable<Evaluation['books']>): EvaluationTable {
  return {
    name: 'book prices',
    note: "The consensus beside each book's last prices before the start, without their margin, on maps, handicaps and totals, and the log-loss saved against them. The book's own price on the series, where it had one, shows what our shape of a series does with it. So few prices prove nothing.",
    columns: ['n', 'book', 'log-loss', 'saves', '95 % interval'],
    rows: Object.entries(books).flatMap(([book, markets]) =>
      Object.entries(markets).flatMap(([market, score]) =>
        rivals.flatMap(([rival, title]) => {
          const own = score[rival]
          if (own === null) return []
          const { n, bookLogLoss, logLoss, overBook } = own
          const losses = [String(n), bookLogLoss.toFixed(4), logLoss.toFixed(4)]
          return [[`${book} ${market}${title}`, ...losses, saved(overBook.mean), intervalText(overBook.interval)]]
        }),
      ),
    ),
  }
}

function ladderTable(name: string, steps: readonly LadderStep[]): EvaluationTable {
  return {
    name,
    note: 'What each step saves in log-loss against the one that it is built on, on the same series.',
    columns: ['log-loss', 'saves', '95 % interval', 'over'],
    rows: steps.map(({ step, scores, over, gain }) => [
      step,
      scores.logLoss.toFixed(4),
      ...(gain === null ? ['', ''] : [saved(gain.mean), intervalText(gain.interval)]),
      over ?? '',
    ]),
  }
}

function intervalText(interval: { readonly low: number; readonly high: number } | null): string {
  return interval === null ? 'too few days' : `[${saved(interval.low)}, ${saved(interval.high)}]`
}

function saved(value: number): string {
  return fixed(value, 4)
}

export function evaluationTable(evaluation: Evaluation): string {
  const tables = evaluationTables(evaluation).map(({ name, columns, rows }) => textTable([[name, ...columns], ...rows]))
  return [`${evaluatedSeries(evaluation)}\n`, ...tables].join('\n')
}

export function evaluatedSeries({ series, from, to }: Evaluation): string {
  return `${series} series from ${from} to ${to} UTC`
}
