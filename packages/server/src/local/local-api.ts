import { requireOptions } from '@riftline/base'
import { type Fs, ifThere, type Log, nodeFs, silentLog, systemClock, systemTimers } from '@riftline/base/node'
import { openOddsStore } from '@riftline/odds'
import { createKeptReader } from '@riftline/record'
import type { ChargingStore } from '../charging/charge-call.ts'
import type { ServerConfig } from '../config.ts'
import { answerError, jsonAnswer } from '../http/answer.ts'
import { noMetrics } from '../observe/metrics.ts'
import { type Call, createRouteTable, type LocalRequest, routeCall } from '../router.ts'
import { dataRoutes } from '../routes/data.ts'
import { readLogosFile } from '../serving/logos-file.ts'
import {
  createFolderReloader,
  folderIdentity,
  openScheduleFile,
  servedFolder,
  watchArtifacts,
} from '../serving/reload.ts'
import { type CurrentServing, loadServing, runInTurns, withListedLogos } from '../serving/serving.ts'

export interface LocalAnswer {
  readonly status: number
  readonly body: string
}

/** The routes of `/v1` without a server: the same answers and refusals, but free, and without key, rate or network. */
export interface LocalApi {
  /** Data date of the artifacts that answer now. */
  readonly dataThroughUtc: string
  /** Id of the artifacts that answer now. */
  readonly artifacts: string
  /** Answers a call. Never rejects, whatever is asked. There is no `/v1/usage`, since there is no account. */
  ask(request: LocalRequest): Promise<LocalAnswer>
  close(): Promise<void>
}

/**
 * Opens artifacts, and the schedule and odds of a data folder if it exists. Each is reloaded when it changes. Nothing is written.
 * @throws RiftlineError `artifacts_unusable`, `artifact_missing`
 * @example
 * const api = await openLocalApi(parseConfig({}))
 * await api.ask({ method: 'GET', target: '/v1/teams?name=T1' })
 */
export async function openLocalApi(config: ServerConfig, options: { readonly log?: Log } = {}): Promise<LocalApi> {
  requireOptions(options, ['log'])
  const { log = silentLog } = options
  const parts = { config, log, metrics: noMetrics, clock: systemClock, timers: systemTimers }
  const { serving, stop } = await openLocalServing(config, log)
  const odds = await openOddsStore({ dataFolder: config.dataFolder, clock: systemClock, log, fs: readOnlyFs })
  const schedule = await openScheduleFile(config.dataFolder, parts)
  // Opening the kept forecasts would mend their files, which belong to a server.
  const keptRecord = createKeptReader(null, runInTurns)
  const routes = createRouteTable(dataRoutes({ ...parts, odds, schedule, keptRecord, credits: noCharges }))

  return {
    get dataThroughUtc() {
      return serving.current.version.asOf
    },
    get artifacts() {
      return serving.current.version.id
    },
    async ask(request) {
      const called = routeCall(routes, { ...localCall, serving: serving.current }, request)
      const sent = await called.then(
        ({ answer }) => answer,
        (error: unknown) => answerError(parts, localCall, error),
      )
      const { status, body } = sent ?? jsonAnswer(500, { error: 'internal_error', message: 'the call was given up' })
      return { status, body: String(body) }
    },
    async close() {
      stop()
      schedule.stop()
      await odds.close()
    },
  }
}

const noKey = { id: '', accountId: '', name: '', sha256: '', createdAt: 0, revokedAt: null }

/** A call from this process. It has no headers, no key and no rate, and its caller never goes away. */
const localCall: Omit<Call, 'id' | 'parameters' | 'serving'> = {
  requestId: 'local',
  headers: {},
  rawHeaders: [],
  isAbandoned: () => false,
  caller: {
    key: { ...noKey, monthlyLimit: null, expiresAt: null, scopes: null },
    accountId: '',
  },
  rate: { allowed: true, limit: 0, remaining: 0, resetSeconds: 0, resetAtSeconds: 0 },
}

/** Charges nobody: there is no account, and no call fails for lack of credits. */
const noCharges: ChargingStore = {
  hold: async (call) => ({ kind: 'held', hold: { ...call, lines: [] } }),
  voidHold: () => {},
  capture: async () => 0,
  claim: async () => ({ kind: 'claimed' }),
  dropClaim: () => {},
}

/** Reads a data folder that may belong to another process, and never creates a file. */
const readOnlyFs: Fs = {
  ...nodeFs,
  makeFolder: async () => {},
  syncFolder: async () => {},
  list: async (folder) => (await ifThere(nodeFs.list(folder))) ?? [],
}

/** Loads the artifacts of a configuration, and reloads them whenever their folder changes. */
async function openLocalServing(config: ServerConfig, log: Log) {
  const folder = servedFolder(config.artifactsFolder)
  const identity = (): Promise<string> => folderIdentity(folder())
  const loaded = await identity()
  const first = (await loadServing(folder(), config, null, Promise.resolve()))! // null only if a known version is passed
  const listed = await readLogosFile(config.dataFolder, log)
  const serving: CurrentServing = { current: withListedLogos(first, null, listed) ?? first }
  const reloader = createFolderReloader({ config, serving, log, metrics: noMetrics }, folder, loadServing)
  const onChange = () => reloader.reload('folder')
  return { serving, stop: watchArtifacts({ loaded, identity, timers: systemTimers, onChange }).stop }
}
