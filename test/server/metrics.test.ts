import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { openFileStore } from '@riftline/ledger/file'
import { createMetrics } from '@riftline/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { send, startServer, type TestServer, until } from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'

describe('the text of metrics', () => {
  it('the text of metrics has every metric of the contract, even before the first request', () => {
    const text = createMetrics().text()
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`)
    expect(types).toEqual(
      expect.arrayContaining([
        'http_server_request_duration_seconds histogram',
        'http_requests_in_flight gauge',
        'event_loop_lag_seconds gauge',
        'credits_captured_total counter',
        'credits_refunded_total counter',
        'credits_held gauge',
        'ledger_clock_ahead_seconds gauge',
        'ledger_fsync_seconds histogram',
        'ledger_batch_size histogram',
        'ledger_snapshot_seconds histogram',
        'rate_limited_total counter',
        'auth_failed_total counter',
        'ip_rule_total counter',
        'idempotency_evicted_total counter',
        'prediction_seconds histogram',
      ]),
    )
    expect(text.match(/^# HELP /gm)?.length).toBe(types.length)
  })

  it('the text of metrics sums counters by label, and reads gauges when it is made', () => {
    const metrics = createMetrics()
    let held = 1
    metrics.gauge('credits_held', () => held)
    metrics.gauge('idempotency_evicted_total', () => 7)
    metrics.count('credits_captured_total', { op: 'predict' }, 2)
    metrics.count('credits_captured_total', { op: 'predict' }, 5)
    metrics.count('credits_captured_total', { op: 'team' })
    metrics.count('rate_limited_total')
    held = 3
    expect(metrics.text().split('\n')).toEqual(
      expect.arrayContaining([
        'credits_held 3',
        'idempotency_evicted_total 7',
        'credits_captured_total{op="predict"} 7',
        'credits_captured_total{op="team"} 1',
        'rate_limited_total 1',
      ]),
    )
  })

  it('the text of metrics counts a value in every bucket that it fits, bounds included', () => {
    const metrics = createMetrics()
    for (const seconds of [0.001, 0.005, 0.006, 10, 11]) {
      metrics.observe('prediction_seconds', seconds, { model: 'fasttree' })
    }
    const lines = metrics.text().split('\n')
    const bucket = (bound: string) => lines.find((line) => line.includes(`le="${bound}"`) && line.includes('fasttree'))
    expect(bucket('0.005')).toBe('prediction_seconds_bucket{model="fasttree",le="0.005"} 2')
    expect(bucket('0.01')).toBe('prediction_seconds_bucket{model="fasttree",le="0.01"} 3')
    expect(bucket('10')).toBe('prediction_seconds_bucket{model="fasttree",le="10"} 4')
    expect(bucket('+Inf')).toBe('prediction_seconds_bucket{model="fasttree",le="+Inf"} 5')
    expect(lines).toContain('prediction_seconds_sum{model="fasttree"} 21.012')
    expect(lines).toContain('prediction_seconds_count{model="fasttree"} 5')
  })

  it('the text of metrics escapes quotes and line breaks in labels', () => {
    const metrics = createMetrics()
    metrics.count('auth_failed_total', { code: 'a"b\\c\nd' })
    expect(metrics.text()).toContain('auth_failed_total{code="a\\"b\\\\c\\nd"} 1')
  })
})

describe('the metrics of a server', () => {
  let server: TestServer
  afterEach(() => server.close())
  const lines = () => server.metrics().split('\n')

  it('the metrics of a server count requests by method, route template and status, also for unknown paths', async () => {
    server = await startServer()
    await send(server, 'GET', '/v1/teams')
    await send(server, 'GET', '/v1/teams?secret=1')
    await send(server, 'GET', '/v1/such/a/path')
    await send(server, 'GET', '/elsewhere', { key: null })
    const counted = () => lines().filter((line) => line.startsWith('http_server_request_duration_seconds_count'))
    await until(() => counted().length === 3)
    expect(counted().sort()).toEqual([
      'http_server_request_duration_seconds_count{method="GET",route="/v1/teams",status="200"} 1',
      'http_server_request_duration_seconds_count{method="GET",route="/v1/teams",status="400"} 1',
      'http_server_request_duration_seconds_count{method="GET",route="none",status="404"} 2',
    ])
  })

  it('the metrics of a server count captured credits, predictions, refused keys and refusals over the rate', async () => {
    server = await startServer({ config: { ratePerMinute: 2 } })
    await send(server, 'POST', '/v1/predict', { body: matchBody })
    await send(server, 'POST', '/v1/predict', { body: { ...matchBody, model: 'lightgbm' } })
    await send(server, 'POST', '/v1/predict', { body: matchBody })
    await send(server, 'GET', '/v1/teams', { key: null })
    await send(server, 'GET', '/v1/teams', { key: 'nonsense' })
    expect(lines()).toEqual(
      expect.arrayContaining([
        'credits_captured_total{op="predict"} 7',
        'prediction_seconds_count{model="fasttree"} 1',
        'prediction_seconds_count{model="lightgbm"} 1',
        'rate_limited_total 1',
        'auth_failed_total{code="missing_api_key"} 1',
        'auth_failed_total{code="invalid_api_key"} 1',
      ]),
    )
  })

  it('the metrics of a server state how far the clock is ahead of the ledger, and 0 if it is behind', async () => {
    server = await startServer()
    const { clock } = server
    const ahead = () => /^ledger_clock_ahead_seconds (.*)$/m.exec(server.metrics())?.[1]
    expect(ahead()).toBe('0')
    clock.setNow(clock.now() + 3_600_000)
    expect(ahead()).toBe('3000')
    clock.advance(120_000)
    expect(ahead()).toBe('2400')
    clock.setNow(clock.now() - 10 * 3_600_000)
    expect(ahead()).toBe('0')
  })

  it('the metrics of a server state the credits that calls in flight hold', async () => {
    let during = ''
    const forecast: typeof fakeForecast = (matchup) => {
      during = server.metrics()
      return fakeForecast(matchup)
    }
    server = await startServer({ predictor: createFakePredictor(catalogue, forecast) })
    await send(server, 'POST', '/v1/predict', { body: matchBody })
    expect(during).toContain('\ncredits_held 2\n')
    expect(during).toContain('\nhttp_requests_in_flight 1\n')
    expect(lines()).toContain('credits_held 0')
  })

  it('the metrics of a server never name keys, accounts or addresses', async () => {
    server = await startServer()
    await send(server, 'POST', '/v1/predict', { body: matchBody })
    await send(server, 'GET', '/v1/teams', { key: 'nonsense' })
    for (const secret of [server.key, server.keyId, server.accountId, '127.0.0.1', 'nonsense']) {
      expect(server.metrics()).not.toContain(secret)
    }
  })
})

it('the metrics count charges that are refunded because a crash left no proof of delivery', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-metrics-'))
  const options = { clock: createManualClock(), randomBytes, freeCredits: 20, dataFolder, log: silentLog }
  const before = await openFileStore(options)
  const { id: accountId } = await before.createAccount('test')
  const call = {
    requestId: 'req_1',
    accountId,
    operation: 'predict',
    model: 'lightgbm',
    keyId: null,
    credits: 5,
  } as const
  const held = await before.hold(call)
  if (held.kind === 'held') await before.capture(held.hold)
  await before.close()

  const metrics = createMetrics()
  const after = await openFileStore({ ...options, metrics })
  expect(await after.balance(accountId)).toBe(20)
  expect(metrics.text()).toContain('credits_refunded_total{reason="crash"} 5')
  await after.close()
  rmSync(dataFolder, { recursive: true })
})
