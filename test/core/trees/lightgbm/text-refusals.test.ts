import { describe, expect, it } from 'vitest'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { amount } from '../../../support/amount.ts'
import { refusal } from '../refusal.ts'
import { textModel, textStump, textThreeLeaves } from './text.ts'

function refused(text: unknown) {
  return refusal(() => parseLightgbmText(text as string))
}

const categorical = { num_cat: '1', decision_type: '1', threshold: '0', cat_boundaries: '0 1', cat_threshold: '2' }
const linear = { is_linear: '1', leaf_const: '10 5', num_features: '1 0', leaf_features: '1', leaf_coeff: '2' }

describe('parseLightgbmText refuses damage in the second tree', () => {
  it.each([
    ['num_leaves', undefined, 'num_leaves'],
    ['num_leaves', ' ', 'num_leaves[0]'],
    ['num_leaves', '0', 'num_leaves[0]'],
    ['num_leaves', '1.5', 'num_leaves[0]'],
    ['num_leaves', '2 2', 'num_leaves'],
    ['num_leaves', '99999999999', 'num_leaves[0]'],
    ['num_cat', 'x', 'num_cat[0]'],
    ['num_cat', '2', 'num_cat[0]'],
    ['split_feature', undefined, 'split_feature'],
    ['split_feature', ' ', 'split_feature[0]'],
    ['split_feature', '0 0', 'split_feature'],
    ['split_feature', '2', 'split_feature[0]'],
    ['split_feature', '-1', 'split_feature[0]'],
    ['split_feature', '0.5', 'split_feature[0]'],
    ['split_feature', '1e0', 'split_feature[0]'],
    ['threshold', undefined, 'threshold'],
    ['threshold', '0.5 1', 'threshold'],
    ['threshold', 'nan', 'threshold[0]'],
    ['threshold', '-nan(ind)', 'threshold[0]'],
    ['threshold', 'x', 'threshold[0]'],
    ['threshold', '0x10', 'threshold[0]'],
    ['threshold', '0b1', 'threshold[0]'],
    ['threshold', '0,5', 'threshold[0]'],
    ['threshold', '1_0', 'threshold[0]'],
    ['threshold', '1e', 'threshold[0]'],
    ['threshold', '.', 'threshold[0]'],
    ['threshold', '\u00a0', 'threshold[0]'],
    ['threshold', '\t', 'threshold[0]'],
    ['decision_type', '2 2', 'decision_type'],
    ['decision_type', '16', 'decision_type[0]'],
    ['decision_type', '-2', 'decision_type[0]'],
    ['decision_type', '12', 'decision_type[0]'],
    ['left_child', undefined, 'left_child'],
    ['left_child', '1', 'left_child[0]'],
    ['left_child', '-3', 'left_child[0]'],
    ['left_child', '-', 'left_child[0]'],
    ['left_child', '--1', 'left_child[0]'],
    ['right_child', undefined, 'right_child'],
    ['right_child', '-1', 'right_child[0]'],
    ['leaf_value', undefined, 'leaf_value'],
    ['leaf_value', '-1', 'leaf_value'],
    ['leaf_value', '-1   ', 'leaf_value[1]'],
    ['leaf_value', '-1 1 1', 'leaf_value'],
    ['leaf_value', 'nano 1', 'leaf_value[0]'],
    ['leaf_value', '-1 x', 'leaf_value[1]'],
    ['leaf_count', '3 4 5', 'leaf_count'],
    ['leaf_count', '3', 'leaf_count[1]'],
    ['internal_count', '7 7', 'internal_count'],
    ['internal_count', 'nan', 'internal_count[0]'],
    ['is_linear', '2', 'is_linear[0]'],
  ])('parseLightgbmText refuses the line %s = %j in the second tree', (key, value, where) => {
    const text = textModel([textStump(), textStump({ [key]: value })])
    expect(refused(text)).toMatchObject({ code: 'artifact_invalid', path: `$.Tree=1.${where}` })
  })

  it.each([
    [categorical, 'num_cat', '0', 'threshold[0]'],
    [categorical, 'cat_boundaries', undefined, 'cat_boundaries'],
    [categorical, 'cat_boundaries', '0', 'cat_boundaries'],
    [categorical, 'cat_boundaries', '1 1', 'cat_boundaries[0]'],
    [categorical, 'cat_boundaries', '0 2147483647', 'cat_threshold'],
    [categorical, 'cat_threshold', undefined, 'cat_threshold'],
    [categorical, 'cat_threshold', '2 2', 'cat_threshold'],
    [categorical, 'cat_threshold', '4294967296', 'cat_threshold[0]'],
    [categorical, 'cat_threshold', '-1', 'cat_threshold[0]'],
    [categorical, 'threshold', '1', 'threshold[0]'],
    [categorical, 'threshold', '-1', 'threshold[0]'],
    [categorical, 'threshold', '0.5', 'threshold[0]'],
    [categorical, 'threshold', 'inf', 'threshold[0]'],
    [linear, 'leaf_const', undefined, 'leaf_const'],
    [linear, 'num_features', undefined, 'num_features'],
    [linear, 'num_features', '1', 'num_features[1]'],
    [linear, 'num_features', '-1 0', 'num_features[0]'],
    [linear, 'num_features', '16000000 16000000', 'leaf_features'],
    [linear, 'leaf_features', undefined, 'leaf_features'],
    [linear, 'leaf_features', '2', 'leaf_features[0]'],
    [linear, 'leaf_features', '1 1', 'leaf_features'],
    [linear, 'leaf_coeff', undefined, 'leaf_coeff'],
  ])('parseLightgbmText refuses, in the second tree of %j, the line %s = %j', (lines, key, value, where) => {
    const text = textModel([textStump(), textStump({ ...lines, [key]: value })])
    expect(refused(text)).toMatchObject({ code: 'artifact_invalid', path: `$.Tree=1.${where}` })
  })

  it.each([
    ['a node that is its own child', '0 -2', '-1 -3', '.left_child[0]'],
    ['a node reached twice', '1 -1', '1 -3', '.right_child[0]'],
    ['a leaf reached twice', '-1 -1', '1 -3', '.left_child[1]'],
  ])('parseLightgbmText refuses %s in the second tree', (_, left_child, right_child, where) => {
    const { path, message } = refused(textModel([textStump(), textThreeLeaves({ left_child, right_child })]))
    expect([path, message]).toEqual([`$.Tree=1${where}`, expect.stringContaining('each node and leaf once')])
  })

  it('parseLightgbmText refuses a cycle outside the tree in the second tree', () => {
    const lines = { num_leaves: '4', left_child: '-1 2 1', right_child: '-2 -3 -4', leaf_value: '1 2 3 4' }
    const tree = textStump({ ...lines, split_feature: '0 0 0', threshold: '1 2 3', decision_type: '2 2 2' })
    expect(refused(textModel([textStump(), tree]))).toMatchObject({ path: '$.Tree=1' })
  })

  it('parseLightgbmText refuses a set of categories shared by two nodes in the second tree', () => {
    const lines = { ...categorical, threshold: '0 0', decision_type: '1 1' }
    expect(refused(textModel([textStump(), textThreeLeaves(lines)])).path).toBe('$.Tree=1.threshold[1]')
  })

  it('parseLightgbmText refuses descending boundaries of sets in the second tree', () => {
    const lines = {
      num_cat: '2',
      cat_boundaries: '0 2 1',
      cat_threshold: '1 1',
      decision_type: '1 1',
      threshold: '0 1',
    }
    expect(refused(textModel([textStump(), textThreeLeaves(lines)])).path).toBe('$.Tree=1.cat_boundaries[2]')
  })

  it('parseLightgbmText refuses a line without = in the second tree', () => {
    const text = textModel([textStump(), textStump()]).replace(/num_cat=0(?!.*num_cat)/s, 'num_cat')
    const { path, message } = refused(text)
    expect([path, message]).toEqual(['$.Tree=1', expect.stringContaining('"num_cat"')])
  })
})

