import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { fixtureNames, lightgbmFixture } from '../fixtures.ts'
import { lightgbmConstant, lightgbmDump, lightgbmStump } from '../tiny.ts'
import { fixtureText, textModel, textStump, textThreeLeaves } from './text.ts'

const stump = parseLightgbmText(textModel([textStump()]))

function side(lines: Parameters<typeof textStump>[0], cell: number): 'left' | 'right' {
  const evaluator = compileEnsemble(parseLightgbmText(textModel([textStump(lines)])))
  return evaluator.rawScore([cell, 0]) === -1 ? 'left' : 'right'
}

describe('model.txt and the dump of a model', () => {
  it.each(fixtureNames('lightgbm'))('model.txt gives the same ensemble as the dump %s', (name) => {
    const expected = parseLightgbm(lightgbmFixture(name).model)
    const text = fixtureText(name)
    expect(parseLightgbmText(text)).toEqual(expected)
    expect(parseLightgbmText(text.replaceAll('\n', '\r\n'))).toEqual(expected)
  })

  it('model.txt of a stump gives the same ensemble as its dump', () => {
    const tree = lightgbmStump({ internal_count: 7 })
    const dump = JSON.stringify(lightgbmDump([tree]))
    const counted = dump.replace('"leaf_count":1', '"leaf_count":3').replace('"leaf_count":1', '"leaf_count":4')
    expect(stump).toEqual(parseLightgbm(counted))
  })

  it('model.txt without trees gives the same ensemble as its dump', () => {
    expect(parseLightgbmText(textModel([]))).toEqual(parseLightgbm(lightgbmDump([])))
  })
})

it('parseLightgbmText reads the example of its documentation', () => {
  const ensemble = parseLightgbmText(`tree
version=v4
num_class=1
num_tree_per_iteration=1
max_feature_idx=0
objective=binary sigmoid:1
feature_names=gold

Tree=0
num_leaves=2
num_cat=0
split_feature=0
threshold=1.5
decision_type=2
left_child=-1
right_child=-2
leaf_value=-1 1

end of trees
`)
  expect(compileEnsemble(ensemble).rawScore([2])).toBe(1)
})

describe('model.txt may', () => {
  it('model.txt may begin with a byte order mark and end without a newline', () => {
    expect(parseLightgbmText(`\uFEFF${textModel([textStump()])}`)).toEqual(stump)
    expect(parseLightgbmText(textModel([textStump()], {}, 'end of trees'))).toEqual(stump)
  })

  it('model.txt may have any text after the trees', () => {
    const rest =
      'end of trees\n\nfeature_importances:\nTree=9\nparameters:\n[x: 1]\npandas_categorical:[["=", "Tree=7"]]\n'
    expect(parseLightgbmText(textModel([textStump()], {}, rest))).toEqual(stump)
  })

  it('model.txt may lack the line "end of trees", as before LightGBM 2.2', () => {
    for (const rest of ['feature importances:\ngold=1\n', 'feature_importances:\n']) {
      const source = { format: 'lightgbm', version: 'v2' }
      expect(parseLightgbmText(textModel([textStump()], { version: 'v2' }, rest))).toEqual({ ...stump, source })
    }
  })

  it('model.txt may lack tree_sizes, the number of trees per iteration and feature names', () => {
    const header = { tree_sizes: undefined, num_tree_per_iteration: undefined, feature_names: undefined }
    expect(parseLightgbmText(textModel([textStump()], header))).toEqual({ ...stump, featureNames: null })
  })

  it('model.txt has as many trees per iteration as classes by default', () => {
    const header = { num_class: '2', num_tree_per_iteration: undefined, objective: 'multiclass num_class:2' }
    const { trees, numberOfOutputs } = parseLightgbmText(textModel([textStump(), textStump()], header))
    expect([numberOfOutputs, ...trees.output]).toEqual([2, 0, 1])
  })

  it('model.txt may lack a format version, as before LightGBM 2.0.12', () => {
    const ensemble = parseLightgbmText(textModel([textStump()], { version: undefined }))
    expect(ensemble).toEqual({ ...stump, source: { format: 'lightgbm' } })
  })

  it.each(['v2', 'v3', 'v4'])('model.txt may be of format version %s', (version) => {
    const source = { format: 'lightgbm', version }
    expect(parseLightgbmText(textModel([textStump()], { version }))).toEqual({ ...stump, source })
  })

  it('model.txt may have its lines in any order, unknown ones among them', () => {
    const lines = Object.entries({ ...textStump(), tomorrow: '1=2', ...{ num_nodes: 'x' } }).reverse()
    expect(parseLightgbmText(textModel([Object.fromEntries(lines)]))).toEqual(stump)
  })

  it('model.txt may have names with = in them, and of any script', () => {
    const { featureNames } = parseLightgbmText(textModel([], { feature_names: 'a=b=c 金' }))
    expect(featureNames).toEqual(['a=b=c', '金'])
  })

  it('model.txt may lack the objective, as for a custom one', () => {
    const { link, warnings } = parseLightgbmText(textModel([textStump()], { objective: undefined }))
    expect(link).toEqual({ kind: 'identity' })
    expect(warnings).toEqual([expect.stringContaining('custom objective')])
  })

  it('model.txt may have the line average_output without a value', () => {
    expect(parseLightgbmText(textModel([textStump()], { average_output: '' })).averaging).toBe('beforeLink')
    expect(stump.averaging).toBe('none')
  })

  it('if model.txt has two lines with one key, the last one counts', () => {
    const text = textModel([textStump()]).replace('leaf_value=-1 1', 'leaf_value=x\nleaf_value=-1 1')
    expect(parseLightgbmText(text)).toEqual(stump)
  })
})

