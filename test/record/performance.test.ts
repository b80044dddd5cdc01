import { readFileSync } from 'node:fs'
import {
  computePerformance,
  type GradedSeries,
  type Performance,
  type PerformanceRow,
  parsePerformance,
  performanceRows,
  writeGraded,
  writePerformance,
} from '@riftline/record'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { inventedRecord, untilMs } from './invented-record.ts'
import { type GradedCells, recomputed, skipped } from './recomputed.ts'

const cellsOf = (text: string): readonly GradedCells[] => JSON.parse(text).series

/** Places at which two values differ by more than rounding; an interval that was skipped equals any. */
function differences(actual: unknown, expected: unknown, path = ''): readonly string[] {
  if (expected === skipped) return []
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(actual - expected) <= 1e-12 ? [] : [`${path}: expected ${expected}, got ${actual}`]
  }
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return actual === expected ? [] : [`${path}: expected ${expected}, got ${actual}`]
  }
  const keys = new Set([...Object.keys(actual), ...Object.keys(expected)])
  const at = (value: object, key: string): unknown => (value as Readonly<Record<string, unknown>>)[key]
  return [...keys].flatMap((key) => differences(at(actual, key), at(expected, key), `${path}.${key}`))
}

const keyOf = ({ model, league, bestOf }: PerformanceRow): string => `${model} ${league} ${bestOf}`

function windowOf({ windows }: Performance, name: string): Performance['windows'][number] {
  return windows.find(({ window }) => window === name)!
}

describe('the performance of the committed artifacts', () => {
  const read = (name: string): string => readFileSync(`artifacts/${name}`, 'utf8')

  it('every number of performance.json is recomputed from graded.json by a plain script, intervals included', () => {
    const performance = parsePerformance('performance.json', read('performance.json'))
    expect(performance.dataThroughUtc).toBe(JSON.parse(read('manifest.json')).asOf)
    const graded = cellsOf(read('graded.json'))
    const every = amount(20, 1)
    const expected = recomputed(graded, performance.dataThroughUtc, (group) => group % every === every - 1)
    expect(differences(performance.windows, expected)).toEqual([])
  })

  it('the window of all series has a row of the consensus with every graded series', () => {
    const performance = parsePerformance('performance.json', read('performance.json'))
    const [row] = performanceRows(performance, { league: null, bestOf: null, model: 'consensus' }).at(-1)!.rows
    expect(row!.n).toBe(cellsOf(read('graded.json')).length)
    expect(row!.logLoss).toBeLessThan(Math.LN2)
  })
})

