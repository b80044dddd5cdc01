import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { amount, runsAll } from '../../../support/amount.ts'
import { refusal, withValue } from '../refusal.ts'
import { lightgbmConstant, lightgbmDump, lightgbmLeaf, lightgbmStump } from '../tiny.ts'

type Json = Record<string, unknown>

const stump = lightgbmDump([lightgbmStump()])
const root = '$.tree_info[0].tree_structure'

function refused(model: unknown) {
  return refusal(() => parseLightgbm(model))
}

const node = (index: number, left: unknown, right: unknown): Json => ({
  ...(lightgbmStump().tree_structure as object),
  split_index: index,
  left_child: left,
  right_child: right,
})

const dumpOf = (leaves: number, tree: unknown) => lightgbmDump([{ num_leaves: leaves, tree_structure: tree }])

describe('a deep LightGBM dump', () => {
  /** Chain of nodes to the left or to the right; the deepest leaf has number 0. */
  function chain(depth: number, side: 'left' | 'right'): unknown {
    let tree: unknown = lightgbmLeaf(0, 7)
    for (let i = depth - 1; i >= 0; i--) {
      const leaf = lightgbmLeaf(depth - i, i)
      tree = side === 'left' ? node(i, tree, leaf) : node(i, leaf, tree)
    }
    return tree
  }

  // More than a stack holds.
  const levels = amount(20_000, 100_000)
  it(`a LightGBM dump of ${levels} levels is parsed and scored`, () => {
    for (const [side, cell] of [['left', 0] as const, ['right', 1] as const]) {
      const evaluator = compileEnsemble(parseLightgbm(dumpOf(levels + 1, chain(levels, side))))
      expect(evaluator.rawScore([cell, 0])).toBe(7)
      expect(evaluator.leafIndices(Float64Array.of(cell, 0))).toEqual(Int32Array.of(0))
    }
  })

  it.runIf(runsAll)(
    'damage at the bottom of a hundred thousand levels of a LightGBM dump is reported with a short path',
    () => {
      const depth = 100_000
      const split = '{"split_index":N,"split_feature":0,"threshold":1,"decision_type":"<=","default_left":true,'
      const open = Array.from(
        { length: depth },
        (_, i) => `${split.replace('N', String(i))}"missing_type":"None","left_child":`,
      )
      const close = Array.from({ length: depth }, (_, i) => `,"right_child":{"leaf_index":${i + 1},"leaf_value":1}}`)
      const tree = `{"num_leaves":${depth + 1},"tree_structure":${open.join('')}"bottom"${close.join('')}}`
      const text = JSON.stringify(lightgbmDump([])).replace('"tree_info":[]', `"tree_info":[${tree}]`)
      const { path } = refused(text)
      expect(path).toMatch(/^\$\.tree_info\[0\]\.tree_structure(\.left_child){12}…\(99976 more\)…(\.left_child){12}$/)
    },
  )

  it.runIf(runsAll)('a LightGBM dump of nested brackets is refused', () => {
    for (const open of ['[', '{"tree_info":[']) {
      for (const text of [open.repeat(1e6), `${open.repeat(1e6)}0`]) {
        expect(refused(text)).toMatchObject({ code: 'artifact_invalid', path: '$' })
      }
    }
    expect(refused(`${'['.repeat(1e6)}${']'.repeat(1e6)}`).message).toBe('$: expected an object, got array of 1')
  })
})

describe('LightGBM dumps whose objects do not form a tree', () => {
  it('a LightGBM dump with a cycle is refused when a node is visited again', () => {
    const cyclic = node(0, null, lightgbmLeaf(0, 1))
    cyclic.left_child = cyclic
    for (const leaves of [3, 10_000_000]) {
      expect(refused(dumpOf(leaves, cyclic))).toMatchObject({
        path: `${root}.left_child.split_index`,
        message: expect.stringContaining('each split once'),
      })
    }
  })

  it('a LightGBM dump of shared subtrees, exponentially large if expanded, is refused when a node is visited again', () => {
    let tree: unknown = lightgbmLeaf(0, 1)
    for (let i = 60; i >= 0; i--) tree = node(i, tree, tree)
    for (const leaves of [62, 1000, 2 ** 24]) expect(refused(dumpOf(leaves, tree)).message).toContain('each split once')
  })

  it('a LightGBM dump that grows while it is read is refused once it exceeds its claimed number of leaves', () => {
    let index = 0
    const endless = (): unknown => ({
      ...node(index++, null, null),
      get left_child() {
        return endless()
      },
    })
    expect(refused(dumpOf(1000, endless())).path).toContain('split_index')
    expect(index).toBeLessThan(1002)
  })

  it('a LightGBM dump is refused when a leaf has two parents', () => {
    const leaf = lightgbmLeaf(0, 1)
    expect(refused(dumpOf(2, node(0, leaf, leaf))).message).toContain('each leaf_index once')
  })
})

