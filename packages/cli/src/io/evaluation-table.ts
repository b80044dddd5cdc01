import type { Evaluation, LadderStep, PickMean, PickRecords, Scores } from '@riftline/pipeline'
import { textTable } from './text-table.ts'

/** An evaluation for people. */
export function evaluationTable(evaluation: Evaluation): string {
  const { from, to, series, models, baselines, byBestOf, draft, market, valuePicks, ladder } = evaluation
  const parts = [
    `${series} series from ${from} to ${to} UTC\n`,
    textTable([
      header('overall'),
      ...Object.entries(models).flatMap(([name, { raw, calibrated }]) => [
        scoreRow(`${name} raw`, raw),
        scoreRow(`${name} calibrated`, calibrated),
      ]),
      ...Object.entries(baselines).map(([name, scores]) => scoreRow(name, scores)),
    ]),
    textTable([
      header('by best-of'),
      ...Object.entries(byBestOf).flatMap(([bestOf, table]) => [
        scoreRow(`${bestOf}: consensus calibrated`, table.models.consensus.calibrated),
        scoreRow(`${bestOf}: elo`, table.baselines.elo),
        scoreRow(`${bestOf}: glicko2`, table.baselines.glicko2),
      ]),
    ]),
  ]
  if (draft !== null) {
    const { consensus } = draft.models
    parts.push(
      textTable([
        header('draft known'),
        scoreRow('consensus with draft', consensus.calibrated),
        scoreRow('consensus without', draft.matchConsensus),
      ]),
    )
  }
  if (market !== null) {
    parts.push(
      textTable([
        header('odds known'),
        scoreRow('market', market.market),
        scoreRow('consensus', market.consensus),
        scoreRow('consensus anchored', market.anchored),
      ]),
    )
  }
  if (valuePicks !== null) parts.push(picksTable(valuePicks))
  parts.push(ladderTable('ladder', ladder.all))
  if (ladder.priced !== null) parts.push(ladderTable('ladder, odds known', ladder.priced))
  return parts.join('\n')
}

/** What value picks of the consensus earned, and how their prices compare with the closing lines. */
function picksTable({ all, books }: PickRecords): string {
  const meanCells = (mean: PickMean | null): string[] =>
    mean === null ? ['', ''] : [saved(mean.mean), mean.interval === null ? 'too few days' : intervalText(mean.interval)]
  return textTable([
    ['value picks', 'series', 'picks', 'ROI', '95 % interval', 'closed', 'CLV', '95 % interval'],
    ...[['all', all] as const, ...Object.entries(books)].map(([book, { series, picks, closed, roi, clv }]) => [
      ...[book, String(series), String(picks)],
      ...[...meanCells(roi), String(closed), ...meanCells(clv)],
    ]),
  ])
}

/** What each step saves against the one that it is built on. */
function ladderTable(name: string, steps: readonly LadderStep[]): string {
  return textTable([
    [name, 'log-loss', 'saves', '95 % interval', 'over'],
    ...steps.map(({ step, scores, over, gain }) => [
      step,
      scores.logLoss.toFixed(4),
      gain === null ? '' : saved(gain.mean),
      gain === null ? '' : gain.interval === null ? 'too few days' : intervalText(gain.interval),
      over ?? '',
    ]),
  ])
}

function intervalText({ low, high }: { readonly low: number; readonly high: number }): string {
  return `[${saved(low)}, ${saved(high)}]`
}

/** Without a sign where only zeros are left. */
function saved(value: number): string {
  const text = value.toFixed(4)
  return Number(text) === 0 ? '0.0000' : text
}

function header(name: string): string[] {
  return [name, 'n', 'log-loss', 'Brier', 'accuracy', 'ECE']
}

function scoreRow(name: string, { n, logLoss, brier, accuracy, ece }: Scores): string[] {
  return [name, String(n), ...[logLoss, brier, accuracy, ece].map((value) => value.toFixed(4))]
}
