import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { openOddsStore } from '@riftline/odds'
import { parseSchedule } from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { type Capturing, startCapturing } from './capturing.ts'

// Answers of /v1/odds to captures of one market, with a schedule on the same data folder.

let capturing: Capturing
let server: TestServer
beforeEach(async () => {
  capturing = await startCapturing('2026-11-21T12:00:00')
  const { data } = capturing
  const clock = { now: () => Date.now(), monotonicMs: () => 0 }
  const odds = await openOddsStore({ dataFolder: data, clock, log: silentLog })
  const file = join(data, 'sync/schedule.json')
  const schedule = {
    get current() {
      return existsSync(file) ? parseSchedule(readFileSync(file, 'utf8')) : null
    },
  }
  server = await startServer({ odds, schedule, catalogue: await loadCatalogue('artifacts'), topUp: 1000 })
})
afterEach(() => server.close())

const start = '2026-11-21T15:00:00'
const day = (time: string): string => `2026-11-21T${time}:00`

/** Captures at these times of day. */
async function captureAt(...times: readonly string[]): Promise<void> {
  for (const time of times) {
    capturing.at(day(time))
    await capturing.round('--sources', 'polymarket')
  }
}

/** Id, capture time and kind of the answer at a moment, or the reason why there is none. */
async function shownAt(utc: string): Promise<unknown> {
  capturing.at(utc)
  server.clock.advance(Date.parse(`${utc}Z`) - server.clock.now())
  const { json } = await send(server, 'GET', '/v1/odds?team1=T1&team2=Gen.G')
  const { match, capturedAtUtc, isClosingLine, error } = json
  return error ?? [match.esportsMatchId, capturedAtUtc.slice(11, 16), isClosingLine ? 'closing' : 'open']
}

function offer(...starts: readonly string[]): void {
  capturing.polymarket.series = starts.map((one, at) => ({ id: `50${at}`, teams: ['T1', 'Gen.G'], start: one }))
}

describe.runIf(runsAll)('captured odds are shown', () => {
  it('captured odds are open until the scheduled minute, then the closing line, which later captures leave unchanged', async () => {
    offer(start)
    await capturing.announce({ id: '110', scheduledUtc: start })
    await captureAt('14:00', '14:59', '15:00')
    expect(await shownAt(start)).toEqual(['110', '14:59', 'open'])
    expect(await shownAt('2026-11-21T15:00:01')).toEqual(['110', '14:59', 'closing'])
  })

  it('captured odds of a late series stay open until its true start while the market trades', async () => {
    offer(day('15:40'))
    await capturing.announce({ id: '110', scheduledUtc: start })
    await captureAt('14:50', '15:10', '15:30')
    await capturing.announce({ id: '110', scheduledUtc: start, startedUtc: day('15:20') })
    await captureAt('15:35')
    expect(await shownAt('2026-11-21T15:36:00')).toEqual(['110', '15:10', 'closing'])
  })

  it('captured odds of a postponed series are open until its new start, stated by schedule or market', async () => {
    offer(start)
    await capturing.announce({ id: '110', scheduledUtc: start })
    await captureAt('14:00')
    await capturing.announce({ id: '110', scheduledUtc: '2026-11-22T15:00:00' })
    offer('2026-11-22T15:00:00')
    await captureAt('14:30', '16:00')
    expect(await shownAt('2026-11-21T20:00:00')).toEqual(['110', '16:00', 'open'])
    expect(await shownAt('2026-11-22T15:00:01')).toEqual(['110', '16:00', 'closing'])
  })

  it('captured odds are those of the next series when one pair plays twice in two days', async () => {
    offer(start, '2026-11-22T14:30:00')
    await capturing.announce({ id: '110', scheduledUtc: start }, { id: '111', scheduledUtc: '2026-11-22T15:00:00' })
    await captureAt('14:00')
    expect(await shownAt(day('14:10'))).toEqual(['110', '14:00', 'open'])
    await captureAt('16:00')
    expect(await shownAt(day('16:10'))).toEqual(['111', '16:00', 'open'])
    expect(await shownAt('2026-11-22T15:10:00')).toEqual(['111', '16:00', 'closing'])
  })
})
