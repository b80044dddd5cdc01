import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featureNames, features, mirrored } from '#predictor/league/features/feature-schema.ts'

const { length } = features
const vector = fc
  .array(fc.double(), { minLength: length, maxLength: length })
  .map((values) => Object.freeze(values))
  .map((values) => Float64Array.from(values))

describe('the features', () => {
  it('features have unique names', () => {
    expect(featureNames).toEqual(features.map(({ name }) => name))
    expect(new Set(featureNames).size).toBe(length)
  })

  it('features of both teams are adjacent, with the first team first', () => {
    for (const [index, { kind, name }] of features.entries()) {
      if (kind !== 'first') continue
      expect(features[index + 1]).toMatchObject({ kind: 'second', name: name.replace(/_1$/, '_2') })
      expect(features[index - 1]).toMatchObject({ kind: 'difference', name: name.replace(/_1$/, '') })
    }
    expect(features.filter(({ kind }) => kind === 'first').length).toBe(3)
    expect(features.filter(({ kind }) => kind === 'second').length).toBe(3)
  })

  it('mirroring changes the sign of differences and swaps pairs, and mirroring twice changes nothing', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const copy = Float64Array.from(values)
        const once = mirrored(values)
        expect(mirrored(once)).toEqual(copy)
        expect(values).toEqual(copy)
        for (const [index, { kind }] of features.entries()) {
          const partner = kind === 'first' ? index + 1 : kind === 'second' ? index - 1 : index
          expect(once[index]).toBe(kind === 'difference' ? -values[index]! : values[partner])
        }
      }),
    )
  })
})
