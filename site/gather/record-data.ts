import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs, toUtc } from '@riftline/base'
import { logLoss } from '@riftline/core'
import { type GradedSeries, meansByDay, type Performance, parseGraded, parsePerformance } from '@riftline/record'
import { parseReport, type Report } from './record-report.ts'

/** What the page of the record is made from. */
export interface RecordData {
  readonly report: Report
  /** Test windows, the oldest first. */
  readonly windows: readonly TestWindow[]
  readonly graded: readonly GradedSeries[]
  readonly performance: Performance
}

/** Months that no model had learned from. */
export interface TestWindow {
  readonly name: string
  readonly series: readonly GradedSeries[]
}

interface ManifestWindow {
  readonly name: string
  readonly purpose: string
  readonly from: string
}

export async function readRecordData(repository: string): Promise<RecordData> {
  const read = (file: string): Promise<string> => readFile(join(repository, 'artifacts', file), 'utf8')
  const graded = parseGraded('graded.json', await read('graded.json'))
  const { windows } = JSON.parse(await read('manifest.json')) as { readonly windows: readonly ManifestWindow[] }
  return {
    report: parseReport(await read('REPORT.md')),
    graded,
    windows: windows
      .filter(({ purpose }) => purpose !== 'validation')
      .map(({ name, from }, i, all) => ({ name, series: startedWithin(graded, from, all[i + 1]?.from) })),
    performance: parsePerformance('performance.json', await read('performance.json')),
  }
}

/** Series from a moment on, before the next window begins; the last window has the series of its last moment too. */
function startedWithin(graded: readonly GradedSeries[], from: string, next: string | undefined): GradedSeries[] {
  const untilMs = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${next}Z`)
  return graded.filter(({ startMs }) => startMs >= Date.parse(`${from}Z`) && startMs < untilMs)
}

/** Forecasts of team 1's chance, and results: 1 if it won. */
export interface Chances {
  readonly chances: readonly number[]
  readonly outcomes: readonly number[]
}

export function chancesOf(series: readonly GradedSeries[], of: (one: GradedSeries) => number): Chances {
  return { chances: series.map(of), outcomes: series.map(({ outcome }) => outcome) }
}

export const consensusOf = ({ consensus }: GradedSeries): number => consensus.calibrated
export const eloOf = ({ baselines }: GradedSeries): number => baselines.elo
export const glickoOf = ({ baselines }: GradedSeries): number => baselines.glicko2

/** Log-loss that the consensus saves on a series. */
function gainOver(one: GradedSeries, other: number): number {
  return logLoss([other], [one.outcome]) - logLoss([consensusOf(one)], [one.outcome])
}

/** Gain over Elo in each calendar month. */
export function gainsByMonth(graded: readonly GradedSeries[]) {
  const monthOf = ({ startMs }: GradedSeries): string => toUtc(startMs).slice(0, 7)
  return [...new Set(graded.map(monthOf))].sort().map((month) => {
    const series = graded.filter((one) => monthOf(one) === month)
    const gains = series.map((one) => gainOver(one, eloOf(one)))
    const [gain] = meansByDay(
      series.map(({ startMs }) => startMs),
      [gains],
    )
    return { month, count: series.length, gain: gain!.mean, interval: gain!.interval }
  })
}

/** Gain added up series by series: the last sum of each day. */
export function runningGain(series: readonly GradedSeries[], otherOf: (one: GradedSeries) => number) {
  let sum = 0
  const sums = new Map<number, number>()
  for (const one of [...series].sort((a, b) => a.startMs - b.startMs)) {
    sum += gainOver(one, otherOf(one))
    sums.set(Math.floor(one.startMs / dayMs), sum)
  }
  return { total: sum, daily: [...sums].map(([day, sum]) => ({ day: new Date(day * dayMs), sum })) }
}
