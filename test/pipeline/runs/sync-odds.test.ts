import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { fitAnchorHierarchy } from '@riftline/core'
import { type SyncedArtifacts, type SyncOptions, syncArtifacts, updateArtifacts } from '@riftline/pipeline'
import { type Blend, baseModels, createBlender } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { type GradedSeries, parseGraded } from '@riftline/record'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitBlend } from '#pipeline/graded/fit-blend.ts'
import { runsAll } from '../../support/amount.ts'
import { committedArtifacts } from '../../support/committed-artifacts.ts'
import { writeContinuation } from '../../support/continuation.ts'
import { contentsOf } from '../../support/folder-contents.ts'
import { type InventedSeason, inventSeason, type SeasonSeries } from '../../support/stated-season.ts'
import { type SyncPlace, syncPlace } from '../../support/sync-place.ts'

let root: string
let season: InventedSeason
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'riftline-loop-'))
  season = inventSeason((await committedArtifacts()).catalogue, 200)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const place = (): Promise<SyncPlace> => syncPlace(root)

const sync = (at: SyncPlace, more: Partial<SyncOptions> = {}): Promise<SyncedArtifacts> =>
  syncArtifacts({ ...at, readings: [season.reading], isWhole: false, ...more })

interface Learned {
  readonly blend: Blend
  readonly graded: readonly GradedSeries[]
  /** Table of value picks in the report. */
  readonly table: string
}

async function learned(artifacts: string): Promise<Learned> {
  const { blend } = await loadArtifacts(artifacts)
  const graded = parseGraded('graded.json', await readFile(join(artifacts, 'graded.json'), 'utf8'))
  const [, after = ''] = (await readFile(join(artifacts, 'REPORT.md'), 'utf8')).split('\n## Value picks\n')
  return { blend, graded, table: after.split('\n## ')[0]! }
}

/** Chance of the first side without the margin; for two prices the additive method equals Shin's. */
const fair = ([a, b]: readonly [number, number]): number => (1 + 1 / a - 1 / b) / 2

