import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogEntry, nodeFs } from '@riftline/base/node'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import {
  createMetrics,
  defaultConfig,
  type OperatorToken,
  type ReloadOutcome,
  readOperatorToken,
  type ServerConfig,
} from '@riftline/server'
import { beforeEach, onTestFinished } from 'vitest'
import { openOperators } from '#server/operators/open-operators.ts'
import { createManualClock, type ManualClock } from './clock.ts'
import { send } from './server.ts'

const _noDetails = { teams: {}, players: {}, tournaments: {} }

/** An operators' port over a memory store, with a function that calls it. */
export interface OpenedOperators {
  readonly operators: NonNullable<Awaited<ReturnType<typeof openOperators>>>
  readonly server: { readonly port: number; readonly key: string }
  readonly token: OperatorToken
  readonly credits: CreditStore
  readonly log: readonly LogEntry[]
  readonly dataFolder: string
  readonly clock: ManualClock
  readonly metrics: { text(): string }
  ask(
    method: string,
    path: string,
    request?: { readonly body?: unknown; readonly token?: string },
  ): ReturnType<typeof send>
}

/** Opens an operators' port, which is closed when the test ends. */
async function openOperatorsOn(
  dataFolder: string,
  config: Partial<ServerConfig> = {},
  change: { readonly credits?: Partial<CreditStore>; readonly reload?: () => Promise<ReloadOutcome> } = {},
): Promise<OpenedOperators> {
  const clock = createManualClock()
  const log: LogEntry[] = []
  const metrics = createMetrics()
  const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
  const credits = new Proxy(store, {
    get(target, name: keyof CreditStore) {
      const member = change.credits?.[name] ?? target[name]
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const operators = await openOperators({
    calls: {},
    config: { ...defaultConfig, opsPort: 0, dataFolder, ...config },
    administration: credits,
    reloader: { reload: change.reload ?? (async () => ({ kind: 'unchanged', asOf: '2026-11-20T00:00:00' })) },
    metrics,
    fs: nodeFs,
    clock,
    randomBytes,
    log: (entry) => log.push(entry),
    wait: async () => {},
    baseUrl: () => 'http://127.0.0.1:8080',
  })
  if (operators === null) throw new Error('switched off')
  onTestFinished(() => operators.close())
  await operators.announce()
  const token = (await readOperatorToken(nodeFs, dataFolder))!
  const server = { port: operators.port, key: '' }
  return {
    operators,
    server,
    token,
    credits,
    log,
    dataFolder,
    clock,
    metrics,
    ask: (method, path, { body, token: given = token.token } = {}) =>
      send(server, method, path, { key: null, headers: { Authorization: `Bearer ${given}` }, body }),
  }
}

type Options = Parameters<typeof openOperatorsOn> extends [string, ...infer Rest] ? Rest : never

/** Opens operators' ports for the tests of a file. Each test has a new data folder. */
export function useOperators(): { open(...options: Options): Promise<OpenedOperators>; dataFolder(): string } {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'riftline-operators-'))
    return () => rm(folder, { recursive: true, force: true })
  })
  return { open: (...options) => openOperatorsOn(folder, ...options), dataFolder: () => folder }
}