describe('LightGBM dumps with unusual numbers', () => {
  const splits = (a: number, b: number, c: number) =>
    dumpOf(4, node(a, node(b, lightgbmLeaf(0, 1), lightgbmLeaf(1, 2)), node(c, lightgbmLeaf(2, 3), lightgbmLeaf(3, 4))))
  const rows = Float64Array.of(0, 0, 1, 0)

  it.each([
    [0, 1, 2],
    [0, 2, 1],
    [2, 0, 1],
    [1, 0, 2],
  ])('a LightGBM dump scores the same when its splits are numbered %d, %d, %d', (...numbers) => {
    const ensemble = parseLightgbm(splits(...numbers))
    expect(compileEnsemble(ensemble).rawScores(rows)).toEqual(Float64Array.of(1, 4))
    const { left, right } = ensemble.trees
    for (const [n, child] of [...left.entries(), ...right.entries()]) if (child >= 0) expect(child).toBeGreaterThan(n)
  })

  it('a LightGBM dump that claims ten million leaves or two thousand million features is refused without allocating them', () => {
    expect(refused(withValue(stump, 'tree_info.0.num_leaves', 10_000_000)).message).toContain(
      'expected 2, the leaves of the tree, got 10000000',
    )
    expect(refused(withValue(stump, 'tree_info.0.num_leaves', 2 ** 31)).path).toBe('$.tree_info[0].num_leaves')
    const wide = lightgbmDump([lightgbmStump()], { max_feature_idx: 2_000_000_000, feature_names: undefined })
    expect(refused(wide).path).toBe('$.max_feature_idx')
  })

  it('a LightGBM dump with category 2^31 - 1 at every node takes memory proportional to its size', () => {
    const leaves = 2000
    let tree: unknown = lightgbmLeaf(0, 1)
    for (let i = leaves - 2; i >= 0; i--) {
      tree = { ...node(i, lightgbmLeaf(i + 1, 0), tree), decision_type: '==', threshold: '2147483647' }
    }
    expect(parseLightgbm(dumpOf(leaves, tree)).trees.setItems).toHaveLength(leaves - 1)
  })

  it('a refused LightGBM dump has a short message for any content', () => {
    const long = 'x'.repeat(1e6)
    const values = [long, Symbol(long), 10n ** 5000n, () => long, new Array(1e6), { [long]: long }]
    for (const value of values) {
      const leaf = lightgbmLeaf(0, 0, { leaf_value: value })
      expect(refused(dumpOf(2, node(0, leaf, lightgbmLeaf(1, 1)))).message.length).toBeLessThan(300)
      expect(refused({ ...stump, version: value }).message.length).toBeLessThan(300)
    }
    const categorical = lightgbmStump({ decision_type: '==', threshold: `1||${'9'.repeat(1e6)}` })
    expect(refused(lightgbmDump([categorical])).message.length).toBeLessThan(300)
  })
})

