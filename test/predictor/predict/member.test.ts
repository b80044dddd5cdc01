import { ArtifactError } from '@riftline/base'
import { parseFasttree, parseLightgbm, parsePcaSweep } from '@riftline/core'
import { createMember } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureNames, mirrored } from '#predictor/league/features/feature-schema.ts'
import { amount } from '../../support/amount.ts'
import { tinyFasttree, tinyLightgbm, tinyPcaSweep } from '../../support/tiny-artifacts-models.ts'

const members = {
  fasttree: parseFasttree(tinyFasttree()),
  lightgbm: parseLightgbm(tinyLightgbm()),
  pcasweep: parsePcaSweep(tinyPcaSweep()),
}

describe('a member', () => {
  const { length } = featureNames
  const vector = fc
    .array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: length, maxLength: length })
    .map((values) => Float64Array.from(values))

  it('a member gives the exact complement for the mirrored vector, although its model does not', () => {
    for (const model of Object.values(members)) {
      const member = createMember('model.json', model, 'auto')
      fc.assert(
        fc.property(vector, (values) => {
          expect(member.seriesLogit(mirrored(values))).toBe(-member.seriesLogit(values) + 0)
        }),
      )
    }
  })

  it('a member gives the same for many vectors at once as for each alone', () => {
    for (const model of Object.values(members)) {
      for (const engine of ['wasm', 'js'] as const) {
        const member = createMember('model.json', model, engine)
        fc.assert(
          fc.property(fc.array(vector, { maxLength: 12 }), fc.integer({ min: 0, max: 600 }), (some, count) => {
            const vectors = Array.from({ length: some.length === 0 ? 0 : count }, (_, i) => some[i % some.length]!)
            const logits = member.seriesLogits(Float64Array.from(vectors.flatMap((values) => [...values])))
            expect([...logits]).toEqual(vectors.map((values) => member.seriesLogit(values)))
          }),
          { numRuns: amount(4, 20) },
        )
      }
    }
  })

  it('a member reads its features by name, in the order of its model', () => {
    const model = members.pcasweep
    const member = createMember('model.json', model, 'auto')
    fc.assert(
      fc.property(vector, (values) => {
        const row = (from: Float64Array) => model.featureNames!.map((name) => from[featureNames.indexOf(name)]!)
        const expected = (model.logit(row(values)) - model.logit(row(mirrored(values)))) / 2
        expect(member.seriesLogit(values)).toBe(expected)
      }),
    )
  })
})

describe('a model is refused by file', () => {
  function refused(run: () => unknown): ArtifactError {
    try {
      run()
    } catch (error) {
      expect(error).toBeInstanceOf(ArtifactError)
      return error as ArtifactError
    }
    throw new Error('accepted')
  }

  const bind = (model: Parameters<typeof createMember>[1]) => () => createMember('models/x.json', model, 'auto')
  const lightgbm = tinyLightgbm() as Record<string, unknown>
  const fasttree = tinyFasttree() as Record<string, unknown>

  it.each<[string, Parameters<typeof createMember>[1], string]>([
    [
      'when it names a feature that no vector has',
      parsePcaSweep({ ...tinyPcaSweep(), featureNames: ['season_kills', 'elo', 'variance', 'best_of'] }),
      'league_tier, got elo',
    ],
    ['when it names no features', parsePcaSweep({ ...tinyPcaSweep(), featureNames: null }), 'got none'],
    [
      'when it forecasts a number and not a chance',
      parseLightgbm({ ...lightgbm, objective: 'regression' }),
      'expected one probability of a sigmoid link, got 1 output(s) through a identity link',
    ],
    ['when it has no calibrator', parseFasttree({ ...fasttree, calibrator: null }), 'through a identity link'],
  ])('a model is refused by file %s', (_, model, message) => {
    const error = refused(bind(model))
    expect(error).toMatchObject({ code: 'artifact_mismatch', path: 'models/x.json' })
    expect(error.message).toContain(message)
  })
})
