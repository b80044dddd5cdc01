import { RiftlineError } from '@riftline/base'
import { createLiveChain, type KeptStore, keptLineText } from '@riftline/record'
import { beforeEach, describe, expect, it } from 'vitest'
import { forecastAt, keepFrom, listed, madeUtcOf, scheduleOf } from './kept-week.ts'

/** Kept forecasts in memory, which fail when a test says so. */
function memoryStore() {
  const chain = createLiveChain()
  const store = {
    failure: null as Error | null,
    isUnreadable: false,
    isClosed: false,
    lines: () => chain.lines(),
    async read(): ReturnType<KeptStore['read']> {
      const unreadable = { kind: 'unreadable', file: null, line: null, message: 'gone' } as const
      return { lines: chain.lines(), head: chain.head(), fault: store.isUnreadable ? unreadable : null }
    },
    async append(forecast: Parameters<KeptStore['append']>[0]): ReturnType<KeptStore['append']> {
      if (store.failure !== null) throw store.failure
      if (chain.has(forecast)) return 'known'
      chain.add(keptLineText(forecast, chain.head()))
      return 'kept'
    },
    async close() {
      store.isClosed = true
    },
  }
  return store
}

let store: ReturnType<typeof memoryStore>
beforeEach(() => {
  store = memoryStore()
})
const one = listed('one', [1, 2], '2026-11-26T10:00:00')
const events = (log: readonly { readonly event: string }[]) => log.map(({ event }) => event)

