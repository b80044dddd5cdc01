import { type Blend, fitCalibrationHierarchy, writeBlend } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { parseBlend } from '../../../packages/core/src/artifact/blend.ts'
import { bentCurve, tinyBlend, tinySchemaBlend } from '../../support/tiny-artifacts.ts'
import { refused } from './refused.ts'

/** A history in which favourites win a little less than forecast. */
const fitted = fitCalibrationHierarchy(
  Array.from({ length: 900 }, (_, n) => ({
    p: 0.5 + (n % 45) / 100,
    y: (n * 7919) % 100 < 48 + ((n % 45) * 8) / 10 ? 1 : 0,
    ageDays: n / 3,
    bestOf: n % 2 === 0 ? 3 : 1,
    league: n % 3 === 0 ? 'LCK' : 'LEC',
  })),
)

describe('the blend', () => {
  it('reads back as it was written, fitted curves and all', () => {
    const calibration = { fasttree: fitted, lightgbm: fitted, pcasweep: fitted }
    const weights = { all: [0.1, 0.2, 0.7], leagues: { LCK: [1, 0, 0], constructor: [0, 1, 0] } }
    const schemas = { match: { calibration, weights }, draft: tinySchemaBlend() }
    const blend: Blend = tinyBlend({ schemas, consensus: 'mean', anchorWeight: 1 })
    expect(fitted.model.level).not.toBe('identity')
    expect(parseBlend('blend.json', writeBlend(blend))).toMatchObject(blend as object)
  })
})

describe('a blend is refused', () => {
  type Json = Record<string, unknown>
  const curveAt = (json: Json): Json =>
    ((json.schemas as Json).match as { calibration: { fasttree: { model: Json } } }).calibration.fasttree.model
  const weightsAt = (json: Json): { all: number[]; leagues: Json } =>
    ((json.schemas as Json).draft as { weights: { all: number[]; leagues: Json } }).weights
  const curve = 'blend.json $.schemas.match.calibration.fasttree.model'

  it.each<[string, (json: Json) => unknown, string]>([
    ['of another format', (json) => Object.assign(json, { format: 'blend' }), 'blend.json $.format'],
    ['with an unknown consensus', (json) => Object.assign(json, { consensus: 'median' }), 'blend.json $.consensus'],
    ['with an anchor above 1', (json) => Object.assign(json, { anchorWeight: 1.1 }), 'blend.json $.anchorWeight'],
    ['without drafts', (json) => delete (json.schemas as Json).draft, 'blend.json $.schemas.draft'],
    ['with two weights', (json) => weightsAt(json).all.pop(), 'blend.json $.schemas.draft.weights.all'],
    ['with weights that miss 1', (json) => weightsAt(json).all.fill(0.3), 'blend.json $.schemas.draft.weights.all'],
    [
      'with a negative weight in a league',
      (json) => Object.assign(weightsAt(json).leagues, { LCK: [-0.5, 0.5, 1] }),
      'blend.json $.schemas.draft.weights.leagues.LCK[0]',
    ],
    ['with a curve of no level', (json) => Object.assign(curveAt(json), { level: 'team' }), `${curve}.level`],
    ['with a curve of no knots', (json) => Object.assign(curveAt(json), { knots: [] }), `${curve}.knots`],
    [
      'with a curve that does not end at 1',
      (json) =>
        Object.assign(curveAt(json), {
          knots: [
            [0.5, 0.5],
            [0.9, 0.9],
          ],
        }),
      `${curve}.knots`,
    ],
    [
      'with a curve that falls',
      (json) =>
        Object.assign(curveAt(json), {
          knots: [
            [0.5, 0.5],
            [0.7, 0.8],
            [0.8, 0.7],
            [1, 1],
          ],
        }),
      `${curve}.knots`,
    ],
    ['with a clip beyond one half', (json) => Object.assign(curveAt(json), { epsilon: 0.6 }), `${curve}.epsilon`],
  ])('%s', async (_, change, path) => {
    const json = JSON.parse(writeBlend(tinyBlend())) as Json
    change(json)
    const fault = await refused(() => parseBlend('blend.json', JSON.stringify(json)))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path })
  })

  it('but not for a curve that stays level', () => {
    const { fasttree, ...others } = tinySchemaBlend().calibration
    const calibration = { ...others, fasttree: { ...fasttree, model: bentCurve(0.8, 0.5) } }
    const schemas = { match: tinySchemaBlend({ calibration }), draft: tinySchemaBlend() }
    expect(() => parseBlend('blend.json', writeBlend(tinyBlend({ schemas })))).not.toThrow()
  })
})
