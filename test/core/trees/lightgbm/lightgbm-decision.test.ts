import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { lightgbmConstant, lightgbmDump, lightgbmLeaf, lightgbmStump } from '../tiny.ts'
import { textModel, textStump } from './text.ts'

// LightGBM's zero threshold as its dumps print it, and the next double away from zero.
const zero = 1.0000000180025095e-35
const beyondZero = 1.0000000180025097e-35

function side(node: Record<string, unknown>, cell: number): 'left' | 'right' {
  const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([lightgbmStump(node)])), { engine: 'js' })
  return evaluator.rawScore([cell, 0]) === -1 ? 'left' : 'right'
}

function numerical(missingType: string, defaultLeft: boolean, threshold: number) {
  return { decision_type: '<=', missing_type: missingType, default_left: defaultLeft, threshold }
}

describe('a numerical split of LightGBM', () => {
  it.each([-1, 0.5, zero])(
    'a numerical split sends a cell equal to the threshold %d left and the next double right, for every missing type',
    (t) => {
      const next = t < 0 ? t * (1 - 2 ** -53) : t * (1 + 2 ** -52)
      for (const type of ['None', 'NaN']) {
        for (const defaultLeft of [true, false]) {
          expect(side(numerical(type, defaultLeft, t), t)).toBe('left')
          expect(side(numerical(type, defaultLeft, t), next)).toBe('right')
        }
      }
    },
  )

  it.each([
    // Missing type None: NaN counts as 0 and default_left has no meaning
    ['None', true, 1, Number.NaN, 'left'],
    ['None', true, -1, Number.NaN, 'right'],
    ['None', false, 1, Number.NaN, 'left'],
    ['None', false, 1, 0, 'left'],
    ['None', true, -1, 0, 'right'],
    // Missing type NaN: only NaN is missing
    ['NaN', true, -1, Number.NaN, 'left'],
    ['NaN', false, 1, Number.NaN, 'right'],
    ['NaN', false, 1, 0, 'left'],
    ['NaN', true, -1, 0, 'right'],
    // Missing type Zero: NaN counts as 0, and numbers up to the zero threshold are missing
    ['Zero', true, -1, Number.NaN, 'left'],
    ['Zero', false, 1, Number.NaN, 'right'],
    ['Zero', true, -1, 0, 'left'],
    ['Zero', false, 1, -0, 'right'],
    ['Zero', true, -1, zero, 'left'],
    ['Zero', false, 1, -zero, 'right'],
    ['Zero', true, -1, beyondZero, 'right'],
    ['Zero', false, 1, -beyondZero, 'left'],
    // Infinities are ordinary numbers
    ['NaN', true, 1, Infinity, 'right'],
    ['Zero', false, 1, -Infinity, 'left'],
  ])('a numerical split under %s with default_left %s and threshold %d sends %d %s', (...given) => {
    const [type, defaultLeft, threshold, cell, expected] = given
    expect(side(numerical(type, defaultLeft, threshold), cell)).toBe(expected)
  })

  it('a LightGBM threshold of 1e300 is infinity: +Infinity and 1e301 go left, only NaN goes right', () => {
    const node = numerical('NaN', false, 1e300)
    expect([Infinity, 1e301, 1e300, -Infinity].map((cell) => side(node, cell))).toEqual(Array(4).fill('left'))
    expect(side(node, Number.NaN)).toBe('right')
  })

  it('a LightGBM threshold of -1e300 is minus infinity: only -Infinity goes left', () => {
    const node = numerical('None', true, -1e300)
    expect(side(node, -Infinity)).toBe('left')
    expect([-1e301, -1e300, 0].map((cell) => side(node, cell))).toEqual(Array(3).fill('right'))
  })

  it('a numerical split of LightGBM counts cells up to the zero threshold as 0 before it compares', () => {
    const atZero = numerical('None', true, -zero)
    expect(side(atZero, -zero)).toBe('right')
    expect(side(atZero, -beyondZero)).toBe('left')
    expect(side(numerical('None', true, 0), zero)).toBe('left')
    expect(side(numerical('None', true, 0), beyondZero)).toBe('right')
  })
})

