import type { AddressInfo } from 'node:net'
import type { Fs } from '@riftline/base/node'
import type { AccountAdministration } from '@riftline/ledger'
import type { ServerConfig } from '../config.ts'
import type { Answer } from '../http/answer.ts'
import { reachable } from '../http/host.ts'
import { listenOrGiveWay } from '../listen.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Tools } from '../observe/tools.ts'
import { contractRoutes } from '../routes/openapi.ts'
import type { Reloader } from '../serving/reload.ts'
import { closeServer } from '../shutdown.ts'
import type { OperatorCalls } from './administration.ts'
import { administrationRoutes } from './administration-routes.ts'
import { createDenials, createHostRule, type HostRule } from './denials.ts'
import { operatorProof, removeOperatorToken, writeOperatorToken } from './operator-token.ts'
import { createOperatorsApp } from './operators-app.ts'

export interface OpenOperatorsDeps extends Tools {
  readonly config: ServerConfig
  readonly administration: AccountAdministration
  readonly reloader: Reloader
  readonly metrics: Metrics & { text(): string }
  readonly calls: OperatorCalls
  readonly fs: Fs
  readonly wait: (milliseconds: number) => Promise<void>
  /** Where callers reach the public port, as soon as it listens. */
  readonly baseUrl: () => string
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
      { path: '/metrics', methods: ['GET', 'HEAD'], handle: async () => metricsAnswer(deps.metrics) },
      ...contractRoutes({ ...config, publicDocs: true }, deps.baseUrl),
      ...administrationRoutes({ ...deps, token, denied, proof: (nonce) => operatorProof(own, nonce) }),
    ],
  })
  const at = { ...config, host: config.opsHost, port: opsPort }
  const listening = await listenOrGiveWay({ ...deps, app, config: at }, config.opsPortGiven, 'RIFTLINE_OPS')
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
