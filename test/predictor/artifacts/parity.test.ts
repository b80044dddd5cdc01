import { readFile } from 'node:fs/promises'
import { compileEnsemble, parseFasttree, parseLightgbm, parsePcaSweep } from '@riftline/core'
import { describe, expect, it } from 'vitest'

interface Verification {
  readonly rows: readonly (readonly (number | string)[])[]
  readonly rawScore: readonly number[]
  readonly Score: readonly number[]
  readonly Probability: readonly number[]
  readonly probability: readonly number[]
}

async function readModel(name: string): Promise<{ readonly json: object; readonly verification: Verification }> {
  const json = JSON.parse(await readFile(`artifacts/models/${name}.json`, 'utf8'))
  return { json, verification: json.verification }
}

describe('the models score as their trainers did', () => {
  it('LightGBM’s committed model gives the trainer’s raw scores to the bit and its probabilities within two ulp', async () => {
    const { json, verification } = await readModel('lightgbm-match')
    const evaluator = compileEnsemble(parseLightgbm(json))
    expect(verification.rows.length).toBeGreaterThanOrEqual(100)
    for (const [index, cells] of verification.rows.entries()) {
      const row = cells.map(Number)
      expect(evaluator.rawScore(row)).toBe(verification.rawScore[index])
      const expected = verification.probability[index]!
      expect(Math.abs(evaluator.predict(row) - expected)).toBeLessThanOrEqual(2 * Number.EPSILON * expected)
    }
  })

  it('ML.NET’s committed FastTree model gives the trainer’s score and probability to the bit as float32', async () => {
    const { json, verification } = await readModel('fasttree-match')
    const evaluator = compileEnsemble(parseFasttree(json))
    expect(verification.rows.length).toBeGreaterThanOrEqual(100)
    for (const [index, cells] of verification.rows.entries()) {
      const row = cells.map(Number)
      expect(evaluator.rawScore(row)).toBe(Math.fround(verification.Score[index]!))
      expect(evaluator.predict(row)).toBe(Math.fround(verification.Probability[index]!))
    }
  })

  it('the committed pcasweep model gives the trainer’s log odds and probabilities to the bit', async () => {
    const { json, verification } = await readModel('pcasweep-match')
    const model = parsePcaSweep(json)
    expect(verification.rows.length).toBeGreaterThanOrEqual(100)
    for (const [index, cells] of verification.rows.entries()) {
      const row = cells.map(Number)
      expect(model.logit(row)).toBe(verification.rawScore[index])
      expect(model.predict(row)).toBe(verification.probability[index])
    }
  })
})