describe('computePerformance', () => {
  it('every number equals that of a plain script, in small and large groups, with and without a market', () => {
    for (const seed of [2, 3, 1].slice(0, amount(1, 3))) {
      const graded = inventedRecord({ count: 330, seed, days: 300, priced: seed / 8 })
      const performance = computePerformance(graded, untilMs)
      const expected = recomputed(cellsOf(writeGraded(graded)), '2026-08-03T00:00:00')
      expect(differences(performance.windows, expected)).toEqual([])
    }
  })

  it('windows end on the data date, and years are cut to the days of the record', () => {
    const { windows } = computePerformance(inventedRecord({ count: 50, seed: 1, days: 600 }), untilMs + 3_600_000)
    expect(windows.map(({ window, fromUtc, toUtc }) => [window, fromUtc, toUtc])).toEqual([
      ['last30days', '2026-07-04', '2026-08-03'],
      ['last90days', '2026-05-05', '2026-08-03'],
      ['last365days', '2025-08-03', '2026-08-03'],
      ['2024', '2024-12-12', '2024-12-31'],
      ['2025', '2025-01-01', '2025-12-31'],
      ['2026', '2026-01-01', '2026-08-03'],
      ['all', '2024-12-12', '2026-08-03'],
    ])
  })

  it('a changed outcome changes exactly the rows of its league, format and windows', () => {
    const place = fc.record({ seed: fc.integer({ min: 1, max: 99 }), index: fc.integer({ min: 0, max: 299 }) })
    fc.assert(
      fc.property(place, ({ seed, index }) => {
        const graded = inventedRecord({ count: 300, seed, days: 60, leagues: ['LCK', 'LPL'], priced: 0.5 })
        const one = graded[index]!
        const flipped: GradedSeries = { ...one, outcome: one.outcome === 1 ? 0 : 1 }
        const [before, after] = [graded, graded.with(index, flipped)].map((all) => computePerformance(all, untilMs))
        before!.windows.forEach(({ window, fromUtc, toUtc, rows }) => {
          const day = new Date(one.startMs).toISOString().slice(0, 10)
          const fresh = new Map(windowOf(after!, window).rows.map((row) => [keyOf(row), row]))
          expect(fresh.size).toBe(rows.length)
          for (const row of rows) {
            const isIn = day >= fromUtc && day <= toUtc && (row.league ?? one.league) === one.league
            const isScored = row.logLoss !== null && (row.model !== 'market' || one.market !== null)
            const changes = isIn && isScored && (row.bestOf ?? one.bestOf) === one.bestOf
            const { n, logLoss, ...rest } = fresh.get(keyOf(row))!
            expect(n).toBe(row.n)
            expect(logLoss !== row.logLoss, `${window} ${keyOf(row)}`).toBe(changes)
            if (!changes) expect({ n, logLoss, ...rest }).toEqual(row)
          }
        })
      }),
      { numRuns: amount(4, 16) },
    )
  })

  it('a window with 19 series has their number and nulls, and one with 20 has scores', () => {
    for (const count of [19, 20]) {
      const graded = [
        ...inventedRecord({ count: 40, seed: 1, untilMs: Date.UTC(2026, 5, 1), days: 30 }),
        ...inventedRecord({ count, seed: 2, days: 20, priced: 1 }),
      ]
      const [row] = windowOf(computePerformance(graded, untilMs), 'last30days').rows
      expect(row).toMatchObject({ model: 'consensus', league: null, bestOf: null, n: count })
      const { model: _, league: __, bestOf: ___, n: ____, ...numbers } = row!
      const known = Object.values(numbers).filter((value) => value !== null)
      expect(known).toHaveLength(count === 19 ? 0 : 6)
    }
  })

  it('a record without series has windows without numbers', () => {
    const { windows } = computePerformance([], untilMs)
    expect(windows.map(({ window }) => window)).toEqual(['last30days', 'last90days', 'last365days', 'all'])
    for (const { rows } of windows)
      expect(new Set(rows.map(({ n, logLoss }) => `${n} ${logLoss}`))).toEqual(new Set(['0 null']))
  })

  it('series of fewer than ten days have scores without intervals', () => {
    const { windows } = computePerformance(inventedRecord({ count: 60, seed: 3, days: 9, priced: 1 }), untilMs)
    for (const { logLoss, logLossInterval, accuracyInterval, market } of windows[0]!.rows) {
      if (logLoss === null) continue
      expect([logLossInterval, accuracyInterval, market?.differenceInterval ?? null]).toEqual([null, null, null])
    }
  })

  it("the market's row stands first where it beat the consensus on the same series, and last where it did not", () => {
    for (const [marketNoise, first] of [[0, 'market'] as const, [3, 'consensus'] as const]) {
      const graded = inventedRecord({ count: 900, seed: 4, days: 60, priced: 0.6, marketNoise })
      const { rows } = windowOf(computePerformance(graded, untilMs), 'all')
      const own = rows.filter(({ league, bestOf }) => league === null && bestOf === null)
      expect(own[0]!.model).toBe(first)
      expect(own).toHaveLength(7)
      const { market } = own.find(({ model }) => model === 'consensus')!
      expect(market!.difference > 0).toBe(first === 'market')
      expect(own.find(({ model }) => model === 'market')).toMatchObject({
        n: market!.n,
        logLoss: market!.logLoss,
        market: null,
      })
    }
  })

  it('29 series with a price are too few for a market, and 30 are enough', () => {
    const graded = inventedRecord({ count: 60, seed: 5, priced: 1 })
    for (const priced of [29, 30]) {
      const some = graded.map((one, index) => (index < priced ? one : { ...one, market: null }))
      const [all] = performanceRows(computePerformance(some, untilMs), { league: null, bestOf: null }).slice(-1)
      expect(all!.rows.some(({ model }) => model === 'market')).toBe(priced === 30)
      expect(all!.rows.filter(({ market }) => market !== null)).toHaveLength(priced === 30 ? 6 : 0)
    }
  })
})

describe('performance.json', () => {
  const performance = computePerformance(inventedRecord({ count: 300, seed: 6 }), untilMs)

  it('the performance survives its file bit for bit', () => {
    expect(parsePerformance('performance.json', writePerformance(performance))).toEqual(performance)
  })

  it('a damaged file is refused with the place of its first fault', () => {
    const text = writePerformance(performance).replace(/"n":\d+/, '"n":-1')
    expect(() => parsePerformance('performance.json', text)).toThrow(
      /performance\.json.*\$\.windows\[0\]\.rows\[0\]\.n/,
    )
    expect(() => parsePerformance('performance.json', '{')).toThrow(/performance\.json.*expected JSON/)
    const other = writePerformance(performance).replace('"formatVersion":1', '"formatVersion":2')
    expect(() => parsePerformance('performance.json', other)).toThrow(/formatVersion/)
  })

  it('rows are selected by league, format and model; null selects the rows over all of them', () => {
    const selected = performanceRows(performance, { league: 'LCK', bestOf: null, model: 'elo' })
    expect(selected.at(-1)!.rows).toMatchObject([{ model: 'elo', league: 'LCK', bestOf: null }])
    expect(performanceRows(performance, {})).toEqual(performance.windows)
    const overall = performanceRows(performance, { league: null }).at(-1)!.rows
    expect(new Set(overall.map(({ league }) => league))).toEqual(new Set([null]))
    expect(performanceRows(performance, { league: 'XXX' }).flatMap(({ rows }) => rows)).toEqual([])
  })
})
