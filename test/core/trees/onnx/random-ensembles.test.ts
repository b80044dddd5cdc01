import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseOnnx } from '#core/trees/onnx/parse-onnx.ts'
import { amount } from '../../../support/amount.ts'
import { field, floats, ints } from './write-field.ts'

const modes = ['BRANCH_LEQ', 'BRANCH_LT', 'BRANCH_GTE', 'BRANCH_GT', 'BRANCH_EQ', 'BRANCH_NEQ'] as const

interface Node {
  readonly mode: (typeof modes)[number]
  readonly feature: number
  readonly threshold: number
  readonly tracks: boolean
}

/** Model of complete trees of depth 2, three nodes each: nodes 0 to 2, and leaves 3 to 6. */
function fileOf(trees: readonly (readonly Node[])[], weights: readonly number[]): Uint8Array {
  const each = <T>(value: (node: Node | undefined, n: number, t: number) => T): T[] =>
    trees.flatMap((nodes, t) => Array.from({ length: 7 }, (_, n) => value(nodes[n], n, t)))
  const leaves = trees.flatMap((_, t) => [3, 4, 5, 6].map((id) => [t, id] as const))
  const texts = each((node) => field(9, node?.mode ?? 'LEAF')).flat()
  const node = [
    ...[...field(1, 'X'), ...field(2, 'Y'), ...field(4, 'TreeEnsembleRegressor')],
    ...ints(
      'nodes_treeids',
      each((_, __, t) => t),
    ),
    ...ints(
      'nodes_nodeids',
      each((_, n) => n),
    ),
    ...ints(
      'nodes_featureids',
      each((one) => one?.feature ?? 0),
    ),
    ...ints(
      'nodes_truenodeids',
      each((one, n) => (one === undefined ? 0 : 2 * n + 1)),
    ),
    ...ints(
      'nodes_falsenodeids',
      each((one, n) => (one === undefined ? 0 : 2 * n + 2)),
    ),
    ...ints(
      'nodes_missing_value_tracks_true',
      each((one) => (one?.tracks === true ? 1 : 0)),
    ),
    ...floats(
      'nodes_values',
      each((one) => one?.threshold ?? 0),
    ),
    ...field(5, [...field(1, 'nodes_modes'), ...texts]),
    ...ints(
      'target_treeids',
      leaves.map(([t]) => t),
    ),
    ...ints(
      'target_nodeids',
      leaves.map(([, id]) => id),
    ),
    ...ints(
      'target_ids',
      leaves.map(() => 0),
    ),
    ...floats('target_weights', weights),
    ...field(5, [...field(1, 'n_targets'), 24, 1]),
  ]
  const shape = [...field(1, []), ...field(1, [8, 3])]
  const input = [...field(1, 'X'), ...field(2, field(1, [8, 1, ...field(2, shape)]))]
  return Uint8Array.from([8, 8, ...field(7, [...field(1, node), ...field(11, input), ...field(12, field(1, 'Y'))])])
}

function passes({ mode, threshold, tracks }: Node, cell: number): boolean {
  if (Number.isNaN(cell) && tracks) return true
  const at = modes.indexOf(mode)
  return [
    cell <= threshold,
    cell < threshold,
    cell >= threshold,
    cell > threshold,
    cell === threshold,
    cell !== threshold,
  ][at]!
}

it('random ensembles have the sums of a plain interpreter', () => {
  const numbers = [-2, -1, -0, 0, 0.5, 1, 2, 2 ** -149, -(2 ** -149), 3.4028234663852886e38]
  const node = fc.record({
    mode: fc.constantFrom(...modes),
    feature: fc.nat(2),
    threshold: fc.constantFrom(...numbers),
    tracks: fc.boolean(),
  })
  const cell = fc.constantFrom(...numbers, Number.NaN, Infinity, -Infinity, 0.1, 0.50000000001, 1e-46)
  const tree = fc.array(node, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(tree, { minLength: 1, maxLength: 6 }),
      fc.array(cell, { minLength: 3, maxLength: 60 }),
      (trees, cells) => {
        const weights = trees.flatMap((_, t) => [0, 1, 2, 3].map((leaf) => Math.fround((t + 1) / (leaf + 3) - 0.3)))
        const ensemble = parseOnnx(fileOf(trees, weights))
        const rows = Float64Array.from(cells.slice(0, cells.length - (cells.length % 3)))
        const expected = Float64Array.from({ length: rows.length / 3 }, (_, r) => {
          let sum = 0
          for (const [t, nodes] of trees.entries()) {
            let n = 0
            while (n < 3) n = 2 * n + (passes(nodes[n]!, Math.fround(rows[3 * r + nodes[n]!.feature]!)) ? 1 : 2)
            sum = Math.fround(sum + weights[4 * t + n - 3]!)
          }
          return sum
        })
        for (const engine of ['js', 'wasm'] as const)
          expect(compileEnsemble(ensemble, { engine }).predictions(rows)).toEqual(expected)
      },
    ),
    { numRuns: amount(100, 2000) },
  )
})
