import { describe, expect, it } from 'vitest'
import { categoricalTable } from '../../../bench/trees/cases/categorical-table.ts'
import { multiclassTable, numericTable } from '../../../bench/trees/cases/numeric-table.ts'
import { drawSample } from '../../../bench/trees/cases/table.ts'

const tables = [
  ['numeric', numericTable, 18 / 28],
  ['multiclass', multiclassTable, 18 / 28],
  ['categorical', categoricalTable, 1],
] as const

describe.each(tables)('the %s table', (_, table, shareThatMayMiss) => {
  const { features, categorical } = table
  const { rows, labels } = drawSample(table, 7, 2000)

  it('a seed always gives the same table, which has no row twice', () => {
    expect(drawSample(table, 7, 2000)).toEqual({ rows, labels })
    expect(drawSample(table, 8, 10).rows).not.toEqual(rows.slice(0, 10 * features))
    const texts = Array.from(labels, (__, r) => rows.slice(r * features, (r + 1) * features).join())
    expect(new Set(texts).size).toBe(2000)
  })

  it('a table lacks about 3 % of the values that may be missing, and has every label', () => {
    const missing = rows.filter(Number.isNaN).length / rows.length / shareThatMayMiss
    expect(missing).toBeGreaterThan(0.02)
    expect(missing).toBeLessThan(0.04)
    const shares = [...new Set(labels)].map((label) => labels.filter((other) => other === label).length / 2000)
    expect(Math.min(...shares)).toBeGreaterThan(0.04)
  })

  it('a table has whole numbers for categories, and no number that an engine would round to zero', () => {
    const isCategory = (i: number): boolean => categorical.includes(i % features)
    expect(rows.filter((cell, i) => isCategory(i) && !Number.isNaN(cell) && !Number.isInteger(cell))).toHaveLength(0)
    expect(rows.filter((cell) => cell !== 0 && Math.abs(cell) < 1e-30)).toHaveLength(0)
  })
})
