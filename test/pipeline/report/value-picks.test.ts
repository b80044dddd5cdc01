import { dayMs } from '@riftline/base'
import type { BookPick } from '@riftline/record'
import { describe, expect, it } from 'vitest'
import { marketRecord, measurePicks, type PickedSeries } from '#pipeline/evaluate/pick-records.ts'
import { renewValuePicks, valuePicksSection } from '#pipeline/report/sections/market.ts'
import { rowsOf } from './report-text.ts'

const pick = (book: string, returned: number | null, clv: number | null, closing: number | null = 0.5): BookPick => ({
  ...{ book, closing, returned, clv, isTakeable: book === 'early' },
})
const series = (day: number, ...picks: readonly BookPick[]): PickedSeries => ({
  startMs: Date.UTC(2031, 0, 1) + day * dayMs,
  market: { picks },
})

/** Twelve days of series; the first book of one series differs, and one book has no closing lines. */
const record: readonly PickedSeries[] = [
  ...Array.from({ length: 12 }, (_, day) =>
    day % 2 === 0
      ? series(day, pick('early', 1, 0.1), pick('late', null, null))
      : series(day, pick('late', -1, -0.05), pick('early', null, null)),
  ),
  series(12, pick('open', 0.5, null, null), pick('late', 0.25, 0.01)),
  series(13),
  { startMs: 0, market: null },
]

describe('value picks', () => {
  it('value picks are summed at the first captured price of each series, in total and by book', () => {
    const { all, books } = measurePicks(record)!
    expect(all).toMatchObject({ series: 13, closed: 12, picks: 13, roi: { mean: 0.5 / 13 } })
    expect(all.clv!.mean).toBeCloseTo(0.025, 12)
    expect(Object.entries(books).map(([book, { series, picks, closed }]) => [book, series, picks, closed])).toEqual([
      ['early', 12, 6, 12],
      ['late', 13, 7, 13],
      ['open', 1, 1, 0],
    ])
    expect(books.open).toMatchObject({ roi: { mean: 0.5, interval: null }, clv: null })
    expect(measurePicks(record.slice(13))).toBeNull()
  })

  it('value picks have an interval clustered by day from ten days on', () => {
    const { all, books } = measurePicks(record)!
    const { low, high } = all.roi!.interval!
    expect(low).toBeLessThan(-0.2)
    expect(high).toBeGreaterThan(0.2)
    expect(all.clv!.interval!.low).toBeLessThan(all.clv!.mean)
    expect(books.early!.roi!.interval).toBeNull()
  })

  it("the market's value picks use the first captured book that has a closing line", () => {
    const clv = (6 * 0.1 - 6 * 0.05 + 0.01) / 13
    const near = (value: number) => expect.closeTo(value, 12)
    expect(marketRecord(record)).toEqual({ series: 13, valuePicks: 13, roi: near(0.25 / 13), clv: near(clv) })
    const without = [series(0, pick('open', 0.5, null, null)), series(1, pick('early', null, null))]
    expect(marketRecord(without)).toEqual({ series: 1, valuePicks: 0, roi: null, clv: null })
    expect(marketRecord([])).toEqual({ series: 0, valuePicks: 0, roi: null, clv: null })
  })
})

describe('the section on value picks', () => {
  it('the section on value picks shows return and closing-line value by book, with intervals', () => {
    const section = valuePicksSection(record)
    const rows = rowsOf(section, 'Value picks').slice(2)
    expect(rows.map(([book]) => book)).toEqual(['all', 'early', 'late', 'open'])
    expect(rows[0]!.slice(0, 4)).toEqual(['all', '13', '13', '+0.0385'])
    expect(rows[0]![4]).toMatch(/^\[−0\.\d{4}, \+0\.\d{4}\]$/)
    expect(rows[1]).toEqual(['early', '12', '6', '+1.0000', 'too few days', '12', '+0.1000', 'too few days', '0'])
    expect(rows[3]).toEqual(['open', '1', '1', '+0.5000', 'too few days', '0', '–', '–', '1'])
  })

  it('the section on value picks states when closing lines or all odds are missing', () => {
    expect(valuePicksSection([series(0, pick('open', 0.5, null, null))])).toContain('No book has a closing line here')
    expect(valuePicksSection([series(0)])).toContain('nothing is said of value picks')
  })

  it('the section on value picks replaces an older one in a report, or is added if there is none', () => {
    const [before, after] = ['# Report\n\n## Against the market\n\nA.', '## Settings\n\nS.\n']
    const section = valuePicksSection(record)
    expect(renewValuePicks(`${before}\n\n## Value picks\n\nOld.\n\n${after}`, record)).toBe(
      `${before}\n\n${section}\n\n${after}`,
    )
    expect(renewValuePicks(`${before}\n\n## Value picks\n\nOld.\n`, record)).toBe(`${before}\n\n${section}\n`)
    expect(renewValuePicks(`${before}\n`, record)).toBe(`${before}\n\n${section}\n`)
    expect(renewValuePicks(`${before}\n`, [])).toBe(`${before}\n`)
  })
})
