import { evaluateHistory, predictionLines } from '@riftline/pipeline'
import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { afterData, dataDate, dayAfterData } from '../../support/committed-artifacts.ts'
import { type InventedSeries, writeContinuation } from '../../support/continuation.ts'

const artifactsDirectory = 'artifacts'

// Ids are those of teams in the committed artifacts; results are invented.
const series: readonly InventedSeries[] = [
  { id: 90001, start: dayAfterData(10, '08:00:00'), teams: [3, 9], league: 'LCK', bestOf: 3, winners: [0, 1, 0] },
  {
    id: 90002,
    start: dayAfterData(10, '09:30:00'),
    teams: [20, 21],
    league: 'LEC',
    bestOf: 1,
    winners: [1],
    noSides: true,
  },
  { id: 90003, start: dayAfterData(10, '10:20:00'), teams: [4, 6], league: 'LCK', bestOf: 3, winners: [0, 0] },
  { id: 90004, start: dayAfterData(11, '08:00:00'), teams: [9, 4], league: 'LCK', bestOf: 5, winners: [1, 1, 0, 1] },
  { id: 90005, start: dayAfterData(11, '09:00:00'), teams: [3, 99_999], league: 'NEW', bestOf: 3, winners: [0, 0] },
  { id: 90006, start: dayAfterData(12, '08:00:00'), teams: [6, 3], league: 'LCK', bestOf: 3, winners: [1, 0] },
]

async function evaluate(all: readonly InventedSeries[], options: { from?: string; to?: string } = {}) {
  const historyDirectory = await writeContinuation(all)
  return evaluateHistory({ historyDirectory, artifactsDirectory, ...options })
}

describe('evaluateHistory', () => {
  it.runIf(runsAll)(
    'evaluateHistory grades every complete series, including those without sides or with unknown teams or leagues',
    async () => {
      const { evaluation, graded } = await evaluate(series)
      expect(graded.map(({ seriesId }) => seriesId)).toEqual([90001, 90002, 90003, 90004, 90005])
      expect(evaluation.series).toBe(5)
      expect([evaluation.from, evaluation.to]).toEqual([dayAfterData(10, '08:00:00'), dayAfterData(11, '09:00:00')])
      expect(Object.keys(evaluation.models)).toEqual(['fasttree', 'lightgbm', 'pcasweep', 'consensus'])
      expect(Object.keys(evaluation.baselines)).toEqual(['constant', 'elo', 'glicko2'])
      expect(evaluation.baselines.constant.logLoss).toBeCloseTo(Math.LN2, 12)
      expect(evaluation.market).toBeNull()
      expect(evaluation.draft?.series).toBe(4)
      expect(evaluation.byBestOf[1]?.models.consensus.raw.n).toBe(1)
    },
  )

  it.runIf(runsAll)('predictionLines gives a line for each graded series, with chances in (0, 1)', async () => {
    const { graded } = await evaluate(series)
    const lines = predictionLines(graded).trim().split('\n')
    expect(lines).toHaveLength(5)
    for (const line of lines) {
      const { series: id, startUtc, models } = JSON.parse(line)
      expect(id).toBeGreaterThan(90000)
      expect(startUtc > dataDate).toBe(true)
      for (const model of ['fasttree', 'lightgbm', 'pcasweep', 'consensus'])
        for (const chance of [models[model].raw, models[model].calibrated]) {
          expect(chance).toBeGreaterThan(0)
          expect(chance).toBeLessThan(1)
        }
    }
  })

  it.runIf(runsAll)('changing or removing a game changes no forecast made before its end', async () => {
    const before = (await evaluate(series)).graded
    const changes: readonly ((all: readonly InventedSeries[]) => InventedSeries[])[] = [
      (all) => all.map((one) => (one.id === 90004 ? { ...one, winners: [0, 0, 0] } : one)),
      (all) => all.map((one) => (one.id === 90001 ? { ...one, winners: [0, 1] } : one)),
      (all) => all.map((one) => (one.id === 90001 ? { ...one, winners: [0, 1, 1] } : one)),
      (all) => all.filter(({ id }) => id !== 90005 && id !== 90006),
    ]
    const changedFrom = [
      dayAfterData(11, '08:00:00'),
      dayAfterData(10, '10:00:00'),
      dayAfterData(10, '10:00:00'),
      dayAfterData(11, '09:00:00'),
    ]
    for (const [index, change] of changes.slice(0, amount(1, 4)).entries()) {
      const after = (await evaluate(change(series))).graded
      const limit = Date.parse(`${changedFrom[index]}Z`) + 30 * 60_000
      for (const forecast of before.filter(({ startMs }) => startMs < limit)) {
        const same = after.find(({ seriesId }) => seriesId === forecast.seriesId)
        if (same !== undefined) expect(same.match).toEqual(forecast.match)
      }
    }
  })

  it.runIf(runsAll)('evaluateHistory grades only series between the days `from` and `to`', async () => {
    const { graded } = await evaluate(series, { from: afterData(11).slice(0, 10), to: afterData(11).slice(0, 10) })
    expect(graded.map(({ seriesId }) => seriesId)).toEqual([90004, 90005])
    const all = (await evaluate(series)).graded
    expect(graded[0]?.match).toEqual(all.find(({ seriesId }) => seriesId === 90004)?.match)
  })

  it.runIf(runsAll)(
    'evaluateHistory refuses days that the models know, days that do not exist, and a history without newer series',
    async () => {
      await expect(evaluate(series, { from: afterData(-30).slice(0, 10) })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
      await expect(evaluate(series, { to: '2026-02-31' })).rejects.toMatchObject({ code: 'invalid_argument' })
      await expect(evaluate(series, { from: '2027-01-01' })).rejects.toMatchObject({ code: 'history_empty' })
    },
  )
})
