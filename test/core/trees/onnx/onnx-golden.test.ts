import { describe, expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseOnnx } from '#core/trees/onnx/parse-onnx.ts'
import { parseModel } from '#core/trees/parse-model.ts'
import { goldenEvaluators } from '../engines/engines.ts'
import { refusal } from '../refusal.ts'
import { largestFloatUlps } from '../ulps.ts'
import { labelsOf, onnxBytes, onnxFixture, onnxNames, refusedNames, rowsOf, scoresOf } from './fixtures.ts'

/** Units of float32 by which ONNX Runtime's own functions, or the C library's, may differ. */
function allowedUlps(name: string): number {
  if (name.includes('probit')) return 0
  return name === 'xgb_poisson' ? 2 : 4 // the operator Exp
}

describe.each(onnxNames)('ONNX model %s', (name) => {
  const fixture = onnxFixture(name)
  const ensemble = parseOnnx(onnxBytes(name))
  const rows = rowsOf(fixture)
  const expected = scoresOf(fixture)
  const count = fixture.rows.length

  it.each(goldenEvaluators(ensemble))('has the scores and labels of ONNX Runtime in %s', (_, evaluatorOf) => {
    const evaluator = evaluatorOf()
    const { numberOfFeatures: width, numberOfPredictions: columns } = evaluator
    const scores = evaluator.predictions(rows)
    const { link } = ensemble
    const isPlain = link.kind === 'onnx' && link.transform === 'none' && link.steps === null
    if (isPlain) expect(scores.map((score) => score + 0)).toEqual(expected.map((score) => score + 0))
    else if (name.endsWith('_op')) {
      for (const [i, score] of scores.entries()) expect(Math.abs(score - expected[i]!)).toBeLessThan(2e-7)
    } else expect(largestFloatUlps(scores, expected)).toBeLessThanOrEqual(allowedUlps(name))
    const labels = labelsOf(fixture)
    if (labels !== null) {
      expect(Array.from(evaluator.labels(rows), (label) => ensemble.classNames![label])).toEqual(labels)
    }
    for (const some of [1, 7, 17]) {
      expect(evaluator.predictions(rows.subarray(0, some * width))).toEqual(scores.slice(0, some * columns))
    }
    const single = Array.from({ length: count }, (_, r) => evaluator.predict(rows.subarray(r * width, (r + 1) * width)))
    expect(Float64Array.from(single)).toEqual(scores.filter((_, i) => i % columns === 0))
  })

  it('is the same after saving, and by its content', async () => {
    const loaded = loadEnsemble(saveEnsemble(ensemble))
    expect(loaded).toEqual(ensemble)
    expect(compileEnsemble(loaded).rawScores(rows)).toEqual(compileEnsemble(ensemble).rawScores(rows))
    expect(await parseModel(onnxBytes(name))).toEqual(ensemble)
  })
})

it.each(refusedNames)('refuses %s with its place', (name) => {
  const { path, message } = refusal(() => parseOnnx(onnxBytes(name)))
  expect(path).toMatch(/^(@0x|graph)/)
  expect(message).toMatch(/^(@0x|graph)/)
})
