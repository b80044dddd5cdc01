import { leftColumns, markdownTable } from '#pipeline/report/text.ts'
import type { DetailResult, ProblemResult, StartUpResult, StartUpTimes, TailResult } from '../measure/results.ts'
import { bytesText, digits, durationText, millisecondsText, percentText } from './format.ts'

/** Table of the time per row, by rows per call. */
export function sizeTable({ sizes, contestants }: DetailResult): string {
  return markdownTable(
    [...leftColumns('rows per call'), ...sizes.map(String)],
    contestants.map(({ contestant, bySize }) => [contestant, ...bySize.map(durationText)]),
  )
}

/** Table of single-row calls: their spread, the misleading time of one repeated row, and growth of the heap. */
export function callTable({ contestants }: DetailResult): string {
  const heap = (bytes: number | null): string => (bytes === null ? '–' : `${digits(Math.max(0, bytes))} B`)
  return markdownTable(
    [...leftColumns(''), ...['p50', 'p99', 'same row again', 'heap per row', 'heap per row in batches of 1000']],
    contestants.map(({ contestant, median, percentile99, repeated, heapByRow, heapByBatch }) => [
      contestant,
      ...[median, percentile99, repeated].map(durationText),
      heap(heapByRow),
      heap(heapByBatch),
    ]),
  )
}

/** Table of single-row calls with distinct rows: median and tail. */
export function tailTable(tails: readonly TailResult[]): string {
  return markdownTable(
    [...leftColumns(''), ...['p50', 'p99', 'p99.9']],
    tails.map(({ name, engine, median, percentile99, percentile999 }) => [
      `${name}, ${engine.replace('riftline ', '')}`,
      ...[median, percentile99, percentile999].map(durationText),
    ]),
  )
}

export function startUpTable(startUps: readonly StartUpResult[]): string {
  const titles = [
    'JSON',
    'JSON.parse',
    'read',
    'compile',
    'read + compile',
    'first row',
    'warm: JSON.parse',
    'read + compile',
    'binary load',
  ]
  const compared = ({ parseJson, readModel, compile }: StartUpTimes): string =>
    `${millisecondsText(readModel + compile)} (${digits((readModel + compile) / parseJson)}×)`
  return markdownTable(
    [...leftColumns(''), ...titles],
    startUps.map(({ name, engine, jsonBytes, cold, warm, binaryBytes }) => [
      `${name}, ${engine}`,
      bytesText(jsonBytes),
      ...[cold.parseJson, cold.readModel, cold.compile].map(millisecondsText),
      compared(cold),
      millisecondsText(cold.firstRow),
      millisecondsText(warm.parseJson),
      compared(warm),
      warm.loadBinary === null ? '–' : `${millisecondsText(warm.loadBinary)}, ${bytesText(binaryBytes)}`,
    ]),
  )
}

/** Table of the models' shapes, and of the kernels and tables that riftline's engines compile them to. */
export function modelTable(problems: readonly ProblemResult[]): string {
  const titles = ['trees', 'splits', 'categorical', 'features', 'outputs', 'rows', 'answered by']
  return markdownTable(
    [...leftColumns(''), ...titles, ...leftColumns('kernels: calls from, memory')],
    problems.map(({ name, rows, answeredBy, contestants }) => {
      const facts = contestants.map((result) => result.facts)
      const shape = facts.find((fact) => fact.shape !== undefined)?.shape
      const numbers =
        shape === undefined
          ? ['–', '–', '–', '–', '–']
          : [
              ...[shape.trees, shape.splits].map(String),
              percentText(shape.categoricalShare),
              ...[shape.features, shape.outputs].map(String),
            ]
      const kernels = contestants.flatMap(({ contestant, facts }) =>
        facts.kernels === undefined
          ? []
          : [`${contestant.replace('riftline ', '')}: ${facts.kernels.map(kernelText).join(', ')}`],
      )
      return [name, ...numbers, String(rows), answeredBy, kernels.join('; ')]
    }),
  )
}

function kernelText({ fromRows, kernel, sizeBytes }: { fromRows: number; kernel: string; sizeBytes: number }): string {
  return `${kernel} ${fromRows === 1 ? '' : `from ${fromRows} rows `}${bytesText(sizeBytes)}`
}
