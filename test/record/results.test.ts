import { toUtc } from '@riftline/base'
import {
  computePerformance,
  createKeptReader,
  createResultSearch,
  emptyChain,
  type KeptLine,
  openRecorded,
  parseGraded,
  parsePerformance,
  performanceBody,
  type RunSteps,
  readResultCursor,
  withKept,
  writeGraded,
  writeResultCursor,
} from '@riftline/record'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradedSteps } from '#record/graded/graded-series.ts'
import { performanceSteps } from '#record/performance/performance-file.ts'
import { gradedOf, recordTexts } from '../support/recorded.ts'
import { untilMs } from './invented-record.ts'

const teams = [
  { id: 1, name: 'One', formerIds: [9] },
  { id: 2, name: 'Two' },
  { id: 3, name: 'Three' },
]
const run: RunSteps = async (steps) => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
const graded = gradedOf([1, 2, 3, 9], { count: 90, leagues: ['LCK', 'LEC'] })
const texts = recordTexts(graded)

/** A kept line of a graded series, made an hour before its start. */
function keptLine(series: (typeof graded)[number], seq: number, change: Partial<KeptLine> = {}): KeptLine {
  const chances = { probability1: 0.3, calibratedProbability1: 0.35 }
  const { league, bestOf, team1Id, team2Id, startMs } = series
  return {
    ...{ seq, previousSha256: emptyChain.sha256, keptAtUtc: toUtc(startMs - 60_000), seriesId: `s${series.seriesId}` },
    ...{ league, bestOf, team1Id, team2Id, startUtc: toUtc(startMs), artifacts: '3f1c9a0b77de' },
    forecasts: { fasttree: chances, lightgbm: chances, pcasweep: chances, consensus: chances },
    market: { probability1: 0.4, capturedAtUtc: toUtc(startMs - 120_000) },
    ...change,
  }
}

const storeOf = (lines: readonly KeptLine[], sha256 = 'a'.repeat(64)) => ({
  read: async () => ({ lines, head: { seq: lines.length, sha256 }, fault: null }),
})

describe('pages of results', () => {
  const search = createResultSearch(graded, teams)

  it('pages hold each fitting series once, the latest first, and only the last has no next', () => {
    const filters = { league: 'LCK', teamId: 1 }
    const wanted = graded
      .filter(
        ({ league, team1Id, team2Id }) => league === 'LCK' && [team1Id, team2Id].some((id) => id === 1 || id === 9),
      )
      .sort((a, b) => b.startMs - a.startMs || b.seriesId - a.seriesId)
    for (const limit of [1, 7, wanted.length, wanted.length + 1]) {
      const seen: number[] = []
      let page = search.page(filters, null, limit)
      for (;;) {
        expect(page.series.length).toBeGreaterThan(0)
        seen.push(...page.series.map(({ seriesId }) => seriesId))
        if (page.next === null) break
        page = search.page(filters, page.next, limit)
      }
      expect(seen).toEqual(wanted.map(({ seriesId }) => seriesId))
    }
  })

  it('both ends of a span of time are included', () => {
    const [fromMs, toMs] = [graded[20]!.startMs, graded[40]!.startMs]
    const { series } = search.page({ fromMs, toMs }, null, 1000)
    const wanted = graded.filter(({ startMs }) => startMs >= fromMs && startMs <= toMs)
    expect(new Set(series)).toEqual(new Set(wanted))
  })

  it('a page that begins after a series which later artifacts do not have begins at the next older one', () => {
    const after = search.page({}, null, 30).next!
    const without = createResultSearch(
      graded.filter(({ seriesId }) => seriesId !== after.seriesId),
      teams,
    )
    expect(without.page({}, after, 5).series).toEqual(search.page({}, after, 5).series)
  })

  it('series of a team that the catalogue does not have are left out', () => {
    const { series } = createResultSearch(graded, teams.slice(1))
    expect(series.some(({ team1Id, team2Id }) => [team1Id, team2Id].includes(1))).toBe(false)
    expect(series.length).toBeGreaterThan(0)
  })
})

