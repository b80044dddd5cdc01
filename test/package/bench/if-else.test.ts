import { describe, expect, it } from 'vitest'
import type { Dump, DumpNode, DumpTree } from '../../../bench/trees/models/dump.ts'
import { bitsetOf, type Dialect, numberText, writeTree } from '../../../bench/trees/models/if-else.ts'
import { writeCpp } from '../../../bench/trees/models/if-else-cpp.ts'
import { treeFunctions } from '../../../bench/trees/models/tree-functions.ts'
import { fixtureNames, lightgbmFixture, numbers } from '../../core/trees/fixtures.ts'

/** Whether generated code, which does not round tiny cells to 0, differs for this cell. Rows of the bench have no such cell. */
const isTiny = (cell: number): boolean => cell !== 0 && Math.abs(cell) <= 1.0000001e-35

describe('generated code of trees', () => {
  it.each(fixtureNames('lightgbm'))('generated functions of %s give LightGBM’s bits', (name) => {
    const { model, rows, raw } = lightgbmFixture(name)
    const dump = model as unknown as Dump
    const functions = treeFunctions(dump)
    const expected = numbers(raw)
    const K = dump.num_tree_per_iteration
    rows.forEach((cells, r) => {
      const row = numbers(cells)
      if (row.some(isTiny)) return
      const scores = new Float64Array(K)
      for (const { output, add } of functions) scores[output] = add(scores[output]!, row, 0)
      expect(scores).toEqual(expected.slice(r * K, (r + 1) * K))
    })
  })

  it('generated conditions test missing values, infinities and sets in the shortest form of each rule', () => {
    const test = (node: object): string => writeTree(stump(node), cpp, []).split(' {')[0]!
    expect(test({ missing_type: 'None', default_left: true, threshold: 2 })).toBe('if (!(x[3] > 2.0))')
    expect(test({ missing_type: 'None', default_left: true, threshold: -2 })).toBe('if (x[3] <= -2.0)')
    expect(test({ missing_type: 'NaN', default_left: true, threshold: 0.5 })).toBe('if (!(x[3] > 0.5))')
    expect(test({ missing_type: 'NaN', default_left: false, threshold: 0.5 })).toBe('if (x[3] <= 0.5)')
    expect(test({ missing_type: 'NaN', default_left: false, threshold: 1e300 })).toBe('if (x[3] <= HUGE_VAL)')
    expect(test({ missing_type: 'Zero', default_left: true, threshold: -1 })).toBe(
      'if (!(x[3] > -1.0) || (x[3] >= -1.0000000180025095e-35 && x[3] <= 1.0000000180025095e-35))',
    )
    expect(test({ decision_type: '==', threshold: '1||33' })).toBe('if (has(x[3], set0, sizeof set0 / 4))')
  })

  it('generated C++ adds all trees of a row in order, each to its class', () => {
    const leaf: DumpTree = { num_leaves: 1, num_cat: 0, shrinkage: 1, tree_structure: { leaf_value: 0.25 } }
    const dump = {
      num_tree_per_iteration: 2,
      max_feature_idx: 4,
      tree_info: [leaf, leaf, leaf, leaf],
    } as unknown as Dump
    const source = writeCpp(dump).get('chunk0.cc')!
    expect(source).toContain('static double tree3(const double *x) {return 0.25;}')
    expect(source).toContain('rows += 5, scores += 2')
    expect(source.match(/scores\[\d\] \+= tree\d\(rows\);/g)).toEqual([
      'scores[0] += tree0(rows);',
      'scores[1] += tree1(rows);',
      'scores[0] += tree2(rows);',
      'scores[1] += tree3(rows);',
    ])
  })

  it('generated doubles read back as themselves and are never integers', () => {
    expect([3, -0, 0.1, 5e-324, 1e21, 123456789012345680000].map(numberText)).toEqual([
      '3.0',
      '-0.0',
      '0.1',
      '5e-324',
      '1e+21',
      '123456789012345680000.0',
    ])
  })

  it('categories are packed into words of 32 bits', () => {
    expect(bitsetOf([0, 31, 33])).toEqual(Uint32Array.of(0x80000001, 2))
    expect(bitsetOf([])).toEqual(new Uint32Array(0))
  })
})

const cpp: Dialect = {
  cell: (feature) => `x[${feature}]`,
  leaf: (output) => `return ${output};`,
  isMember: (cell, set) => `has(${cell}, set${set}, sizeof set${set} / 4)`,
  infinity: 'HUGE_VAL',
}

function stump(node: object): DumpTree {
  const leaves = { left_child: { leaf_value: 1 }, right_child: { leaf_value: 2 } }
  const split = { split_index: 0, split_feature: 3, decision_type: '<=', ...leaves, ...node } as DumpNode
  return { num_leaves: 2, num_cat: 0, shrinkage: 1, tree_structure: split }
}
