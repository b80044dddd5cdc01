import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileEnsemble, type Evaluator, parseCatboost, parseLightgbm, parseOnnx, parseXgboost } from '#core/index.ts'
import { createScoringPool, type ScoringPool } from '#core/trees/threads/scoring-pool.ts'
import { amount } from '../../../support/amount.ts'
import { bundledWorker } from '../../../support/bundled-worker.ts'
import { catboostBytes, catboostFixture, catboostNames, encodedRows } from '../catboost/fixtures.ts'
import { lightgbmFixture } from '../fixtures.ts'
import { onnxBytes, onnxFixture, onnxNames, rowsOf } from '../onnx/fixtures.ts'
import { denseRowsOf, xgboostBytes, xgboostFixture } from '../xgboost/fixtures.ts'

const bundled = bundledWorker('packages/core/src/trees/threads/score-worker.ts')
let worker: URL

beforeAll(async () => {
  worker = (await bundled).worker
})
afterAll(async () => (await bundled).remove())

const model = 'multiclass'
const evaluator = compileEnsemble(parseLightgbm(lightgbmFixture(model).model))

/** Batch of 5000 distinct rows, some with NaN. */
function rows(): Float64Array {
  const { numberOfFeatures } = evaluator
  return Float64Array.from({ length: 5000 * numberOfFeatures }, (_, i) => (i % 17 === 0 ? Number.NaN : Math.sin(i) * 3))
}

async function withPool<T>(threads: number, use: (pool: ScoringPool) => Promise<T>): Promise<T> {
  const pool = await createScoringPool(evaluator, { threads, worker })
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

/** Model of a fixture, and its rows. */
function modelOf(name: string): { readonly evaluator: Evaluator; readonly few: Float64Array } {
  if (onnxNames.includes(name)) {
    return { evaluator: compileEnsemble(parseOnnx(onnxBytes(name))), few: rowsOf(onnxFixture(name)) }
  }
  if (catboostNames.includes(name)) {
    const catboost = compileEnsemble(parseCatboost(catboostBytes(`${name}.model.json`)))
    return { evaluator: catboost, few: encodedRows(catboostFixture(name), catboost) }
  }
  const xgboost = compileEnsemble(parseXgboost(xgboostBytes(`${name}.model.ubj`)))
  return { evaluator: xgboost, few: denseRowsOf(xgboostFixture(name)) }
}

/** Methods that a model has. */
function methodsOf({ ensemble: { trees, classifies } }: Evaluator) {
  return [
    ...(['rawScores', 'predictions', 'leafIndices'] as const),
    ...(trees.counts === null ? [] : (['contributions', 'interactions'] as const)),
    ...(classifies ? (['labels'] as const) : []),
  ]
}

describe('a scoring pool', () => {
  it.each([2, 1, 3].slice(0, amount(1, 3)))(
    'a scoring pool of %i threads gives the bits of the evaluator',
    async (threads) => {
      const batch = rows()
      await withPool(threads, async (pool) => {
        expect(pool.threads).toBe(threads)
        expect(await pool.rawScores(batch)).toEqual(evaluator.rawScores(batch))
        expect(await pool.predictions(batch)).toEqual(evaluator.predictions(batch))
        expect(await pool.leafIndices(batch)).toEqual(evaluator.leafIndices(batch))
      })
    },
  )

  it('a scoring pool scores a slice, fills the caller’s buffer and uses shared memory in place', async () => {
    const batch = rows()
    const shared = new Float64Array(new SharedArrayBuffer(batch.byteLength))
    shared.set(batch)
    const out = new Float64Array(new SharedArrayBuffer(5000 * evaluator.numberOfOutputs * 8))
    const options = { startIteration: 1, numIteration: 2 }
    await withPool(2, async (pool) => {
      expect(await pool.rawScores(shared, { ...options, out })).toBe(out)
      expect(Array.from(out)).toEqual(Array.from(evaluator.rawScores(batch, options)))
      const own = new Float64Array(out.length)
      expect(await pool.rawScores(batch, { ...options, out: own })).toBe(own)
      expect(Array.from(own)).toEqual(Array.from(out))
    })
  })

  const models = [
    ['XGBoost', 'vector_leaf_34'],
    ['CatBoost', 'multiclass_names'],
    ['ONNX', 'skl_forest_classifier_4_strings'],
    ['XGBoost', 'cat_names_34'],
    ['ONNX', 'skl_pipeline_standard'],
  ] as const
  it.each(models.slice(0, amount(2, 5)))(
    'a scoring pool gives the bits of one thread for a model of %s, %s',
    async (_, name) => {
      const { evaluator: own, few } = modelOf(name)
      const batch = new Float64Array(3 * few.length)
      for (let i = 0; i < 3; i++) batch.set(few, i * few.length)
      const pool = await createScoringPool(own, { threads: 2, worker })
      try {
        for (const method of methodsOf(own)) expect(await pool[method](batch)).toEqual(own[method](batch))
      } finally {
        await pool.close()
      }
    },
  )

  it('a scoring pool runs concurrent calls one after another', async () => {
    const batch = rows()
    await withPool(2, async (pool) => {
      const parts = [0, 1, 2, 3].map((i) => batch.subarray(0, (i + 1) * 500 * evaluator.numberOfFeatures))
      const answers = await Promise.all(parts.map((part) => pool.predictions(part)))
      expect(answers).toEqual(parts.map((part) => evaluator.predictions(part)))
    })
  })

  it('a scoring pool refuses bad input like the evaluator and continues', async () => {
    await withPool(2, async (pool) => {
      await expect(pool.rawScores(new Float64Array(1))).rejects.toMatchObject({ code: 'invalid_argument' })
      await expect(pool.rawScores(rows(), { startIteration: 0.5 })).rejects.toMatchObject({ code: 'invalid_argument' })
      await expect(pool.rawScores(rows(), { out: new Float64Array(3) })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
      expect(await pool.rawScores(new Float64Array(0))).toEqual(new Float64Array(0))
    })
  })

  it('a closed scoring pool finishes pending batches and refuses later ones', async () => {
    const pool = await createScoringPool(evaluator, { threads: 2, worker })
    const running = pool.rawScores(rows())
    const closing = pool.close()
    const late = pool.rawScores(rows())
    await expect(late).rejects.toMatchObject({ code: 'pool_closed' })
    expect(await running).toEqual(evaluator.rawScores(rows()))
    await closing
  })

  it('a scoring pool reports a thread that cannot start', async () => {
    const missing = new URL('missing.mjs', worker)
    await expect(createScoringPool(evaluator, { worker: missing })).rejects.toMatchObject({ code: 'worker_failed' })
    for (const threads of [0, 1.5, 257, Number.NaN]) {
      await expect(createScoringPool(evaluator, { threads })).rejects.toMatchObject({ code: 'invalid_argument' })
    }
  })
})
