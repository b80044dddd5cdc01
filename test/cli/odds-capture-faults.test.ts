import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import * as faults from '../support/sources/faults.ts'
import type { OfferedSeries } from '../support/sources/offered-series.ts'
import { type StandInAnswer, sendJson } from '../support/sources/stand-in.ts'
import { useKnownNames } from '../support/tiny-artifacts-known-names.ts'
import { type Capturing, startCapturing } from './capturing.ts'

const artifacts = useKnownNames()
let capturing: Capturing
beforeEach(async () => {
  capturing = await startCapturing('2026-03-01T12:00:00', artifacts())
  const offer = { id: '501', teams: ['T1', 'Gen.G'], start: '2026-03-03T09:00:00' } satisfies OfferedSeries
  capturing.polymarket.series = [offer]
  capturing.kalshi.series = [{ ...offer, id: '26MAR030400T1GEN' }]
  await capturing.announce({ id: '110', scheduledUtc: offer.start })
})

const impatient = { RIFTLINE_SOURCE_TIMEOUT_MS: '60' }

async function roundIn(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { code, stdout, stderr } = await capturing.run(['--json', ...args], env)
  return { code, stderr, ...JSON.parse(stdout) }
}

describe('a market that fails', () => {
  const answers: readonly [string, string, StandInAnswer][] = [
    ['refuses with 403', 'status', faults.status(403)],
    ['answers 429', 'rate_limited', faults.status(429)],
    ['answers a page', 'html', faults.page],
    ['stops in the middle of its JSON', 'truncated', faults.cutJson],
    ['sends less than it announced', 'truncated', faults.wrongLength],
    ['is too slow', 'timeout', faults.slowness],
    ['redirects without end', 'redirect', faults.redirectLoop],
    ['breaks the connection', 'connection', faults.reset],
    ['has other keys', 'shape', faults.body('{"rows":[]}')],
  ]
  it.each(answers.slice(0, amount(1, answers.length)))(
    "a market that %s is reported as %s, the other market's odds are stored, and the exit code is 3",
    async (_, fault, answer) => {
      capturing.polymarket.always(answer)
      // The time limit is short only for this fault: on a busy machine the other market would exceed it.
      const { code, stored, sources } = await roundIn(fault === 'timeout' ? impatient : {})
      const nothing = { stored: 0, events: 0, skipped: [], unresolved: [] }
      expect([code, stored, sources]).toMatchObject([
        3,
        1,
        { polymarket: { status: 'failed', fault, reason: expect.any(String), ...nothing }, kalshi: { status: 'ok' } },
      ])
      expect((await capturing.stored(2, 3)).map(({ source }) => source)).toEqual(['kalshi'])
    },
  )

  it('a market that fails temporarily is retried five times', async () => {
    capturing.kalshi.next(...Array.from({ length: 5 }, () => faults.status(503)))
    const { code, sources } = await capturing.round('--sources', 'kalshi')
    expect([code, sources.kalshi?.requests]).toEqual([0, 4 + 5])
  })

  it('a market that fails to return its books after its events gives no odds', async () => {
    const moneyline = { sportsMarketType: 'moneyline', outcomes: '["T1","Gen.G"]', clobTokenIds: '["a","b"]' }
    const event = {
      id: '501',
      title: 'LoL: T1 vs Gen.G (BO3)',
      startTime: '2026-03-03T09:00:00Z',
      markets: [moneyline],
    }
    const fine: StandInAnswer = ({ url }, response) =>
      sendJson(response, url.pathname === '/sports' ? [{ sport: 'lol', series: 1 }] : [event])
    capturing.polymarket.next(fine, fine, faults.page)
    const { code, stored, sources } = await capturing.round()
    expect([code, stored, sources.polymarket?.fault]).toEqual([3, 1, 'html'])
  })

  it('a round in which every market fails leaves the store unchanged and exits with 1', async () => {
    capturing.polymarket.always(faults.status(403))
    capturing.kalshi.always(faults.status(403))
    expect(await capturing.round()).toMatchObject({ code: 1, stored: 0 })
    expect(await capturing.round('--sources', 'kalshi')).toMatchObject({ code: 1, stored: 0 })
    expect(await readdir(join(capturing.data, 'odds'))).toEqual([])
  })

  it('a failing market is retried until the deadline only, with the configured user agent', async () => {
    capturing.polymarket.always(faults.status(503))
    const env = {
      RIFTLINE_SOURCE_BACKOFF_MS: '60000',
      RIFTLINE_SOURCE_DEADLINE_MS: '5000',
      RIFTLINE_CONTACT: 'a@b.example',
    }
    expect((await roundIn(env, '--sources', 'polymarket')).sources.polymarket.fault).toBe('deadline')
    expect(capturing.polymarket.requests[0]?.headers['user-agent']).toMatch(/^riftline\/\d\S+ \(a@b\.example\)$/)
  })
})

