import type { AddressInfo } from 'node:net'
import { RiftlineError } from '@riftline/core'
import type { AccountAdministration } from '@riftline/ledger'
import type { Fs } from '@riftline/ledger/file'
import type { App } from '../app.ts'
import type { ServerConfig } from '../config.ts'
import type { Answer } from '../http/answer.ts'
import { reachable } from '../http/host.ts'
import { type Listening, listen } from '../listen.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Tools } from '../observe/tools.ts'
import { contractRoutes } from '../routes/openapi.ts'
import type { Reloader } from '../serving/reload.ts'
import { closeServer } from '../shutdown.ts'
import { administrationRoutes } from './administration-routes.ts'
import { createDenials } from './denials.ts'
import { createHostRule, type HostRule } from './host-rule.ts'
import { operatorProof, removeOperatorToken, writeOperatorToken } from './operator-token.ts'
import { createOperatorsApp } from './operators-app.ts'

export interface OpenOperatorsDeps extends Tools {
  readonly config: ServerConfig
  readonly administration: AccountAdministration
  readonly reloader: Reloader
  readonly metrics: Metrics & { text(): string }
  readonly fs: Fs
  readonly wait: (milliseconds: number) => Promise<void>
}

export interface Operators {
  readonly port: number
  /** Commands find the server from now on. */
  announce(): Promise<void>
  close(): Promise<void>
}

const closeMs = 2000

/** Serves `/metrics`, `/docs` and the calls of commands; null where it is switched off. @throws RiftlineError `cannot_listen` */
export async function openOperators(deps: OpenOperatorsDeps): Promise<Operators | null> {
  const { config, fs, randomBytes } = deps
  const { opsPort } = config
  if (opsPort === null) return null
  const token = Buffer.from(randomBytes(32)).toString('base64url')
  const own = { address: reachable(config.opsHost), port: 0, token }
  const denied = createDenials(deps)
  let hostRule: HostRule = () => false
  const app = createOperatorsApp({
    ...deps,
    denied,
    hostRule: (host) => hostRule(host),
    routes: [
      { path: '/metrics', methods: ['GET', 'HEAD'], handle: () => metricsAnswer(deps.metrics) },
      ...contractRoutes({ ...config, publicDocs: true }),
      ...administrationRoutes({ ...deps, token, denied, proof: (nonce) => operatorProof(own, nonce) }),
    ],
  })
  const listening = await listenOn(opsPort, app, deps)
  const { server, port } = listening
  own.port = port
  hostRule = createHostRule((server.address() as AddressInfo).address, config.opsHost)
  return {
    port,
    announce: () => writeOperatorToken(fs, config.dataFolder, own),
    async close() {
      await removeOperatorToken(fs, config.dataFolder, own)
      await closeServer(server, deps.wait(closeMs))
    },
  }
}

function metricsAnswer(metrics: { text(): string }): Answer {
  return { status: 200, headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, body: metrics.text() }
}

/** Where the default port is taken, any free one will do, so that two servers run side by side; a port that was asked for is needed. */
async function listenOn(opsPort: number, app: App, { config, ...tools }: OpenOperatorsDeps): Promise<Listening> {
  const on = (port: number) => listen({ ...tools, app, config: { ...config, host: config.opsHost, port } })
  try {
    return await on(opsPort)
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    const isTaken = (cause.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'
    if (isTaken && !config.opsPortGiven) return on(0)
    throw new RiftlineError('cannot_listen', `${cause.message} (RIFTLINE_OPS_HOST, RIFTLINE_OPS_PORT)`, { cause })
  }
}
