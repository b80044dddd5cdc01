import { dayMs, RiftlineError } from '@riftline/core'

/** A stretch of series forecast by models that were trained on earlier series only. */
export interface Window {
  readonly name: string
  readonly fromMs: number
  readonly untilMs: number
  /** `validation` windows choose settings; `test` windows are reported. */
  readonly purpose: 'validation' | 'test'
}

export interface WindowPlan {
  /** Models learn from series that start here or later: before it the ratings are still finding their level. */
  readonly trainingStartMs: number
  /** In order of time. */
  readonly windows: readonly Window[]
}

/** Boosting is stopped by the log-loss of this many days before the window. */
const stopDays = 183
const yearMs = 365.25 * dayMs

/**
 * Half-years to forecast: from four years into the history on (six tenths of it, where it is shorter), the last two for testing. A
 * last piece of under three months joins the half-year before it. Training data begin two years in (a third).
 *
 * @throws RiftlineError `history_too_short`
 */
export function planWindows(firstMs: number, lastMs: number): WindowPlan {
  const span = lastMs - firstMs
  const trainingStartMs = halfYearOf(firstMs + Math.min(2 * yearMs, span / 3))
  const starts: number[] = []
  for (
    let start = halfYearOf(firstMs + Math.min(4 * yearMs, 0.6 * span));
    start < lastMs;
    start = nextHalfYear(start)
  ) {
    starts.push(start)
  }
  if (starts.length > 1 && lastMs - starts.at(-1)! < 90 * dayMs) starts.pop()
  if (starts.length < 3 || starts[0]! - trainingStartMs < 2 * stopDays * dayMs) {
    const days = Math.floor(span / dayMs)
    throw new RiftlineError(
      'history_too_short',
      `history: expected at least four years to train and test on, got ${days} days`,
    )
  }
  const windows = starts.map((fromMs, index) => {
    const untilMs = starts[index + 1] ?? lastMs + 1
    const purpose: Window['purpose'] = index >= starts.length - 2 ? 'test' : 'validation'
    return { name: nameOf(fromMs, untilMs), fromMs, untilMs, purpose }
  })
  return { trainingStartMs, windows }
}

/** Where a training set's stop rows begin. */
export function stopFromMs(trainUntilMs: number): number {
  return trainUntilMs - stopDays * dayMs
}

function halfYearOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() < 6 ? 0 : 6)
}

function nextHalfYear(ms: number): number {
  return halfYearOf(ms + 200 * dayMs)
}

/** First and last month, as `2025-07..2026-02`. */
function nameOf(fromMs: number, untilMs: number): string {
  return `${month(fromMs)}..${month(untilMs - 1)}`
}

function month(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
}