describe('parseLightgbmText refuses damage in the header', () => {
  it.each([
    ['num_class', '0', '$.num_class'],
    ['num_class', 'x', '$.num_class'],
    ['num_tree_per_iteration', '0', '$.num_tree_per_iteration'],
    ['num_tree_per_iteration', '1.0', '$.num_tree_per_iteration'],
    ['num_tree_per_iteration', '2', '$.num_tree_per_iteration'],
    ['max_feature_idx', undefined, '$.max_feature_idx'],
    ['max_feature_idx', '-1', '$.max_feature_idx'],
    ['max_feature_idx', '2000000000', '$.feature_names'],
    ['objective', 'binary sigmoid:x', '$.objective'],
    ['feature_names', 'gold', '$.feature_names'],
    ['tree_sizes', '300 300', '$.tree_sizes'],
    ['tree_sizes', ' ', '$.tree_sizes'],
  ])('parseLightgbmText refuses the header line %s = %j', (key, value, path) => {
    expect(refused(textModel([textStump()], { [key]: value }))).toMatchObject({ code: 'artifact_invalid', path })
  })

  it.each([['an unknown version', { version: 'v5' }, 'supported are v2, v3, v4']])(
    'parseLightgbmText refuses a header with %s, with the reason',
    (_, header, reason) => {
      const { code, path, message } = refused(textModel([textStump()], header))
      expect([code, path]).toEqual(['artifact_unsupported', '$.version'])
      expect(message).toContain(reason)
    },
  )

  it('parseLightgbmText refuses the model of another library', () => {
    expect(refused(textModel([]).replace('tree', 'forest')).path).toBe('$.name')
  })
})

