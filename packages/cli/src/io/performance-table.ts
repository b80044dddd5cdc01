import type { PerformanceRow, PerformanceWindow } from '@riftline/record'
import { escapeHidden, textTable } from './output.ts'

interface ShownPerformance {
  readonly dataThroughUtc: string
  readonly artifacts: string
  readonly windows: readonly PerformanceWindow[]
}

const titles = [
  ...['n', 'log-loss', '95 % interval', 'accuracy', '95 % interval', 'Brier', 'cal. error'],
  ...['priced', 'vs market', '95 % interval'],
]

const note =
  'Chances as they were before the first map, against who won; log-loss, Brier score and calibration error are better when lower.\n' +
  'vs market: log-loss minus that of the market, on the series with a price; above 0 the market was better.\n'

/** Formats windows as one table; the market's row stands first in a window in which it beat the consensus. */
export function performanceTable({ dataThroughUtc, artifacts, windows }: ShownPerformance, scope: string | null) {
  const head = `data through ${dataThroughUtc} UTC, artifacts ${artifacts}${scope === null ? '' : `; ${scope}`}\n`
  const lines = windows.flatMap(({ window, fromUtc, toUtc, rows }) => {
    const title = [`${window}, ${fromUtc} to ${toUtc}`, ...titles.map(() => '')]
    return [title, ...(rows.length === 0 ? [['  too few series', ...titles.map(() => '')]] : rows.map(cellsOf))]
  })
  return escapeHidden(`${head}${note}\n${textTable([['', ...titles], ...lines])}`)
}

function cellsOf(row: PerformanceRow): readonly string[] {
  const { model, n, logLoss, logLossInterval, accuracy, accuracyInterval, brier, calibrationError, market } = row
  return [
    ...[`  ${model}`, String(n), number(logLoss), interval(logLossInterval)],
    ...[number(accuracy), interval(accuracyInterval), number(brier), number(calibrationError)],
    ...(market === null
      ? ['', '', '']
      : [String(market.n), signed(market.difference), interval(market.differenceInterval, signed)]),
  ]
}

function number(value: number | null): string {
  return value === null ? '-' : value.toFixed(4)
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(4)}`
}

function interval(bounds: readonly [number, number] | null, toText: (value: number) => string = number): string {
  return bounds === null ? '-' : `[${toText(bounds[0])}, ${toText(bounds[1])}]`
}
