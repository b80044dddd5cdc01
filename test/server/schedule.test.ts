import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '@riftline/base/node'
import type { Schedule, ScheduledSeries } from '@riftline/predictor'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openScheduleFile } from '#server/serving/reload.ts'
import { createPassingTimers } from '../support/passing-timers.ts'
import { send, startServer, until } from '../support/server.ts'

const northern = { id: 101, name: 'Northern Lights' }
const harbor = { id: 102, name: "Harbor's Kings" }

const series = (id: string, scheduledUtc: string, fields: Partial<ScheduledSeries> = {}): ScheduledSeries => ({
  ...{ id, league: 'NL', bestOf: 3, scheduledUtc, startedUtc: null, team1: northern, team2: harbor, stated: [] },
  ...fields,
})

const scheduleOf = (...all: readonly ScheduledSeries[]): Schedule => ({
  ...{ format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-11-21T11:00:00', series: all },
})

const served = { dataThroughUtc: '2026-11-20T00:00:00', artifacts: '3f1c9a0b77de' }

describe('GET /v1/schedule', () => {
  it('GET /v1/schedule is empty before a first sync, free, and cacheable for a minute', async () => {
    const server = await startServer()
    const { status, json, headers } = await send(server, 'GET', '/v1/schedule')
    expect([status, json]).toEqual([200, { count: 0, ...served, schedule: [] }])
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'x-credits-charged': '0',
      'x-data-through': '2026-11-20T00:00:00',
      'x-artifacts': '3f1c9a0b77de',
      etag: expect.any(String),
    })
    const again = await send(server, 'GET', '/v1/schedule', { headers: { 'If-None-Match': String(headers.etag) } })
    expect([again.status, again.headers['x-data-through']]).toEqual([304, '2026-11-20T00:00:00'])
    expect((await send(server, 'HEAD', '/v1/schedule')).headers['content-length']).toBe(headers['content-length'])
    expect((await send(server, 'GET', '/v1/schedule', { key: null })).status).toBe(401)
    await server.close()
  })

  it('GET /v1/schedule lists the series that have not begun, with present team names, and follows clock and schedule', async () => {
    const schedule = {
      current: scheduleOf(
        series('begun', '2026-11-21T13:00:00', { startedUtc: '2026-11-21T11:50:00' }),
        series('soon', '2026-11-21T12:00:10'),
        series('former', '2026-11-21T13:00:00', {
          team2: { id: 100, name: 'Old Lights' },
          team1: harbor,
          bestOf: null,
        }),
        series('unknown', '2026-11-21T14:00:00', { team2: { id: 999, name: 'Gone' } }),
      ),
    }
    const server = await startServer({ schedule })
    const read = async () => (await send(server, 'GET', '/v1/schedule')).json
    const soon = {
      id: 'soon',
      league: 'NL',
      leagueName: 'NL',
      bestOf: 3,
      scheduledUtc: '2026-11-21T12:00:10',
      team1: northern,
      team2: harbor,
    }
    const former = {
      ...soon,
      id: 'former',
      bestOf: null,
      scheduledUtc: '2026-11-21T13:00:00',
      team1: harbor,
      team2: northern,
    }
    expect(await read()).toEqual({ count: 2, ...served, schedule: [soon, former] })
    server.clock.advance(10_000)
    expect((await read()).schedule).toEqual([soon, former])
    server.clock.advance(1)
    expect((await read()).schedule).toEqual([former])
    schedule.current = scheduleOf(series('soon', '2026-11-21T18:00:00'))
    expect((await read()).schedule).toEqual([{ ...soon, scheduledUtc: '2026-11-21T18:00:00' }])
    await server.close()
  })
})

describe('the schedule of a data folder', () => {
  let data: string
  type ScheduleFile = Awaited<ReturnType<typeof openScheduleFile>>
  let opened: ScheduleFile | null = null
  let log: LogEntry[]
  const timers = createPassingTimers()
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'riftline-schedule-'))
    log = []
  })
  afterEach(async () => {
    opened?.stop()
    await rm(data, { recursive: true })
  })
  const open = async (): Promise<ScheduleFile> => {
    opened = await openScheduleFile(data, { log: (entry) => void log.push(entry), timers })
    return opened
  }
  const file = () => join(data, 'sync/schedule.json')
  const save = async (text: string): Promise<void> => {
    await mkdir(join(data, 'sync'), { recursive: true })
    await writeFile(`${file()}.next`, text)
    await rename(`${file()}.next`, file())
  }
  /** Lets time pass until the server has loaded the file. */
  const taken = (condition: () => boolean): Promise<void> =>
    until(() => {
      timers.pass(250)
      return condition()
    })
  const ids = ({ current }: ScheduleFile) => current?.series.map(({ id }) => id)

  it('a schedule is loaded when its file appears or changes; a damaged file is logged and the old schedule stays', async () => {
    const schedule = await open()
    expect([schedule.current, log]).toEqual([null, []])
    await save(JSON.stringify(scheduleOf(series('a', '2026-11-22T12:00:00'))))
    await taken(() => schedule.current !== null)
    expect(ids(schedule)).toEqual(['a'])
    await save('{"format":"riftline-schedule"')
    await taken(() => log.length > 0)
    expect([ids(schedule), log]).toMatchObject([
      ['a'],
      [{ level: 'error', event: 'schedule_unreadable', file: file() }],
    ])
    await save(JSON.stringify(scheduleOf(series('b', '2026-11-22T12:00:00'))))
    await taken(() => ids(schedule)?.[0] === 'b')
  })

  it.each([
    ['damaged', async () => save('not JSON')],
    ['a folder', async () => void (await mkdir(file(), { recursive: true }))],
    ['another format', async () => save('{"format":"riftline-schedule","formatVersion":2}')],
    [
      'with a moment that does not exist',
      async () => save(JSON.stringify(scheduleOf(series('a', '2026-02-30T12:00:00')))),
    ],
  ])('a start succeeds with a schedule that is %s', async (_what, prepare) => {
    await prepare()
    const schedule = await open()
    expect([schedule.current, log]).toMatchObject([null, [{ event: 'schedule_unreadable' }]])
  })
})