describe('a tree of model.txt', () => {
  it('a tree of model.txt may lack the lines that old versions did not write', () => {
    const old = { decision_type: undefined, is_linear: undefined, shrinkage: undefined, leaf_weight: undefined }
    const { trees } = parseLightgbmText(textModel([textStump(old)]))
    expect(trees).toEqual(stump.trees)
  })

  it('a tree of one leaf in model.txt has empty lines, and before LightGBM 4.6 no count', () => {
    const none = [
      'split_feature',
      'split_gain',
      'threshold',
      'decision_type',
      'left_child',
      'right_child',
      'internal_count',
    ]
    const lone = (count: string) => {
      const tree = { num_leaves: '1', num_cat: '0', leaf_value: '0.25', is_linear: '0', shrinkage: '1' }
      const text = textModel([tree, textStump()])
      return text.replace('num_cat=0', `num_cat=0\n${none.map((key) => `${key}=`).join('\n')}\nleaf_count=${count}`)
    }
    const evaluator = compileEnsemble(parseLightgbmText(lone('')))
    expect(evaluator.rawScores(Float64Array.of(0, 0, 1, 0))).toEqual(Float64Array.of(-0.75, 1.25))
    expect(evaluator.ensemble.trees.counts?.leaf).toEqual(Float64Array.of(0, 3, 4))
    const dump = parseLightgbm(lightgbmDump([lightgbmConstant(0.25)]))
    expect(parseLightgbmText(lone('9')).trees.counts?.leaf[0]).toBe(dump.trees.counts?.leaf[0])
  })

  it.each([
    ['inf', Infinity, 'left'],
    ['inf', 1e301, 'left'],
    ['INF', 1e301, 'left'],
    ['+infinity', 1e301, 'left'],
    ['1e999', Infinity, 'left'],
    ['1e+300', 1e300, 'left'],
    ['1e+300', 1e301, 'right'],
    ['-inf', -Infinity, 'left'],
    ['-inf', -1e308, 'right'],
    ['-1e300', -1e301, 'left'],
    ['.5', 0.5, 'left'],
    ['5.', 5, 'left'],
    ['5E-1', 0.5, 'left'],
  ])('a tree of model.txt with the threshold %s sends the cell %d %s', (threshold, cell, expected) => {
    expect(side({ threshold, decision_type: '10' }, cell)).toBe(expected)
  })

  it.each([
    // Bit 0: categorical, bit 1: default left, bits 2 and 3: missing type
    ['0', Number.NaN, 'left'],
    ['2', Number.NaN, 'left'],
    ['4', 0, 'right'],
    ['6', 0, 'left'],
    ['8', Number.NaN, 'right'],
    ['10', Number.NaN, 'left'],
    ['8', 0, 'left'],
  ])('a tree of model.txt with decision type %s sends the cell %d %s', (decision_type, cell, expected) => {
    expect(side({ decision_type, threshold: '0.5' }, cell)).toBe(expected)
  })

  it('a categorical node of model.txt reads the words of its own set', () => {
    const cat = {
      num_cat: '1',
      decision_type: '1',
      threshold: '0',
      cat_boundaries: '0 2',
      cat_threshold: '2147483649 2',
    }
    expect([0, 31, 33].map((cell) => side(cat, cell))).toEqual(['left', 'left', 'left'])
    expect([1, 32, 64, -1, Number.NaN].map((cell) => side(cat, cell))).toEqual(Array(5).fill('right'))
    const dump = lightgbmDump([lightgbmStump({ decision_type: '==', threshold: '0||31||33' })])
    const fromText = parseLightgbmText(textModel([textStump(cat)]))
    expect(fromText.trees.setItems).toEqual(parseLightgbm(dump).trees.setItems)
  })

  it.each([['0'], ['2 0 0'], ['0 0 5'], [`${'0 '.repeat(599)}8`], [`${'4294967295 '.repeat(80)}1`]])(
    'a set of model.txt with the words %s is stored like the set of a dump',
    (words) => {
      const list = words.trim().split(' ').map(Number)
      const categories = list.flatMap((word, w) =>
        [...Array(32).keys()].filter((b) => (word >>> b) & 1).map((b) => w * 32 + b),
      )
      const cat = {
        num_cat: '1',
        decision_type: '1',
        threshold: '0',
        cat_boundaries: `0 ${list.length}`,
        cat_threshold: words,
      }
      const dump = lightgbmDump([lightgbmStump({ decision_type: '==', threshold: categories.join('||') })])
      const expected = parseLightgbm(dump).trees
      const { decision, setStart, setItems } = parseLightgbmText(textModel([textStump(cat)])).trees
      expect([decision, setStart, setItems]).toEqual([expected.decision, expected.setStart, expected.setItems])
    },
  )

  it('nodes of model.txt are reordered so that parents come first', () => {
    const lines = { split_feature: '0 0 1', threshold: '1 5 3', left_child: '2 -1 -3', right_child: '-4 -2 1' }
    const tree = textThreeLeaves({ ...lines, num_leaves: '4', decision_type: '2 8 2', leaf_value: '10 20 30 40' })
    const { trees, ...rest } = parseLightgbmText(
      textModel([{ ...tree, leaf_count: '1 2 3 4', internal_count: '9 7 8' }]),
    )
    expect([...trees.left, ...trees.right]).toEqual([1, -3, -1, -4, 2, -2])
    expect([...trees.feature, ...trees.threshold, ...trees.decision]).toEqual([0, 1, 0, 1, 3, 5, 0, 0, 4])
    expect(trees.counts?.node).toEqual(Float64Array.of(9, 8, 7))
    const evaluator = compileEnsemble({ trees, ...rest })
    expect(evaluator.rawScores(Float64Array.of(2, 0, 0, 0, 0, 4))).toEqual(Float64Array.of(40, 30, 10))
  })

  it('a tree of model.txt may have linear leaves separated by several blanks', () => {
    const linear = {
      is_linear: '1',
      leaf_const: '10 0.5',
      num_features: '2 0',
      leaf_features: '1 0   ',
      leaf_coeff: '2 -4   ',
    }
    const evaluator = compileEnsemble(parseLightgbmText(textModel([textStump(linear)])))
    expect(evaluator.rawScore([0.25, 3])).toBe(15)
    expect(evaluator.rawScore([0.25, Number.NaN])).toBe(-1)
    expect(evaluator.rawScore([1, 3])).toBe(0.5)
  })

  it('the shrinkage of a tree in model.txt is not applied again, even if it is nan', () => {
    for (const shrinkage of ['0.001', 'nan']) {
      expect(parseLightgbmText(textModel([textStump({ shrinkage })]))).toEqual(stump)
    }
  })

  it('-0 in model.txt is read as 0', () => {
    const { trees } = parseLightgbmText(textModel([textStump({ leaf_value: '-0 1', threshold: '-0' })]))
    expect([trees.leafValue[0], trees.threshold[0]]).toEqual([0, 0])
    const dump = JSON.stringify(lightgbmDump([lightgbmStump()])).replace('"leaf_value":-1', '"leaf_value":-0.0')
    expect(parseLightgbm(dump.replace('0.5', '-0.0')).trees.threshold[0]).toBe(0)
    expect(parseLightgbm(dump).trees.leafValue[0]).toBe(0)
  })
})
