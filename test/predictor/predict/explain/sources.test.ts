import { featureSources } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { features, mirrored } from '#predictor/league/features/feature-schema.ts'
import { coalitionVectors, sourceFeatures } from '#predictor/predict/explain/create-explainer.ts'

const all = (1 << featureSources.length) - 1
const vectors = fc
  .array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: features.length, maxLength: features.length })
  .map((values) => Float64Array.from(values, (value) => value + 0))

it('every feature that distinguishes two teams belongs to exactly one source', () => {
  const named = featureSources.flatMap((source) => sourceFeatures[source])
  const telling = features.filter(({ kind }) => kind !== 'symmetric').map(({ name }) => name)
  expect(named.toSorted()).toEqual(telling.toSorted())
})

it('the vector with all sources is unchanged, and without any it is that of even teams', () => {
  fc.assert(
    fc.property(vectors, (vector) => {
      expect([...coalitionVectors(vector)(all)]).toEqual([...vector])
      const even = coalitionVectors(vector)(0).slice()
      expect([...mirrored(even)].map((value) => value + 0)).toEqual([...even].map((value) => value + 0))
      for (const [i, { kind }] of features.entries()) if (kind === 'symmetric') expect(even[i]).toBe(vector[i])
    }),
  )
})

it('a source adds its own features and leaves the others unchanged', () => {
  const vector = Float64Array.from(features, (_, i) => i + 1)
  const vectorOf = coalitionVectors(vector)
  const even = vectorOf(0).slice()
  for (const [i, source] of featureSources.entries()) {
    const changed = [...vectorOf(1 << i)].flatMap((value, column) =>
      value === even[column] ? [] : [features[column]!.name],
    )
    expect(changed).toEqual(sourceFeatures[source])
  }
})