describe('a categorical split of LightGBM', () => {
  const node = (threshold: string) => ({ decision_type: '==', default_left: false, missing_type: 'NaN', threshold })

  it.each([
    ['a member', 33, 'left'],
    ['a member with a fraction', 33.9, 'left'],
    ['another category', 32, 'right'],
    ['a category that training never saw', 70000, 'right'],
    ['a fraction below zero, which truncates to category 0', -0.9, 'left'],
    ['minus zero', -0, 'left'],
    ['a negative number', -1, 'right'],
    ['NaN', Number.NaN, 'right'],
    ['2^32, which is not category 0', 2 ** 32, 'right'],
    ['2^31', 2 ** 31, 'right'],
    ['infinity', Infinity, 'right'],
    ['minus infinity', -Infinity, 'right'],
  ])('a categorical split of LightGBM sends %s (%d) %s', (_, cell, expected) => {
    expect(side(node('0||33'), cell)).toBe(expected)
  })

  it('a categorical split of LightGBM sends everything right when the set is empty', () => {
    expect([0, 1, Number.NaN].map((cell) => side(node(''), cell))).toEqual(Array(3).fill('right'))
  })

  it('a categorical split of LightGBM recognises the category of a set of one', () => {
    expect([6, 7, 8].map((cell) => side(node('7'), cell))).toEqual(['right', 'left', 'right'])
  })

  it('a categorical split of LightGBM recognises the largest possible category', () => {
    const wide = node('2147483647||5||1000000')
    expect([5, 1000000, 2147483647].map((cell) => side(wide, cell))).toEqual(Array(3).fill('left'))
    expect([0, 4, 999999, 1000001, 2147483646, 2147483648].map((cell) => side(wide, cell))).toEqual(
      Array(6).fill('right'),
    )
  })
})

describe('a leaf of LightGBM', () => {
  it('a LightGBM tree without splits is a single leaf', () => {
    const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([lightgbmConstant(0.25), lightgbmStump()])))
    const rows = Float64Array.of(0, 0, 1, 0)
    expect(evaluator.rawScores(rows)).toEqual(Float64Array.of(-0.75, 1.25))
    expect(evaluator.leafIndices(rows)).toEqual(Int32Array.of(0, 0, 0, 1))
  })

  it('the shrinkage is not applied to a leaf value of LightGBM again', () => {
    const tree = { ...lightgbmStump(), shrinkage: 0.001 }
    expect(compileEnsemble(parseLightgbm(lightgbmDump([tree]))).rawScore([0, 0])).toBe(-1)
  })

  const linear = lightgbmStump({
    left_child: lightgbmLeaf(0, -1, { leaf_const: 10, leaf_features: [1, 0], leaf_coeff: [2, -4] }),
    right_child: lightgbmLeaf(1, 1, { leaf_const: 0.5, leaf_features: [], leaf_coeff: [] }),
  })

  it.each([
    ['adds its terms to its constant', [0.25, 3], 15],
    ['falls back to its plain value when a cell of a term is NaN', [0.25, Number.NaN], -1],
    ['takes infinity as an ordinary number', [0.25, Infinity], Infinity],
    ['takes a cell within the zero threshold as 0', [zero, 3], 16],
    ['is its constant when it has no terms, NaN or not', [1, Number.NaN], 0.5],
  ])('a linear leaf of LightGBM %s', (_, row, expected) => {
    expect(compileEnsemble(parseLightgbm(lightgbmDump([linear]))).rawScore(row)).toBe(expected)
  })

  it('a linear leaf of LightGBM whose constant is NaN is NaN, and its plain value when a cell of a term is NaN', () => {
    const model = textModel([
      textStump({ is_linear: '1', leaf_const: 'nan 7', num_features: '1 0', leaf_features: '1 ', leaf_coeff: '2 ' }),
    ])
    for (const engine of ['js', 'wasm'] as const) {
      const evaluator = compileEnsemble(parseLightgbmText(model), { engine })
      expect([...evaluator.rawScores(Float64Array.of(0, 3, 0, Number.NaN, 1, Number.NaN))]).toEqual([Number.NaN, -1, 7])
    }
  })

  it('a LightGBM tree may have linear and plain leaves in any order', () => {
    const linearly = { leaf_const: 10, leaf_features: [1], leaf_coeff: [2] }
    for (const [first, second] of [
      [{}, linearly],
      [linearly, {}],
    ]) {
      const tree = lightgbmStump({ left_child: lightgbmLeaf(1, 8, first), right_child: lightgbmLeaf(0, 9, second) })
      const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([tree])))
      const scores = evaluator.rawScores(Float64Array.of(0, 3, 1, 3))
      expect([...scores]).toEqual(first === linearly ? [16, 9] : [8, 16])
    }
  })

  it('a LightGBM model may have linear leaves in one tree and plain ones in the next', () => {
    const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([linear, lightgbmStump(), lightgbmConstant(100)])))
    expect(evaluator.rawScore([0.25, 3])).toBe(15 - 1 + 100)
  })
})
