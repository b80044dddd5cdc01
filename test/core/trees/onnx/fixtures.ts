import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Answers of ONNX Runtime for the rows of one model. */
export interface OnnxFixture {
  readonly rows: readonly (readonly unknown[])[]
  readonly outputs: readonly string[]
  readonly types: Readonly<Record<string, string>>
  readonly results: Readonly<Record<string, unknown>>
}

const folder = new URL('../../../fixtures/onnx/', import.meta.url)

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.onnx.gz'))
  .map((file) => file.replace('.onnx.gz', ''))
  .sort()

export const refusedNames: readonly string[] = names.filter((name) => name.startsWith('refuse'))
export const onnxNames: readonly string[] = names.filter((name) => !name.startsWith('refuse'))

export function onnxBytes(name: string): Uint8Array {
  return gunzipSync(readFileSync(new URL(`${name}.onnx.gz`, folder)))
}

export function onnxFixture(name: string): OnnxFixture {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, folder))).toString())
}

function flat(value: unknown): number[] {
  return Array.isArray(value) ? value.flatMap(flat) : [Number(value)]
}

export function rowsOf({ rows }: OnnxFixture): Float64Array {
  return Float64Array.from(flat(rows))
}

/** Scores of every row, side by side where the file has an output for each. */
export function scoresOf({ rows, outputs, types, results }: OnnxFixture): Float64Array {
  const scores = outputs
    .filter((name) => types[name] !== 'int64' && types[name] !== 'string')
    .map((name) => (types[name] === 'zipmap' ? (results[name] as { matrix: unknown[] }).matrix : results[name]))
  return Float64Array.from(rows.flatMap((_, r) => scores.flatMap((values) => flat((values as unknown[])[r]))))
}

/** Label of every row; null for a regression. */
export function labelsOf({ outputs, types, results }: OnnxFixture): readonly unknown[] | null {
  const name = outputs.find((output) => types[output] === 'int64' || types[output] === 'string')
  return name === undefined ? null : (results[name] as unknown[])
}
