import { emptyChain, type KeptForecast, type KeptLine, keptLineText, matchKept } from '@riftline/record'
import { expect, it } from 'vitest'
import { keptForecast } from './kept-lines.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2026-01-01T12:00:00Z')
const utc = (hours: number): string => new Date(startMs + hours * hourMs).toISOString().slice(0, 19)

/** A line of the teams 1 and 2, whose start lies some hours after noon; the forecast was made a minute before. */
function line(seriesId: string, hours: number, fields: Partial<KeptForecast> = {}): KeptLine {
  const times = { startUtc: utc(hours), keptAtUtc: utc(hours - 1 / 60) }
  return JSON.parse(
    keptLineText(keptForecast(1, { seriesId, team1Id: 1, team2Id: 2, ...times, ...fields }), emptyChain),
  )
}
const graded = (hours: number, team1Id = 1, team2Id = 2) => ({ team1Id, team2Id, startMs: startMs + hours * hourMs })

it('a kept forecast is joined to the series of its teams that started within 12 hours', () => {
  const series = [graded(12), graded(13), graded(0, 1, 3)]
  expect([...matchKept([line('a', 0)], series).keys()]).toEqual([series[0]])
  expect(matchKept([line('a', 1)], [graded(13.01)]).size).toBe(0)
  expect(matchKept([], series).size).toBe(0)
})

it('chances are those of the first team of the graded series', () => {
  const [same, turned] = [graded(0), graded(0, 2, 1)]
  const market = { probability1: 0.75, capturedAtUtc: utc(-1) }
  const lines = [line('a', 0, { market })]
  expect(matchKept(lines, [same]).get(same)).toEqual({ line: lines[0], forecasts: lines[0]!.forecasts, market })
  expect(matchKept(lines, [turned]).get(turned)).toMatchObject({
    forecasts: { fasttree: { probability1: 1 - 0.61, calibratedProbability1: 0.4 }, consensus: { probability1: 0.38 } },
    market: { probability1: 0.25, capturedAtUtc: utc(-1) },
  })
  const priceless = matchKept([line('a', 0, { market: null })], [turned])
  expect(priceless.get(turned)?.market).toBeNull()
})

it('of several lines of one series the last made before the graded start counts', () => {
  const lines = [line('a', 0), line('a', 2), line('a', 1.5)]
  const countedAt = (hours: number) => {
    const series = graded(hours)
    return matchKept(lines, [series]).get(series)?.line.startUtc
  }
  expect([0.1, 1.6, 2.1, 30].map(countedAt)).toEqual([utc(0), utc(1.5), utc(2), undefined])
  // A forecast made in the very second of the start is no forecast before it.
  expect([-1 / 60, 0].map(countedAt)).toEqual([undefined, utc(0)])
})

it('two series of the same teams on one day get the nearest lines, one each', () => {
  const [noon, evening, night] = [graded(0.2), graded(7.5), graded(9)]
  const matched = matchKept([line('evening', 7), line('noon', 0)], [night, evening, noon])
  expect([noon, evening, night].map((series) => matched.get(series)?.line.seriesId)).toEqual([
    'noon',
    'evening',
    undefined,
  ])
})

it('teams are the same under a former id', () => {
  const series = graded(0, 20, 1)
  const formerIds = new Map([[2, 20]])
  expect(matchKept([line('a', 0)], [series]).size).toBe(0)
  expect(
    matchKept([line('a', 0)], [series], { formerIds }).get(series)?.forecasts.fasttree.calibratedProbability1,
  ).toBe(0.4)
})