describe('a keeper of forecasts', () => {
  it('a forecast is made anew with new artifacts, and the kept line names those that made it', async () => {
    let artifacts = 'aaaaaaaaaaaa'
    const forecast: typeof forecastAt = (series, at) => ({ ...forecastAt(series, at)!, artifacts })
    const parts = { forecast, artifacts: () => artifacts, current: scheduleOf([one]) }
    const keeper = keepFrom('2026-11-26T09:00:00', store, parts)
    await keeper.passTo('2026-11-26T09:59:57')
    artifacts = 'bbbbbbbbbbbb'
    await keeper.passTo('2026-11-26T10:00:00')
    expect(store.lines()).toMatchObject([{ artifacts: 'bbbbbbbbbbbb', keptAtUtc: '2026-11-26T09:59:58' }])
  })

  it('the market of a line is the one before the start, and a line without it is kept if it cannot be read', async () => {
    const asked: unknown[] = []
    const market = async ({ id }: { id: string }, before: number) => {
      asked.push([id, new Date(before).toISOString()])
      return { probability1: 0.7, capturedAtUtc: '2026-11-26T09:58:00' }
    }
    const keeper = keepFrom('2026-11-26T09:59:00', store, { market, current: scheduleOf([one]) })
    await keeper.passTo('2026-11-26T10:00:01')
    expect(asked).toEqual([['one', '2026-11-26T10:00:00.000Z']])
    expect(store.lines()).toMatchObject([{ market: { probability1: 0.7, capturedAtUtc: '2026-11-26T09:58:00' } }])
    const failing = async () => Promise.reject(new Error('the disk is gone'))
    const other = keepFrom('2026-11-26T10:00:00', store, {
      market: failing,
      current: scheduleOf([listed('two', [3, 4], '2026-11-26T10:10:00')]),
    })
    await other.passTo('2026-11-26T10:10:01')
    expect(store.lines()[1]).toMatchObject({ seriesId: 'two', market: null })
    expect(events(other.log)).toEqual(['market_not_read', 'forecast_kept'])
  })

  it('at one look at most four forecasts are made, those of the soonest series first', async () => {
    const asked: string[] = []
    const forecast: typeof forecastAt = (series, at) => {
      asked.push(series.id)
      return forecastAt(series, at)
    }
    const all = Array.from({ length: 10 }, (_, index) =>
      listed(`s${index}`, [1 + index, 21 + index], `2026-11-26T1${9 - index}:00:00`),
    )
    const later = listed('tomorrow', [1, 2], '2026-11-27T09:00:02')
    const keeper = keepFrom('2026-11-26T09:00:00', store, { forecast, current: scheduleOf([...all, later]) })
    expect(asked).toEqual(['s9', 's8', 's7', 's6'])
    await keeper.passTo('2026-11-26T09:00:59')
    expect([asked.length, asked.slice(4, 11)]).toEqual([11, ['s5', 's4', 's3', 's2', 's1', 's0', 'tomorrow']])
    await keeper.passTo('2026-11-26T09:01:59')
    expect(asked).toHaveLength(22)
  })

  it('a line that cannot be written is written later, with the forecast from before the start', async () => {
    const two = listed('two', [3, 4], '2026-11-26T10:00:30')
    const keeper = keepFrom('2026-11-26T09:59:00', store, { current: scheduleOf([one, two]) })
    store.failure = new Error('ENOSPC')
    await keeper.passTo('2026-11-26T10:02:00')
    expect(store.lines()).toEqual([])
    store.failure = null
    await keeper.passTo('2026-11-26T10:02:01')
    expect(store.lines().map(madeUtcOf)).toEqual(['2026-11-26T09:59:55', '2026-11-26T10:00:25'])
    expect(events(keeper.log)).toEqual(['forecast_keeping_failed', 'forecast_kept', 'forecast_kept'])
  })

  it('with a broken chain each series that begins is reported once as not kept', async () => {
    const two = listed('two', [3, 4], '2026-11-26T10:00:30')
    const keeper = keepFrom('2026-11-26T09:59:00', store, { current: scheduleOf([one, two]) })
    store.failure = new RiftlineError('kept_chain_broken', 'line 3 was changed')
    await keeper.passTo('2026-11-26T10:05:00')
    expect(keeper.log).toMatchObject([
      {
        level: 'warn',
        event: 'forecast_not_kept',
        seriesId: 'one',
        startUtc: '2026-11-26T10:00:00',
        reason: 'line 3 was changed',
      },
      { level: 'warn', event: 'forecast_not_kept', seriesId: 'two' },
    ])
    expect(keeper.counts).toEqual({ forecasts_kept_total: 0, forecasts_not_kept_total: 2 })
  })

  it('a series that cannot be forecast for an error is logged, and does not hinder others', async () => {
    const forecast: typeof forecastAt = (series, at) => {
      if (series.id === 'bad') throw new Error('no such model')
      return forecastAt(series, at)
    }
    const bad = listed('bad', [3, 4], '2026-11-26T09:59:40')
    const keeper = keepFrom('2026-11-26T09:59:30', store, { forecast, current: scheduleOf([bad, one]) })
    await keeper.passTo('2026-11-26T09:59:39')
    await keeper.passTo('2026-11-26T10:01:00')
    expect(store.lines()).toMatchObject([{ seriesId: 'one' }])
    expect(keeper.counts).toEqual({ forecasts_kept_total: 1, forecasts_not_kept_total: 1 })
    expect(keeper.log.find(({ event }) => event === 'forecast_not_made')).toMatchObject({
      seriesId: 'bad',
      error: 'no such model',
    })
  })

  it('a start that services state anew at each reading gets one line, also after a restart', async () => {
    const early = (time: string) => scheduleOf([{ ...one, startedUtc: `2026-11-26T${time}` }])
    const keeper = keepFrom('2026-11-26T09:00:00', store, { current: scheduleOf([one]) })
    await keeper.passTo('2026-11-26T09:40:00')
    keeper.schedule.current = early('09:39:50')
    await keeper.passTo('2026-11-26T09:50:00')
    keeper.schedule.current = early('09:49:50')
    await keeper.passTo('2026-11-26T09:55:00')
    expect(store.lines()).toMatchObject([{ startUtc: '2026-11-26T09:39:50', keptAtUtc: '2026-11-26T09:39:00' }])
    const again = keepFrom('2026-11-26T09:59:00', store, { current: early('09:58:50') })
    await again.passTo('2026-11-26T10:02:00')
    expect([store.lines().length, again.log]).toEqual([1, []])
  })

  it('a start is reported as not kept after five seconds, unless another process keeps it or nothing can be read', async () => {
    const began = ['2026-11-26T08:00:00', '2026-11-18T10:00:00'].map((utc, index) =>
      listed(`old${index}`, [3, 4 + index], utc),
    )
    const current = scheduleOf([one, ...began, listed('unknown', [1, 99], '2026-11-26T08:00:00')])
    const keeper = keepFrom('2026-11-26T10:00:01', store, { current })
    store.isUnreadable = true
    await keeper.passTo('2026-11-26T10:00:03')
    expect(keeper.log).toEqual([])
    store.isUnreadable = false
    await keeper.passTo('2026-11-26T10:00:04')
    expect(keeper.log.map(({ event, seriesId }) => [event, seriesId])).toEqual([['forecast_not_kept', 'old0']])
    const { market: _, ...made } = { market: null, ...forecastAt(one, Date.parse('2026-11-26T09:59:00Z'))! }
    const times = { keptAtUtc: '2026-11-26T09:59:00', startUtc: '2026-11-26T10:00:00' }
    await store.append({ ...made, ...times, seriesId: 'one', market: null })
    await keeper.passTo('2026-11-26T10:01:00')
    expect(keeper.counts).toEqual({ forecasts_kept_total: 0, forecasts_not_kept_total: 1 })
  })

  it('a series whose team becomes unknown or another before the start keeps no forecast of the former pair', async () => {
    const two = listed('two', [3, 4], '2026-11-26T10:00:00')
    const keeper = keepFrom('2026-11-26T09:50:00', store, { current: scheduleOf([one, two]) })
    await keeper.passTo('2026-11-26T09:55:00')
    keeper.schedule.current = scheduleOf([
      listed('one', [1, 99], one.scheduledUtc),
      listed('two', [3, 5], two.scheduledUtc),
    ])
    await keeper.passTo('2026-11-26T10:01:00')
    expect(store.lines().map(({ seriesId, team2Id }) => [seriesId, team2Id])).toEqual([['two', 5]])
    expect(keeper.counts.forecasts_not_kept_total).toBe(0)
  })

  it('a series that began before its teams were exchanged keeps no forecast of the former pair', async () => {
    const keeper = keepFrom('2026-11-26T09:50:00', store, { current: scheduleOf([one]) })
    await keeper.passTo('2026-11-26T09:55:00')
    keeper.schedule.current = scheduleOf([listed('one', [1, 3], one.scheduledUtc)])
    await keeper.passTo('2026-11-26T09:56:00')
    keeper.schedule.current = scheduleOf([
      listed('one', [1, 3], one.scheduledUtc, { startedUtc: '2026-11-26T09:54:00' }),
    ])
    await keeper.passTo('2026-11-26T09:57:00')
    expect([store.lines(), keeper.counts.forecasts_not_kept_total]).toEqual([[], 1])
  })

  it('a clock that is set back makes no forecast seem to be from before the start', async () => {
    let shift = 0
    const keeper = keepFrom('2026-11-26T09:30:00', store, { current: scheduleOf([one]) })
    await keeper.passTo('2026-11-26T09:50:00')
    const { createManualClock } = await import('../support/clock.ts')
    const clock = createManualClock('2026-11-26T09:50:00Z')
    const other = keepFrom('2026-11-26T09:30:00', store, {
      clock: { now: () => clock.now() + shift },
      current: scheduleOf([one]),
    })
    await other.passTo('2026-11-26T09:30:01')
    shift = -600_000
    await other.passTo('2026-11-26T09:30:02')
    clock.advanceTo(Date.parse('2026-11-26T10:10:00Z'))
    await other.passTo('2026-11-26T09:30:03')
    expect(store.lines()).toMatchObject([{ keptAtUtc: '2026-11-26T09:40:00' }])
  })

  it('closing stops the timer, finishes the line that is being written, and closes the store', async () => {
    const keeper = keepFrom('2026-11-26T09:59:50', store, { current: scheduleOf([one]) })
    const passing = keeper.passTo('2026-11-26T10:00:00')
    await passing
    await keeper.close()
    expect([store.lines().length, store.isClosed]).toEqual([1, true])
    expect(keeper.log.map(({ event }) => event)).toEqual(['forecast_kept'])
  })

  it('without a schedule nothing is done', async () => {
    const keeper = keepFrom('2026-11-26T09:59:50', store)
    await keeper.passTo('2026-11-26T10:01:00')
    expect([store.lines(), keeper.log]).toEqual([[], []])
  })
})
