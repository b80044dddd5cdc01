import { randomBytes } from 'node:crypto'
import { systemClock as clock, silentLog } from '@riftline/base/node'
import { createMemoryStore } from '@riftline/ledger'
import { createMemoryOddsStore } from '@riftline/odds'
import { loadArtifacts } from '@riftline/predictor/node'
import {
  defaultConfig as config,
  createApiKey,
  createApp,
  createLifecycle,
  createRateLimiter,
  createServing,
  noMetrics,
  servedBy,
} from '@riftline/server'

/** Creates the `/v1` API, a function of a request and a response, over credits in memory, and a key to try it. */
export async function createRiftline() {
  const credits = createMemoryStore({ clock, randomBytes, freeCredits: config.freeCredits })
  const app = createApp({
    serving: { current: createServing(servedBy(await loadArtifacts()), config) },
    credits,
    odds: createMemoryOddsStore(),
    limiter: createRateLimiter(config.ratePerMinute, clock),
    overload: () => false,
    clock,
    randomBytes,
    log: silentLog,
    metrics: noMetrics,
    config,
    lifecycle: createLifecycle(),
  })
  const { id: accountId } = await credits.createAccount('example')
  const { key, id, sha256 } = createApiKey(randomBytes)
  await credits.addKey({ id, accountId, name: 'first', sha256 })
  return { app, credits, key }
}