describe('parseLightgbmText refuses texts of another kind', () => {
  it.each([[''], ['\n'], ['tree'], ['{"name":"tree"}'], ['x'.repeat(1e6)], [7], [null], [undefined], [{}]])(
    'parseLightgbmText refuses the text %j',
    (text) => {
      expect(refused(text)).toMatchObject({ code: 'artifact_invalid', path: '$' })
    },
  )

  it('parseLightgbmText refuses an incomplete last iteration', () => {
    const header = { num_tree_per_iteration: '2', objective: 'multiclass num_class:2' }
    expect(refused(textModel([textStump()], header)).path).toBe('$.tree_sizes')
  })

  it('parseLightgbmText refuses a line that is neither a tree nor the end', () => {
    const text = textModel([textStump()]).replace('end of trees', 'Baum=1')
    expect(refused(text).message).toContain('expected "Tree=" or "end of trees" behind tree 0, got "Baum=1"')
  })

  it('parseLightgbmText refuses every text that was cut off', () => {
    const text = textModel([textStump(categorical), textThreeLeaves(), textStump(linear)], {}, 'end of trees')
    for (let length = 0; length < text.length; length++) refused(text.slice(0, length))
  })
})

describe('a hostile model.txt', () => {
  it('a model.txt that claims ten million leaves is refused without allocating them', () => {
    const { path, message } = refused(textModel([textStump({ num_leaves: '10000000' })]))
    expect([path, message]).toEqual(['$.Tree=0.leaf_value', expect.stringContaining('got "4 characters"')])
  })

  it('a model.txt of very many levels is parsed and scored', () => {
    const nodes = amount(30_000, 100_000)
    const list = (of: (n: number) => number) => Array.from({ length: nodes }, (_, n) => of(n)).join(' ')
    const chain = textStump({
      num_leaves: String(nodes + 1),
      split_feature: list(() => 0),
      threshold: list((n) => n),
      decision_type: list(() => 2),
      left_child: list((n) => ~n),
      right_child: list((n) => (n + 1 < nodes ? n + 1 : ~nodes)),
      leaf_value: `${list((n) => n)} 7`,
      leaf_count: undefined,
      internal_count: undefined,
    })
    const { trees } = parseLightgbmText(textModel([chain]))
    expect([trees.feature.length, trees.leafValue[nodes], trees.counts]).toEqual([nodes, 7, null])
  })

  const count = amount(30_000, 100_000)
  it(`a model.txt of ${count} trees on one line each is read in time linear in its length`, () => {
    const trees = Array.from({ length: count }, () => 'Tree=0\nnum_leaves=1\nleaf_value=1\n\n').join('')
    const text = textModel([], { tree_sizes: undefined }).replace('end of trees', `${trees}end of trees`)
    expect(parseLightgbmText(text).trees.root).toHaveLength(count)
  })

  it('__proto__ keys of a model.txt neither change prototypes nor supply values', () => {
    const text = textModel([textStump()], { __proto__: '' }).replace('tree\n', 'tree\n__proto__=v4\nconstructor=1\n')
    expect(parseLightgbmText(text).featureNames).toEqual(['gold', 'kills'])
    const inTree = textModel([textStump({ num_leaves: undefined })]).replace(
      'num_cat',
      '__proto__=2\nvalueOf=2\nnum_cat',
    )
    expect(refused(inTree).path).toBe('$.Tree=0.num_leaves')
  })
})

it('parseLightgbmText refuses a carriage return inside a line, where LightGBM would end it', () => {
  const text = textModel([textStump()])
  expect(refused(text.replace('objective=', 'objective=regression sqrt\r')).message).toContain('lines ended by')
  expect(refused(text.replace('threshold=', 'threshold=1\r ')).message).toContain('lines ended by')
})