describe('cursors', () => {
  it('a cursor gives its place back for the same filters, and for no others', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.maxSafeInteger(),
        fc.string(),
        fc.string(),
        (startMs, seriesId, filters, others) => {
          const cursor = writeResultCursor({ startMs, seriesId }, filters)
          expect(cursor).toMatch(/^[\w-]{32}$/)
          expect(readResultCursor(cursor, filters)).toEqual({ startMs, seriesId })
          if (others !== filters) expect(readResultCursor(cursor, others)).toBeNull()
        },
      ),
    )
  })

  it('a cursor with one other character, and any invented text, is refused', () => {
    const cursor = writeResultCursor({ startMs: untilMs, seriesId: 7 }, 'x')
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      expect(readResultCursor(cursor.slice(0, at) + other + cursor.slice(at + 1), 'x')).toBeNull()
    }
    fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => readResultCursor(text, 'x') === null))
  })
})

describe('files in steps', () => {
  it('both files read in steps are equal to those read at once', async () => {
    expect(await run(gradedSteps('graded.json', texts.graded))).toEqual(parseGraded('graded.json', texts.graded))
    expect(await run(performanceSteps('p.json', texts.performance))).toEqual(
      parsePerformance('p.json', texts.performance),
    )
  })

  it('a fault in a late row is refused with its place', async () => {
    const broken = JSON.parse(texts.graded)
    broken.series.push(...Array.from({ length: 300 }, () => structuredClone(broken.series[0])))
    broken.series[350][4] = 2
    await expect(run(gradedSteps('graded.json', JSON.stringify(broken)))).rejects.toThrow('series[350][4]')
    const scores = JSON.parse(texts.performance)
    scores.windows[2].rows[0].accuracy = 2
    await expect(run(performanceSteps('p.json', JSON.stringify(scores)))).rejects.toThrow('windows[2].rows[0].accuracy')
  })
})

describe('kept forecasts beside the record', () => {
  const open = () => openRecorded(texts, { teams, asOfMs: untilMs, run })
  const lines = graded.slice(-40).map((series, index) => keptLine(series, index + 1))

  it('the window kept has the scores of the kept chances, by the code of all windows, and the chain its head', async () => {
    const recorded = open()
    const kept = await createKeptReader(storeOf(lines), run)(recorded)
    expect(kept.chain).toEqual({ lines: 40, sha256: 'a'.repeat(64) })
    expect(kept.matched.size).toBe(40)
    const { windows } = await performanceBody(recorded, kept, {})
    const shown = windows.at(-1)!
    const expected = computePerformance([...kept.matched].map(withKept), untilMs).windows.at(-1)!
    expect(shown).toEqual({ ...expected, window: 'kept' })
    const [row] = shown.rows.filter(({ model, league, bestOf }) => model === 'consensus' && !league && !bestOf)
    const losses = [...kept.matched.keys()].map(({ outcome }) => -Math.log(outcome === 1 ? 0.35 : 0.65))
    expect(row!.logLoss).toBeCloseTo(losses.reduce((sum, loss) => sum + loss, 0) / 40, 12)
  })

  it('without a kept forecast there is no window and no chain, and graded.json is not read', async () => {
    const unreadable = openRecorded({ ...texts, graded: 'no JSON' }, { teams, asOfMs: untilMs, run })
    const kept = await createKeptReader(storeOf([]), run)(unreadable)
    expect(kept.chain).toBeNull()
    expect((await performanceBody(unreadable, kept, {})).windows.map(({ window }) => window)).not.toContain('kept')
  })

  it('a line whose series is not graded yet moves the head, and scores nothing anew', async () => {
    const recorded = open()
    let all = lines
    let sha256 = 'a'.repeat(64)
    const read = createKeptReader({ read: () => storeOf(all, sha256).read() }, run)
    const before = await read(recorded)
    expect(await read(recorded)).toBe(before)
    all = [...lines, keptLine({ ...graded[0]!, startMs: untilMs + 86_400_000 }, 41)]
    sha256 = 'b'.repeat(64)
    const after = await read(recorded)
    expect(after.chain).toEqual({ lines: 41, sha256 })
    expect(after.window).toBe(before.window)
  })
})

it('writeGraded and the search keep every series of the record', () => {
  expect(createResultSearch(parseGraded('graded.json', writeGraded(graded)), teams).series.length).toBe(90)
})