it('an exchange that does not trade gives no odds and no fault', async () => {
  capturing.kalshi.always(faults.body('{"trading_active":false}'))
  expect(await capturing.round('--sources', 'kalshi')).toMatchObject({ code: 0, sources: { kalshi: { events: 0 } } })
})

describe('damaged files', () => {
  it('a damaged schedule counts as absent, with a warning', async () => {
    await writeFile(join(capturing.data, 'sync/schedule.json'), '{"format":')
    const { code, stderr } = await capturing.run(['--sources', 'polymarket'])
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^riftline odds: warning: without the schedule: schedule\.json/),
    ])
    expect((await capturing.stored(2, 3)).map(({ match }) => match.esportsMatchId)).toEqual(['polymarket:501'])
  })

  it.each(['', '{"events":null}', '{"events":{"polymarket 501":null,"kalshi 1":{"id":7}}}'])(
    'ids of events are assigned anew when their file was %j',
    async (text) => {
      await capturing.round()
      const file = join(capturing.data, 'odds/events.json')
      await writeFile(file, text)
      expect(await capturing.round()).toMatchObject({ code: 0, duplicates: 2 })
      expect(JSON.parse(await readFile(file, 'utf8')).events['polymarket 501']).toEqual({
        id: '110',
        startUtc: '2026-03-03T09:00:00',
      })
    },
  )

  it('unreadable aliases or artifacts are refused before any request', async () => {
    const nowhere = await capturing.run([], { RIFTLINE_ARTIFACTS_DIR: join(capturing.data, 'nowhere') })
    expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('manifest.json') })
    await writeFile(join(capturing.data, 'aliases.json'), '{"format":"riftline-aliases"}')
    expect(await capturing.run()).toMatchObject({ code: 1, stderr: expect.stringContaining('aliases.json') })
    expect([...capturing.polymarket.requests, ...capturing.kalshi.requests]).toEqual([])
  })
})

it.each<[readonly string[], string]>([
  [['--once', '--every', '5m'], '--once, --every: expected one of them'],
  [['--every', '5'], '--every: expected a duration such as 90s'],
  [['--sources', 'polymarket,betfair'], '--sources: expected names out of polymarket,kalshi'],
  [['--sources', 'kalshi,kalshi'], 'each once'],
  [['now'], 'expected 0 arguments'],
  [['--data', ''], '--data: expected a folder'],
])('odds capture %j is refused as wrong usage', async (args, reason) => {
  expect(await capturing.run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(reason) })
})

it('a capture prints no credential, and of an address only the origin', async () => {
  const env = {
    RIFTLINE_LEAGUEPEDIA_USER: 'Someone@bot',
    RIFTLINE_LEAGUEPEDIA_PASSWORD: 'hunter2hunter2',
    RIFTLINE_LOLESPORTS_KEY: 'hunter2key',
    RIFTLINE_POLYMARKET_GAMMA_URL: `${capturing.polymarket.url}/hunter2path`,
  }
  capturing.polymarket.always(faults.status(403))
  const results = [await capturing.run(['--json'], env), await capturing.run([], env)]
  expect(results.map(({ code }) => code)).toEqual([3, 3])
  expect(capturing.polymarket.requests[0]?.url.pathname).toBe('/hunter2path/sports')
  const refused = await capturing.run([], { RIFTLINE_KALSHI_URL: 'https://me:hunter2@kalshi.example' })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('RIFTLINE_KALSHI_URL: expected') })
  expect(JSON.stringify([results, refused])).not.toContain('hunter2')
  for (const { headers } of capturing.kalshi.requests) expect(JSON.stringify(headers)).not.toContain('hunter2')
})
