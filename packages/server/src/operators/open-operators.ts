import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Fs, replaceFile, unlinkIfThere } from '@riftline/base/node'
import type { App } from '../app.ts'
import type { ServerConfig } from '../config.ts'
import { type Answer, answerError, answerWhole, type HeaderConfig } from '../http/answer.ts'
import { createFrame, type Exchange, sendAlone } from '../http/exchange.ts'
import { HttpError } from '../http/http-error.ts'
import { inUrl, precheck, reachable, readTarget, wholeServer } from '../http/target.ts'
import { closeServer, createLifecycle } from '../lifecycle.ts'
import { listenOrGiveWay } from '../listen.ts'
import { type Metrics, noMetrics, type Tools, type Watchers } from '../observe/metrics.ts'
import { answerPublic, createRouteTable, type PublicHandler, type Route, type RouteTable } from '../router.ts'
import { contractRoutes } from '../routes/service.ts'
import { type AdministrationDeps, administrationRoutes } from './administration-routes.ts'

export interface OpenOperatorsDeps extends Tools, Pick<AdministrationDeps, 'administration' | 'reloader' | 'calls'> {
  readonly config: ServerConfig
  readonly metrics: Metrics & { text(): string }
  readonly fs: Fs
  readonly wait: (milliseconds: number) => Promise<void>
  /** Address of the public port for callers, available as soon as it listens. */
  readonly baseUrl: () => string
}

const closeMs = 2000

/** Serves `/metrics`, `/docs` and the calls of commands; null if the port is switched off. @throws RiftlineError `cannot_listen` */
export async function openOperators(deps: OpenOperatorsDeps) {
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
      metricsRoute(deps.metrics),
      ...contractRoutes({ ...config, publicDocs: true }, deps.baseUrl),
      ...administrationRoutes({ ...deps, token, denied, proof: (nonce) => operatorProof(own, nonce) }),
    ],
  })
  const at = { ...config, host: config.opsHost, port: opsPort }
  const { server, port } = await listenOrGiveWay({ ...deps, app, config: at }, config.opsPortGiven, 'RIFTLINE_OPS')
  own.port = port
  hostRule = createHostRule((server.address() as AddressInfo).address, config.opsHost)
  return {
    port,
    /** Writes the token's file, by which commands of the data folder's owner find the server. */
    announce: () => replaceFile(fs, config.dataFolder, fileName, Buffer.from(`${JSON.stringify(own)}\n`)),
    async close() {
      // With PostgreSQL several servers may share a folder: another server's token stays.
      const there = await readOperatorToken(fs, config.dataFolder)
      if (there?.token === token) await unlinkIfThere(fs, join(config.dataFolder, fileName))
      await closeServer(server, deps.wait(closeMs))
    },
  }
}

function metricsRoute(metrics: { text(): string }): Route<PublicHandler> {
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }
  const handle = async () => ({ status: 200, headers, body: metrics.text() })
  return { path: '/metrics', methods: ['GET', 'HEAD'], handle }
}

/** Address and token with which a command on this machine reaches the server of a data folder and proves that it may read the folder. */
export interface OperatorToken {
  readonly address: string
  readonly port: number
  readonly token: string
}

const fileName = 'operator-token'

/** Reads the token of a data folder; null if there is none. A file left behind by a crashed server is returned like any other. */
export async function readOperatorToken(fs: Fs, dataFolder: string): Promise<OperatorToken | null> {
  try {
    const { address, port, token } = JSON.parse(String(await fs.read(join(dataFolder, fileName))))
    const complete = typeof address === 'string' && Number.isInteger(port) && typeof token === 'string'
    return complete ? { address, port, token } : null
  } catch {
    return null
  }
}

/** Form of a nonce: 32 bytes in base64url, new for each question. */
export const nonceForm: RegExp = /^[\w-]{43}$/

/** Proves that the server knows the token, before a command sends it. Valid for this address and port only, so that no other server can reuse it. */
export function operatorProof({ address, port, token }: OperatorToken, nonce: string): string {
  const text = `riftline operator proof\n${address}\n${port}\n${nonce}`
  return createHmac('sha256', token).update(text).digest('base64url')
}

type OperatorsDeps = Pick<Tools, 'clock' | 'randomBytes' | 'log'> & {
  readonly hostRule: HostRule
  readonly denied: Denied
  readonly routes: readonly Route<PublicHandler>[]
}

const config: HeaderConfig = { publicHttps: false, docsUrl: '' }

/** Makes the operators' pages and calls, a function of a request and its response, without keys, rate or credits. */
function createOperatorsApp(deps: OperatorsDeps): App {
  const routes = createRouteTable(deps.routes)
  // The server's own metrics do not count denied requests, which have counters of their own.
  const errorDeps = { ...deps, config, metrics: noMetrics }
  return createFrame<Answer | null>({
    ...deps,
    lifecycle: createLifecycle(),
    addressOf: () => null,
    handle: (exchange) => answer(deps, routes, exchange).catch((error) => answerError(errorDeps, exchange, error)),
    send: async (exchange, answer) => sendAlone(config, exchange, answer),
    onUnsent: () => {},
  })
}

async function answer(
  { hostRule, denied }: OperatorsDeps,
  routes: RouteTable<PublicHandler>,
  exchange: Exchange,
): Promise<Answer> {
  const { request } = exchange
  precheck(request)
  const target = readTarget(request)
  if (!hostRule(request.headers.host)) {
    denied('host', request)
    throw new HttpError('bad_request', 'this port answers to 127.0.0.1, localhost and [::1] only', { close: true })
  }
  if (target.path === wholeServer) return answerWhole
  const route = routes.get(target.path)
  if (route === undefined) throw new HttpError('not_found', 'no such path')
  return answerPublic(route, exchange, target)
}

/** Records a request that the operators' port denied; `path` only if the port serves it. */
export type Denied = (reason: 'host' | 'token', request: IncomingMessage, path?: string) => void

const betweenLinesMs = 60_000

/** Counts every denied request. Logs at most one a minute, with the number of requests since the last line. */
function createDenials({ clock, log, metrics }: Watchers): Denied {
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return (reason, request, path) => {
    metrics.count('operator_denied_total', { reason })
    count += 1
    const nowMs = clock.monotonicMs()
    if (nowMs - lastMs < betweenLinesMs) return
    log({ level: 'warn', event: 'operator_denied', reason, path, peer: request.socket.remoteAddress, count })
    lastMs = nowMs
    count = 0
  }
}

/** Whether requests with this Host are accepted. */
type HostRule = (host: string | undefined) => boolean

/**
 * Creates the rule for a port. A loopback address accepts only the machine's own names: through a browser on this machine, a
 * web page whose name resolves to that address (DNS rebinding) could reach it. Other addresses are opened on purpose and accept any Host.
 * @param bound address on which the port listens
 * @param name host as the configuration writes it
 */
function createHostRule(bound: string, name: string): HostRule {
  if (!/^(127\.|::1$|::ffff:127\.)/.test(bound)) return () => true
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', inUrl(bound), inUrl(name).toLowerCase()])
  return (host = '') => names.has(host.toLowerCase().replace(/:[0-9]{1,5}$/, ''))
}
