import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArtifactError } from '#base/errors.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { amount } from '../../../support/amount.ts'
import { fixtureText, textModel, textStump } from './text.ts'

const texts = ['binary_categorical_nan', 'binary_linear_tree', 'multiclass_steep'].map(fixtureText)
const text = fc.constantFrom(...texts)

/** Parses a text and scores it if it is accepted; lets only an ArtifactError pass. */
function survive(model: string): void {
  try {
    const evaluator = compileEnsemble(parseLightgbmText(model))
    evaluator.predict(new Float64Array(evaluator.numberOfFeatures))
  } catch (error) {
    expect(error).toBeInstanceOf(ArtifactError)
  }
}

describe('a damaged model.txt', () => {
  it('a damaged model.txt is accepted or refused with an ArtifactError', () => {
    const junk = fc.constantFrom(
      '',
      ' ',
      '-',
      '0',
      '9',
      '1e999',
      'nan',
      '=',
      '\n',
      '\r',
      'Tree=',
      '\u0000',
      'end of trees\n',
    )
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(12), junk, (model, position, removed, inserted) => {
        const at = position % model.length
        survive(model.slice(0, at) + inserted + model.slice(at + removed))
      }),
      { numRuns: amount(30, 300) },
    )
  })

  it('a model.txt that ends before its last tree is refused', () => {
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (model, part) => {
        const length = Math.floor(model.indexOf('end of trees') * part)
        expect(() => parseLightgbmText(model.slice(0, length))).toThrow(ArtifactError)
      }),
      { numRuns: amount(5, 50) },
    )
  })

  it('a model.txt with a tree removed is refused', () => {
    for (const model of texts) {
      const lost = model.replace(/Tree=1\n.*?\n\n\n/s, '')
      expect(lost.length).toBeLessThan(model.length)
      expect(() => parseLightgbmText(lost)).toThrow(ArtifactError)
    }
  })
})

describe('numbers of model.txt', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

  it('the numbers of model.txt are read to the last bit, however they are printed', () => {
    fc.assert(
      fc.property(finite, fc.integer({ min: 0, max: 4 }), (value, style) => {
        const shown = [
          String(value),
          value.toExponential(16),
          value.toPrecision(17),
          `+${Math.abs(value)}`,
          `${value}`.toUpperCase(),
        ]
        const printed = shown[style] as string
        const { trees } = parseLightgbmText(
          textModel([textStump({ threshold: printed, leaf_value: `${printed}   ${printed}` })]),
        )
        const expected = (style === 3 ? Math.abs(value) : value) + 0
        expect([trees.threshold[0], ...trees.leafValue]).toEqual([expected, expected, expected])
      }),
    )
  })
})