describe('prototypes', () => {
  afterEach(() => {
    for (const key of ['leaf_value', 'num_leaves', 'split_index']) Reflect.deleteProperty(Object.prototype, key)
  })

  const leafless = withValue(stump, 'tree_info.0.tree_structure.left_child.leaf_value', undefined)

  it('__proto__ keys of a dump neither change prototypes nor supply values', () => {
    const text = JSON.stringify(stump).replace(
      '"tree_info":[{',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"tree_info":[{"__proto__":{"num_leaves":5},',
    )
    expect(compileEnsemble(parseLightgbm(text)).rawScore([0, 0])).toBe(-1)
    expect(({} as Json).polluted).toBeUndefined()
    expect(refused(text.replace('"num_leaves":2', '"x":2')).path).toBe('$.tree_info[0].num_leaves')
    expect(refused(Object.create(lightgbmDump([]))).path).toBe('$')

    const leaf = '{"leaf_index":0,"__proto__":{"leaf_value":7}}'
    const inLeaf = JSON.stringify(leafless).replace(/"left_child":\{[^}]*\}/, `"left_child":${leaf}`)
    expect(refused(inLeaf).path).toBe(`${root}.left_child.leaf_value`)
  })

  it('polluted prototypes supply no values to a dump', () => {
    const keys = { leaf_value: 7, num_leaves: 2, split_index: 0 }
    for (const [key, value] of Object.entries(keys)) {
      Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true })
    }
    expect(compileEnsemble(parseLightgbm(JSON.stringify(stump))).rawScore([0, 0])).toBe(-1)
    expect(refused(leafless).path).toBe(`${root}.left_child.leaf_value`)
    expect(refused(withValue(stump, 'tree_info.0.num_leaves', undefined)).path).toBe('$.tree_info[0].num_leaves')
  })

  it('prototypes of nodes supply no values, and own fields are read under any prototype', () => {
    const whole = lightgbmLeaf(0, -1)
    const inherits = (prototype: object | null, own: object) => Object.assign(Object.create(prototype), own)
    const withLeft = (leaf: unknown) => dumpOf(2, node(0, leaf, lightgbmLeaf(1, 1)))
    expect(refused(withLeft(Object.create(whole))).path).toBe(`${root}.left_child.leaf_index`)
    expect(refused(withLeft(inherits({ leaf_value: 5 }, { leaf_index: 0 }))).path).toBe(`${root}.left_child.leaf_value`)
    for (const prototype of [null, { leaf_value: 5 }, class {}.prototype, Array.prototype]) {
      expect(compileEnsemble(parseLightgbm(withLeft(inherits(prototype, whole)))).rawScore([0, 0])).toBe(-1)
    }
  })

  it('objects from another realm are accepted', () => {
    const dump = runInNewContext(`(${JSON.stringify(stump)})`) as unknown
    expect(parseLightgbm(dump)).toEqual(parseLightgbm(stump))
  })
})

describe('objects with getters and proxies', () => {
  const failing = () => {
    throw new TypeError('no value today')
  }

  it('an object whose getter or proxy throws is refused', () => {
    const getter = Object.defineProperty(lightgbmLeaf(0, 1), 'leaf_value', { get: failing })
    const traps = {
      get: failing,
      getOwnPropertyDescriptor: failing,
      has: failing,
      getPrototypeOf: failing,
      ownKeys: failing,
    }
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    for (const leaf of [getter, new Proxy({}, traps), revoked.proxy]) {
      expect(refused(dumpOf(2, node(0, leaf, lightgbmLeaf(1, 1))))).toMatchObject({
        code: 'artifact_invalid',
        path: '$',
      })
    }
    expect(refused(new Proxy({}, traps)).message).toContain('no value today')
    expect(refused(new Proxy([], traps)).path).toBe('$')
  })

  it('each field of an object is read once, so it cannot change in between', () => {
    let looks = 0
    const leaf = lightgbmLeaf(0, 0)
    Object.defineProperty(leaf, 'leaf_value', { get: () => (looks++ === 0 ? -1 : Number.NaN), enumerable: true })
    const { trees } = parseLightgbm(dumpOf(2, node(0, leaf, lightgbmLeaf(1, 1))))
    expect([trees.leafValue[0], looks]).toEqual([-1, 1])
  })

  it('arrays with holes or with endless iterators are refused or read by index', () => {
    expect(refused(lightgbmDump(new Array(1e6))).path).toBe('$.tree_info[0]')
    expect(refused({ ...stump, feature_names: new Array(2) }).path).toBe('$.feature_names[0]')
    const endless = ['gold', 'kills']
    endless[Symbol.iterator] = function* () {
      for (;;) yield 'gold'
    }
    expect(parseLightgbm({ ...stump, feature_names: endless }).featureNames).toEqual(['gold', 'kills'])
    const linear = { leaf_const: 1, leaf_features: new Array(1), leaf_coeff: new Array(1) }
    const { path } = refused(dumpOf(1, lightgbmLeaf(0, 1, linear)))
    expect(path).toBe(`${root}.leaf_features[0]`)
    expect(parseLightgbm(lightgbmDump([lightgbmConstant(1)])).trees.leafValue).toEqual(Float64Array.of(1))
  })
})
