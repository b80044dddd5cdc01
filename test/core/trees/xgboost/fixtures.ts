import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { RowBatch, SparseRows } from '#core/trees/rows.ts'

/** Answers of XGBoost for the rows of one model; the folder's README describes them. */
export interface XgboostFixture {
  readonly features: number
  readonly rows: readonly (readonly unknown[])[] | readonly { readonly indices: number[]; readonly values: unknown[] }[]
  readonly margin: readonly unknown[]
  readonly output: readonly unknown[]
  readonly leaf: readonly (readonly number[])[]
  readonly slice?: { readonly begin: number; readonly end: number; readonly margin: readonly unknown[] }
  readonly contrib?: readonly unknown[]
  readonly interactions?: readonly unknown[]
  readonly sklearn?: {
    readonly rows: readonly (readonly unknown[])[]
    readonly predict: readonly unknown[]
    readonly predict_proba?: readonly unknown[]
  }
  readonly frame?: { readonly rows: readonly Record<string, unknown>[]; readonly margin: readonly unknown[] }
}

const folder = new URL('../../../fixtures/xgboost/', import.meta.url)

export const xgboostNames: readonly string[] = readdirSync(folder)
  .filter((file) => /^(?!refused)[^.]*\.json\.gz$/.test(file))
  .map((file) => file.replace('.json.gz', ''))
  .sort()

export function xgboostFixture(name: string): XgboostFixture {
  return JSON.parse(xgboostBytes(`${name}.json`).toString())
}

/** A file of the folder, decompressed. */
export function xgboostBytes(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`${name}.gz`, folder)))
}

export function hasXgboostFile(name: string): boolean {
  return readdirSync(folder).includes(`${name}.gz`)
}

/** All numbers of nested lists; NaN and infinities are strings there. */
export function flat(values: unknown): Float64Array {
  const numbers: number[] = []
  const take = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) take(one)
    else numbers.push(Number(value))
  }
  take(values)
  return Float64Array.from(numbers)
}

/** Rows as the fixture has them: dense, or sparse in CSR form. */
export function rowsOf({ rows }: XgboostFixture): RowBatch {
  return 'indices' in rows[0]! ? sparseOf(rows as readonly { indices: number[]; values: unknown[] }[]) : flat(rows)
}

function sparseOf(rows: readonly { indices: number[]; values: unknown[] }[]): SparseRows {
  const offsets = Int32Array.from([0, ...rows.map(({ indices }) => indices.length)])
  for (let i = 1; i < offsets.length; i++) offsets[i]! += offsets[i - 1]!
  return {
    offsets,
    indices: Int32Array.from(rows.flatMap(({ indices }) => indices)),
    values: flat(rows.map(({ values }) => values)),
  }
}

/** Dense rows, NaN for absent cells. */
export function denseRowsOf(fixture: XgboostFixture): Float64Array {
  const rows = rowsOf(fixture)
  if (rows instanceof Float64Array) return rows
  const dense = new Float64Array(fixture.rows.length * fixture.features).fill(Number.NaN)
  for (let r = 0; r + 1 < rows.offsets.length; r++) {
    for (let i = rows.offsets[r]!; i < rows.offsets[r + 1]!; i++)
      dense[r * fixture.features + rows.indices[i]!] = rows.values[i]!
  }
  return dense
}
