import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureNames, featureSchemas, mirrored } from '#core/league/features/feature-schema.ts'

const schemas = ['match', 'draft'] as const

describe.each(schemas)('the features of a %s', (schema) => {
  const length = featureSchemas[schema].length
  const vector = fc
    .array(fc.double(), { minLength: length, maxLength: length })
    .map((values) => Object.freeze(values))
    .map((values) => Float64Array.from(values))

  it('have names of their own', () => {
    expect(featureNames(schema)).toEqual(featureSchemas[schema].map(({ name }) => name))
    expect(new Set(featureNames(schema)).size).toBe(length)
  })

  it('mirrored twice are what they were, and once keep what is symmetric', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const copy = Float64Array.from(values)
        const once = mirrored(schema, values)
        expect(mirrored(schema, once)).toEqual(copy)
        expect(values).toEqual(copy)
        for (const [index, { kind }] of featureSchemas[schema].entries()) {
          expect(once[index]).toBe(kind === 'difference' ? -values[index]! : values[index])
        }
      }),
    )
  })
})

it('a draft has the features of its match and more, in the same places', () => {
  expect(featureNames('draft').slice(0, featureNames('match').length)).toEqual(featureNames('match'))
  expect(featureNames('match')).toEqual([
    'calibrated_logit',
    'rating_logit',
    'season_kills',
    'creep_score',
    'variance',
    'best_of',
    'league_tier',
  ])
  expect(featureNames('draft').slice(7)).toEqual(['draft_logit', 'draft_champions'])
})
