import { writeFile } from 'node:fs/promises'
import { dayMs, RiftlineError, toUtc } from '@riftline/base'
import { featureNames, mirrored } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'

/** A span of time whose series are forecast by models trained only on earlier series. */
export interface ForecastWindow {
  readonly name: string
  readonly fromMs: number
  readonly untilMs: number
  /** `validation` windows select settings; `test` windows are reported, as are `unseen` ones, whose series came after all choices. */
  readonly purpose: 'validation' | 'test' | 'unseen'
}

/** Training series of a model: those that start in `[fromMs, untilMs)`. */
export interface TrainingSpan {
  readonly fromMs: number
  readonly untilMs: number
}

export type WindowPlan = ReturnType<typeof planWindows>

/** Series from here on did not exist when the features, the settings and the program were made. */
const unseenFromMs = Date.UTC(2026, 2, 1)

/** Boosting stops by the log-loss on this many days before the window. */
const stopDays = 183
const testWindows = 2
const yearMs = 365.25 * dayMs

/**
 * Plans half-year windows, from four years into the history on (six tenths of a shorter one); training data begin two years
 * in (a third). The last two that begin before `unseenFromMs` are for testing; windows restart there if three are before it.
 * A last window of under three months is merged into the one before it.
 *
 * @throws RiftlineError `history_too_short`
 */
export function planWindows(firstMs: number, lastMs: number) {
  const span = lastMs - firstMs
  const trainingStartMs = halfYearOf(firstMs + Math.min(2 * yearMs, span / 3))
  const firstStart = halfYearOf(firstMs + Math.min(4 * yearMs, 0.6 * span))
  const seenUntilMs = windowStarts(firstStart, unseenFromMs).length < 3 ? lastMs : Math.min(lastMs, unseenFromMs)
  const seen = windowStarts(firstStart, seenUntilMs)
  const starts = [...seen, ...windowStarts(seenUntilMs, lastMs)]
  const [first = 0, second = 0] = starts
  if (seen.length < 3 || first - trainingStartMs < 2 * stopDays * dayMs) {
    const days = Math.floor(span / dayMs)
    throw new RiftlineError(
      'history_too_short',
      `history: expected at least four years to train and test on, got ${days} days`,
    )
  }
  const untilMs = lastMs + 1
  const testFromMs = seen.at(-testWindows)!
  const windows = starts.map((fromMs, index): ForecastWindow => {
    const endMs = starts[index + 1] ?? untilMs
    const purpose = index >= seen.length ? 'unseen' : fromMs < testFromMs ? 'validation' : 'test'
    return { name: `${monthText(fromMs)}..${monthText(endMs - 1)}`, fromMs, untilMs: endMs, purpose }
  })
  // Training begins at `trainingStartMs`, when the ratings have settled. Only from the second window on there are graded series to fit
  // curves and weights on, and no setting is chosen on series from `testFromMs` on.
  return { trainingStartMs, windows, blendFromMs: second, testFromMs, untilMs }
}

/** Starts of the windows of a span: `fromMs`, then each half-year, except one that would be under three months long. */
function windowStarts(fromMs: number, lastMs: number): number[] {
  const starts: number[] = []
  for (let start = fromMs; lastMs - start >= 90 * dayMs; start = halfYearOf(start + 200 * dayMs)) starts.push(start)
  return starts
}

function halfYearOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() < 6 ? 0 : 6)
}

function monthText(ms: number): string {
  return toUtc(ms).slice(0, 7)
}

interface TrainerTable {
  readonly features: readonly string[]
  readonly rows: readonly FeatureRow[]
  readonly span: TrainingSpan
  /** Rows that the trainer only scores; default: some of the learned rows, to check riftline's scores against. */
  readonly verify?: readonly FeatureRow[]
}

export function rowsWithin<Row extends { readonly startMs: number }>(rows: readonly Row[], span: TrainingSpan) {
  return rows.filter(({ startMs }) => startMs >= span.fromMs && startMs < span.untilMs)
}

/**
 * Writes `split,label,weight,` and one column per feature. Every series has two rows, one from either side, so that no model learns
 * which team is listed first. The latest rows are the `stop` rows.
 */
export async function writeTable(file: string, table: TrainerTable): Promise<void> {
  const { features, rows, span } = table
  const columns = features.map((name) => featureNames.indexOf(name))
  const stopMs = span.untilMs - stopDays * dayMs
  const lines = [`split,label,weight,${features.join(',')}\n`]
  const cells = (vector: Float64Array): string => columns.map((column) => vector[column]).join(',')
  const known = rowsWithin(rows, span)
  for (const { vector, startMs, outcome } of known) {
    const split = startMs < stopMs ? 'train' : 'stop'
    lines.push(`${split},${outcome},1,${cells(vector)}\n`, `${split},${1 - outcome},1,${cells(mirrored(vector))}\n`)
  }
  for (const { vector } of table.verify ?? everyNth(known, verificationSeries)) {
    lines.push(`verify,,,${cells(vector)}\n`, `verify,,,${cells(mirrored(vector))}\n`)
  }
  await writeFile(file, lines.join(''))
}

/** Number of series that the trainer scores itself, from both sides, for comparison with riftline's scores. */
const verificationSeries = 150

export function everyNth<Row>(rows: readonly Row[], count: number): readonly Row[] {
  const step = Math.max(1, Math.floor(rows.length / count))
  return rows.filter((_, index) => index % step === 0).slice(0, count)
}
