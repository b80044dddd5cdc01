import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { featureNames, mirrored } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import { stopFromMs, type TrainingSpan } from './windows.ts'

export interface TrainingTable {
  readonly features: readonly string[]
  readonly rows: readonly FeatureRow[]
  readonly span: TrainingSpan
  /** Rows that the trainer only scores; default: some of the learned rows, to check riftline's own scores with. */
  readonly verify?: readonly FeatureRow[]
}

export function rowsWithin(rows: readonly FeatureRow[], span: TrainingSpan): readonly FeatureRow[] {
  return rows.filter(({ startMs }) => startMs >= span.fromMs && startMs < span.untilMs)
}

/**
 * Writes the feature table that both trainers read: `split,label,weight,` and one column a feature. Every series has two rows,
 * one from either side, so that no model learns which team is listed first. The `stop` rows that end training are the latest
 * before `span.untilMs`; `verify` rows have no label.
 */
export async function writeTable(file: string, table: TrainingTable): Promise<void> {
  const { features, rows, span } = table
  const columns = features.map((name) => featureNames.indexOf(name))
  const stopMs = stopFromMs(span.untilMs)
  const stream = createWriteStream(file)
  stream.write(`split,label,weight,${features.join(',')}\n`)
  const cells = (vector: Float64Array): string => columns.map((column) => vector[column]).join(',')
  const known = rowsWithin(rows, span)
  for (const row of known) {
    const { vector } = row
    const split = row.startMs < stopMs ? 'train' : 'stop'
    const own = `${split},${row.outcome},1,${cells(vector)}\n`
    const other = `${split},${1 - row.outcome},1,${cells(mirrored(vector))}\n`
    if (!stream.write(own + other)) await once(stream, 'drain')
  }
  for (const row of table.verify ?? everyNth(known, verificationSeries)) {
    const { vector } = row
    stream.write(`verify,,,${cells(vector)}\nverify,,,${cells(mirrored(vector))}\n`)
  }
  stream.end()
  await once(stream, 'finish')
}

/** Series that the trainer scores itself, from both sides, for comparison with riftline's scores. */
const verificationSeries = 150

/** At most `count` rows, evenly spread. */
export function everyNth<Row>(rows: readonly Row[], count: number): readonly Row[] {
  const step = Math.max(1, Math.floor(rows.length / count))
  return rows.filter((_, index) => index % step === 0).slice(0, count)
}
