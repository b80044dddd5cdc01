import { dayMs } from '@riftline/core'

/** A stretch of series forecast by models that were trained on earlier series only. */
export interface Window {
  readonly name: string
  readonly fromMs: number
  readonly untilMs: number
  /** `validation` windows choose settings; `test` windows are reported. */
  readonly purpose: 'validation' | 'test'
}

/** Models learn from series that start here or later: before it the ratings are still finding their level. */
export const trainingStartMs: number = Date.UTC(2021, 0, 1)

/** Boosting is stopped by the log-loss of this many days before the window. */
export const stopDays = 183

export const validationWindows: readonly Window[] = [
  window('2023-01..06', [2023, 1], [2023, 7], 'validation'),
  window('2023-07..12', [2023, 7], [2024, 1], 'validation'),
  window('2024-01..06', [2024, 1], [2024, 7], 'validation'),
  window('2024-07..12', [2024, 7], [2025, 1], 'validation'),
]

export const testWindows: readonly Window[] = [
  window('2025-01..06', [2025, 1], [2025, 7], 'test'),
  window('2025-07..2026-02', [2025, 7], [2026, 3], 'test'),
]

function window(
  name: string,
  [fromYear, fromMonth]: readonly [number, number],
  [untilYear, untilMonth]: readonly [number, number],
  purpose: Window['purpose'],
): Window {
  return { name, fromMs: Date.UTC(fromYear, fromMonth - 1), untilMs: Date.UTC(untilYear, untilMonth - 1), purpose }
}

/** Where a training set ends and where its stop rows begin. */
export function stopFromMs(trainUntilMs: number): number {
  return trainUntilMs - stopDays * dayMs
}
