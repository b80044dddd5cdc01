import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sparseTable } from '../../../bench/trees/cases/sparse-table.ts'
import { drawSparseSample } from '../../../bench/trees/cases/table.ts'
import { readRows, writeSparse } from '../../../bench/trees/float-file.ts'

it('the first rows of a file of sparse rows are read as they were drawn', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'rows-')), 'rows.csr')
  writeSparse(path, drawSparseSample(sparseTable, 7, 50).rows)
  const { rows, labels } = drawSparseSample(sparseTable, 7, 20)
  expect(readRows(path, 20, sparseTable.features)).toEqual(rows)
  expect(new Set(labels)).toEqual(new Set([0, 1]))
  for (let i = 1; i < rows.indices.length; i++) {
    if (!rows.offsets.includes(i)) expect(rows.indices[i]).toBeGreaterThan(rows.indices[i - 1]!)
  }
})