/** The side with value at a price, or null if neither has. */
function pick(chance: number, [a, b]: readonly [number, number]): 0 | 1 | null {
  const values = [chance * a - 1, (1 - chance) * b - 1] as const
  return Math.max(...values) <= 0 ? null : values[0] >= values[1] ? 0 : 1
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The graded series of the season with the captures of each, prices in the order of its row. */
function pricedOf(graded: readonly GradedSeries[]) {
  return season.series.map((series) => {
    const one = graded.find(({ startMs }) => startMs === series.startMs)!
    const first = series.winners.at(-1) === (one.outcome === 1 ? 0 : 1)
    const turn = ([a, b]: readonly [number, number]): readonly [number, number] => (first ? [a, b] : [b, a])
    const books = Object.entries(series.odds).map(([book, prices]) => ({
      book,
      first: turn(prices[0]!.odds),
      closing: turn(prices.at(-1)!.odds),
    }))
    return { graded: one, books, last: lastOf(series, turn) }
  })
}

function lastOf({ odds }: SeasonSeries, turn: (odds: readonly [number, number]) => readonly [number, number]) {
  const prices = Object.values(odds).flat()
  return turn(prices.reduce((last, price) => (price.capturedMs > last.capturedMs ? price : last)).odds)
}

describe.runIf(runsAll)('200 series with captured odds', { timeout: 600_000 }, () => {
  let before: Learned
  let after: Learned
  let said: SyncedArtifacts
  let at: SyncPlace
  beforeAll(async () => {
    at = await place()
    expect((await sync(at)).market).toEqual({ series: 0, valuePicks: 0, roi: null, clv: null })
    before = await learned(at.artifactsDirectory)
    said = await sync(at, { odds: season.odds })
    after = await learned(at.artifactsDirectory)
  }, 300_000)

  it('captured odds change anchor weights, the returns that weight the consensus, and the table of value picks', () => {
    expect(said).toMatchObject({ status: 'updated', merged: { newSeries: 0 }, market: { series: 200 } })
    expect(after.blend.anchor.model.nEff).toBe(before.blend.anchor.model.nEff + 200)
    expect(Math.abs(after.blend.anchor.model.w - before.blend.anchor.model.w)).toBeGreaterThan(0.01)
    for (const model of baseModels) expect(after.blend.roi[model]!.n).toBeGreaterThan(before.blend.roi[model]!.n + 150)
    expect(after.table).not.toBe(before.table)
    expect(after.table).toContain('| polymarket | 200 |')
    expect(after.table).toContain('| kalshi | 133 |')
  })

  it('captured odds give the same anchor weights and returns as a recomputation from the closing lines', () => {
    const { blend, graded } = after
    const priced = pricedOf(graded)
    for (const { graded: one, last } of priced) expect(one.market!.chance).toBeCloseTo(fair(last), 12)
    const blender = createBlender(blend)
    const known = graded.filter(({ market }) => market !== null)
    const anchor = fitAnchorHierarchy(
      known.map(({ raw, bestOf, league, outcome: y, market }) => {
        const { calibrated } = blender.consensus(raw, { bestOf, league }).consensus
        return { calibrated, market: market!.chance, y, bestOf, league }
      }),
    )
    expect(anchor).toEqual(blend.anchor)
    for (const model of baseModels) {
      const old = before.graded.flatMap(({ market }) => market?.returns[model] ?? [])
      const fresh = priced.flatMap(({ graded: { raw, outcome }, last }) => {
        const side = pick(raw[model], last)
        return side === null ? [] : [side === 1 - outcome ? last[side] - 1 : -1]
      })
      const returns = [...old, ...fresh]
      const sd = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean(returns)) ** 2, 0) / (returns.length - 1))
      const { n, yield: earned, sd: spread } = blend.roi[model]!
      expect([n, earned, spread]).toEqual([returns.length, expect.closeTo(mean(returns), 12), expect.closeTo(sd, 12)])
    }
  })

  it('captured odds give the same return and closing-line value as a recomputation from their prices', () => {
    const priced = pricedOf(after.graded)
    const blenders = new Map<number, ReturnType<typeof createBlender>>()
    const picks = priced.map(({ graded: { raw, bestOf, league, startMs, outcome }, books }) => {
      const month = Date.parse(`${new Date(startMs).toISOString().slice(0, 7)}-01T00:00:00Z`)
      const known = blenders.get(month) ?? createBlender(fitBlend(after.graded, month)(after.blend.consensus))
      blenders.set(month, known)
      return books.map(({ book, first, closing }) => {
        const side = pick(known.consensus(raw, { bestOf, league }).consensus.raw, first)
        if (side === null) return { book, returned: null, clv: null }
        const chance = side === 0 ? fair(closing) : 1 - fair(closing)
        return { book, returned: side === 1 - outcome ? first[side] - 1 : -1, clv: first[side] * chance - 1 }
      })
    })
    expect(blenders.size).toBeGreaterThan(1)
    for (const [index, { graded }] of priced.entries()) {
      const picksMade = graded.market!.picks.map(({ book, returned, clv }) => ({ book, returned, clv }))
      const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 12))
      const wanted = picks[index]!.map(({ book, returned, clv }) => ({
        book,
        returned: near(returned),
        clv: near(clv),
      }))
      expect(picksMade).toEqual(wanted)
    }
    const made = picks.flatMap(([first]) => (first!.returned === null ? [] : [first!]))
    expect(made.length).toBeGreaterThan(100)
    const { valuePicks, roi, clv } = said.market
    expect(valuePicks).toBe(made.length)
    expect(roi).toBeCloseTo(mean(made.map(({ returned }) => returned!)), 12)
    expect(clv).toBeCloseTo(mean(made.map((one) => one.clv!)), 12)
  })

  it('captured odds are learned once: without the store, from a base that has passed them, and when read again', async () => {
    const written = await contentsOf(at.artifactsDirectory)
    expect(await sync(at)).toMatchObject({ status: 'unchanged', market: said.market })
    expect(await contentsOf(at.artifactsDirectory)).toEqual(written)
    const moving = await place()
    for (const odds of [season.odds, season.odds, []]) {
      const again = await sync(moving, { odds, isWhole: true })
      expect(again.market).toEqual(said.market)
      expect(await contentsOf(moving.artifactsDirectory)).toEqual(written)
    }
    const base = JSON.parse(await readFile(join(moving.dataDirectory, 'sync/base/manifest.json'), 'utf8'))
    const lastMs = season.series.at(-1)!.startMs
    expect(Date.parse(`${base.asOf}Z`)).toBeGreaterThan(lastMs - 9 * dayMs)
    const dry = await sync(moving, { odds: season.odds, isDryRun: true })
    expect(dry).toMatchObject({ status: 'unchanged', market: said.market })
  })

  it('captured odds that arrive after the base has passed their series teach the same', async () => {
    const late = await place()
    await sync(late, { isWhole: true })
    const { series, valuePicks, roi, clv } = said.market
    const market = { series, valuePicks, roi: expect.closeTo(roi!, 12), clv: expect.closeTo(clv!, 12) }
    expect(await sync(late, { odds: season.odds, isWhole: true })).toMatchObject({ status: 'updated', market })
    const { blend } = await learned(late.artifactsDirectory)
    expect(blend.anchor).toEqual(after.blend.anchor)
    expect(blend.roi).toEqual(after.blend.roi)
    expect(await sync(late, { isWhole: true })).toMatchObject({ status: 'unchanged', market })
  })

  it('captured odds teach the same as odds.csv of a history', async () => {
    const history = await writeContinuation(
      season.series.map(({ startMs, teams, winners }, index) => {
        const start = new Date(startMs).toISOString().slice(0, 19)
        return { id: 90_001 + index, start, teams, league: 'LCK', bestOf: 3, winners }
      }),
    )
    await writeFile(join(history, 'odds.csv'), oddsCsv(season.series))
    const outDirectory = join(root, 'updated')
    await updateArtifacts({ historyDirectory: history, artifactsDirectory: 'artifacts', outDirectory })
    const updated = await learned(outDirectory)
    // The layout lists the teams of some series in the opposite order, which changes the last bit of a sum.
    const { model, weights } = updated.blend.anchor
    const expected: Blend['anchor']['weights'] = { model, ...weights }
    for (const [cell, { w, nEff }] of Object.entries({
      model: after.blend.anchor.model,
      ...after.blend.anchor.weights,
    })) {
      expect([w, nEff], cell).toEqual([expect.closeTo(expected[cell]!.w, 12), expected[cell]!.nEff])
    }
    expect(updated.blend.roi).toEqual(after.blend.roi)
    expect(updated.table).toBe(after.table)
  })
})

function oddsCsv(series: readonly SeasonSeries[]): string {
  const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
  const rows = series.flatMap(({ startMs, teams, odds }, index) =>
    Object.entries(odds).flatMap(([book, prices]) =>
      [prices[0]!, prices.at(-1)!].map(({ capturedMs, odds: pair }, at) =>
        [book, 'series', utc(capturedMs), utc(startMs), ...teams, ...pair, 90_001 + index, at].join(','),
      ),
    ),
  )
  const columns =
    'book,market,captured_at_utc,start_utc,team1_id,team2_id,decimal_odds1,decimal_odds2,series_id,is_closing_line'
  return `${[columns, ...rows].join('\n')}\n`
}
