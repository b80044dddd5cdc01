import { parseLightgbm } from '@riftline/core'
import { expect, it } from 'vitest'
import {
  bitvectorRowCost,
  narrowPassCost,
  narrowRows,
  wideFrom,
} from '#core/trees/engines/wasm/bitvector/bitvector-kernel.ts'
import { collectColumns } from '#core/trees/engines/wasm/columns.ts'
import { chooseKernels } from '#core/trees/engines/wasm/create-wasm-engine.ts'
import { tableCost } from '#core/trees/engines/wasm/table/table-kernel.ts'
import { treeletsCost } from '#core/trees/engines/wasm/treelets/treelets-kernel.ts'
import { walkCost } from '#core/trees/engines/wasm/walk/walk-kernel.ts'
import { countWork, type Work } from '#core/trees/engines/wasm/work.ts'
import { lightgbmDump } from '../../tiny.ts'

const ensemble = parseLightgbm(lightgbmDump([]))
const some: Work = { ...countWork(ensemble, collectColumns(ensemble)), trees: 100, byteColumns: 28, mostLeaves: 31 }

it.each([1000, 5000, 20_000, 40_000, 50_000, 60_000])(
  'bit vectors of %i records serve from the smallest number of rows beyond which they always cost less',
  (records) => {
    const work = { ...some, records, nodes: records, steps: 200, comparesOnly: true, tableVectors: 1e5, levels: 1000 }
    const one = Math.min(walkCost(work), tableCost(work), treeletsCost(work))
    const [, many] = chooseKernels(work)
    const pays = (rows: number): boolean =>
      Math.ceil(rows / narrowRows) * narrowPassCost(work) + rows * bitvectorRowCost(work) <= rows * one
    const losing = Array.from({ length: wideFrom - 1 }, (_, i) => i + 1).filter((rows) => !pays(rows))
    expect(many?.fromRows).toBe(losing.at(-1)! + 1)
  },
)
