import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Evaluator } from '#core/trees/evaluator.ts'

type Numbers = readonly unknown[]

/** Answers of CatBoost for the rows of one model; the folder's README describes them. */
export interface CatboostFixture {
  readonly rows: readonly (readonly unknown[])[]
  readonly raw: Numbers
  readonly leaf: readonly (readonly number[])[]
  readonly slice: readonly { readonly ntree_start: number; readonly ntree_end: number; readonly raw: Numbers }[]
  readonly probability?: Numbers
  readonly exponent?: Numbers
  readonly uncertainty?: Numbers
  readonly class?: Numbers
  readonly shap?: readonly unknown[]
  readonly shap_weights?: string
  readonly interactions?: Numbers
}

const folder = new URL('../../../fixtures/catboost/', import.meta.url)

/** Models that CatBoost predicts and that are read. */
export const catboostNames: readonly string[] = readdirSync(folder)
  .filter((file) => /^(?!refuse|no_trees)[^.]*\.json\.gz$/.test(file))
  .map((file) => file.replace('.json.gz', ''))
  .sort()

export function catboostFixture(name: string): CatboostFixture {
  return JSON.parse(catboostBytes(`${name}.json`).toString())
}

/** A file of the folder, decompressed. */
export function catboostBytes(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`${name}.gz`, folder)))
}

/** Rows of a fixture, encoded: texts and integers of categories as they are, other cells as numbers. */
export function encodedRows({ rows }: CatboostFixture, evaluator: Evaluator): Float64Array {
  const categorical = new Set(evaluator.ensemble.hashedFeatures.map(({ feature }) => feature))
  return evaluator.encode(rows.map((row) => row.map((cell, i) => (categorical.has(i) ? cell : Number(cell)))))
}
