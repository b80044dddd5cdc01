import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Fs, replaceFile, unlinkIfThere } from '@riftline/base/node'
import type { AccountAdministration } from '@riftline/ledger'
import type { ServerConfig } from '../config.ts'
import type { Answer } from '../http/answer.ts'
import { reachable } from '../http/host.ts'
import { listenOrGiveWay } from '../listen.ts'
import type { Metrics, Tools } from '../observe/metrics.ts'
import { contractRoutes } from '../routes/openapi.ts'
import type { Reloader } from '../serving/reload.ts'
import { closeServer } from '../shutdown.ts'
import { administrationRoutes, type OperatorCalls } from './administration-routes.ts'
import { createDenials, createHostRule, createOperatorsApp, type HostRule } from './operators-app.ts'

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

/** Address and token with which a command on this machine reaches the server of a data folder and proves that it may read the folder. */
export interface OperatorToken {
  readonly address: string
  readonly port: number
  readonly token: string
}

const fileName = 'operator-token'

/** Puts the token into the data folder, for the folder's owner alone. */
async function writeOperatorToken(fs: Fs, dataFolder: string, token: OperatorToken): Promise<void> {
  await replaceFile(fs, dataFolder, fileName, Buffer.from(`${JSON.stringify(token)}\n`))
}

/** Null when there is none. A file that a crashed server left behind reads like any other. */
export async function readOperatorToken(fs: Fs, dataFolder: string): Promise<OperatorToken | null> {
  try {
    const { address, port, token } = JSON.parse(String(await fs.read(join(dataFolder, fileName))))
    const complete = typeof address === 'string' && Number.isInteger(port) && typeof token === 'string'
    return complete ? { address, port, token } : null
  } catch {
    return null
  }
}

/** Leaves the token of another server in its place: with PostgreSQL several may share a folder. */
async function removeOperatorToken(fs: Fs, dataFolder: string, own: OperatorToken): Promise<void> {
  const there = await readOperatorToken(fs, dataFolder)
  if (there?.token === own.token) await unlinkIfThere(fs, join(dataFolder, fileName))
}

/** 32 bytes in base64url, new for each question. */
export const nonceForm: RegExp = /^[\w-]{43}$/

/** Proves the token to a command before it sends it, at this address and port alone: another server cannot reuse it. */
export function operatorProof({ address, port, token }: OperatorToken, nonce: string): string {
  return createHmac('sha256', token)
    .update(`riftline operator proof\n${address}\n${port}\n${nonce}`)
    .digest('base64url')
}
