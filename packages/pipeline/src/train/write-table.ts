import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { type FeatureSchema, featureNames, mirrored } from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import { stopFromMs, trainingStartMs } from './windows.ts'

/**
 * Writes the feature table that both trainers read: `split,label,weight,` and one column a feature. Every series stands
 * there twice, once from either side, so that a model sees no first team. Rows that end training (`stop`) are the latest
 * before `trainUntilMs`; `verify` rows carry no label.
 */
export async function writeTable(
  file: string,
  schema: FeatureSchema,
  features: readonly string[],
  rows: readonly FeatureRow[],
  trainUntilMs: number,
): Promise<void> {
  const columns = features.map((name) => featureNames(schema).indexOf(name))
  const stopMs = stopFromMs(trainUntilMs)
  const stream = createWriteStream(file)
  stream.write(`split,label,weight,${features.join(',')}\n`)
  const cells = (vector: Float64Array): string => columns.map((column) => vector[column]).join(',')
  const known = rows.filter(
    (row) => row.startMs >= trainingStartMs && row.startMs < trainUntilMs && row.vectors[schema] !== null,
  )
  for (const row of known) {
    const vector = row.vectors[schema]!
    const split = row.startMs < stopMs ? 'train' : 'stop'
    const own = `${split},${row.outcome},1,${cells(vector)}\n`
    const other = `${split},${1 - row.outcome},1,${cells(mirrored(schema, vector))}\n`
    if (!stream.write(own + other)) await once(stream, 'drain')
  }
  for (const row of everyNth(known, verificationSeries)) {
    const vector = row.vectors[schema]!
    stream.write(`verify,,,${cells(vector)}\nverify,,,${cells(mirrored(schema, vector))}\n`)
  }
  stream.end()
  await once(stream, 'finish')
}

/** Series whose vectors, from both sides, the trainer scores itself, so that riftline's scores can be held against them. */
const verificationSeries = 150

function everyNth(rows: readonly FeatureRow[], count: number): readonly FeatureRow[] {
  const step = Math.max(1, Math.floor(rows.length / count))
  return rows.filter((_, index) => index % step === 0).slice(0, count)
}
