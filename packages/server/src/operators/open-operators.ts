import type { RandomBytes } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import type { ServerConfig } from '../config.ts'
import type { AccountAdministration } from '../credits/credit-store.ts'
import type { Fs } from '../credits/file/fs.ts'
import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { contractRoutes } from '../routes/contract.ts'
import type { Reloader } from '../serving/reload.ts'
import type { ServingHolder } from '../serving/serving.ts'
import { closeServer } from '../shutdown.ts'
import { administrationRoutes } from './administration-routes.ts'
import { listenOperators } from './listen-operators.ts'
import { metricsRoute } from './metrics-route.ts'
import { type OperatorToken, removeOperatorToken, writeOperatorToken } from './operator-token.ts'
import { createOperatorsApp } from './operators-app.ts'

export interface OpenOperatorsDeps {
  readonly config: ServerConfig
  readonly administration: AccountAdministration
  readonly reloader: Reloader
  readonly metrics: Metrics & { text(): string }
  readonly serving: ServingHolder
  readonly fs: Fs
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly wait: (milliseconds: number) => Promise<void>
}

export interface Operators {
  readonly port: number
  /** Commands find the server from now on. */
  announce(): Promise<void>
  close(): Promise<void>
}

const closeMs = 2000

/**
 * The operators' port: `/metrics`, `/docs`, and the calls of commands that need the ledger which this server holds.
 * Null where the configuration switches it off.
 *
 * @throws RiftlineError `cannot_listen`
 */
export async function openOperators(deps: OpenOperatorsDeps): Promise<Operators | null> {
  const { config, fs, randomBytes } = deps
  const token = Buffer.from(randomBytes(32)).toString('base64url')
  const app = createOperatorsApp({
    ...deps,
    routes: [
      metricsRoute(deps.metrics),
      ...contractRoutes({ ...config, publicDocs: true }),
      ...administrationRoutes({ ...deps, token }),
    ],
  })
  const listening = await listenOperators({ ...deps, app })
  if (listening === null) return null
  const { server, port } = listening
  const own: OperatorToken = { address: reachable(config.opsHost), port, token }
  return {
    port,
    announce: () => writeOperatorToken(fs, config.dataFolder, own),
    async close() {
      await removeOperatorToken(fs, config.dataFolder, own)
      await closeServer(server, deps.wait(closeMs))
    },
  }
}

/** An address under which a server that listens on `host` can be asked from its own machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
