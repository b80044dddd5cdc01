import { requireOptions } from '@riftline/base'
import { type Log, nodeFs, silentLog, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import { createChangeFeed, startWatching } from '@riftline/changes'
import type { CreditStore } from '@riftline/ledger'
import { marketChance } from '@riftline/odds'
import type { Catalogue } from '@riftline/predictor'
import { createTournamentSimulator } from '@riftline/predictor/node'
import { createKeptReader, forecastScheduled, startKeeping } from '@riftline/record'
import { createApp } from '../app.ts'
import type { NewApiKey } from '../auth/api-key.ts'
import type { ServerConfig } from '../config.ts'
import { callInProcess, type InProcessAnswer, type InProcessCall } from '../http/call-in-process.ts'
import { createLifecycle, type Lifecycle, shutDown, watchEventLoop } from '../lifecycle.ts'
import { listen } from '../listen.ts'
import { createMetrics, type Metrics, type Tools } from '../observe/metrics.ts'
import type { OperatorCalls } from '../operators/administration-routes.ts'
import { openOperators } from '../operators/open-operators.ts'
import { simulationThreads } from '../routes/tournament.ts'
import { createServedLogos, listeningUrl, readLogosFile } from '../serving/logos-file.ts'
import {
  createFolderReloader,
  folderIdentity,
  openScheduleFile,
  type Reloader,
  servedFolder,
  watchArtifacts,
} from '../serving/reload.ts'
import { loadServing, runInTurns, type Serving, servedRecord, withServedLogos } from '../serving/serving.ts'
import {
  createDemoKey,
  type OpenFeed,
  openChanges,
  openCredits,
  openKept,
  openOdds,
  openRateLimiter,
} from './open-credits.ts'

/** A running server, with the parts that the rest of its process may use. */
export interface RunningServer {
  readonly baseUrl: string
  readonly catalogue: Catalogue
  /** Key of the demo account that a first start makes; null at any other start. */
  readonly demoKey: NewApiKey | null
  readonly credits: CreditStore
  /** Metrics for programs that run beside the server. */
  readonly metrics: Metrics
  readonly reloader: Reloader
  /** Whether so much work waits that unpaid requests are refused; calls are refused later. */
  readonly givesWay: () => boolean
  /** Calls the public port from inside the process, as an ordinary connection from an address of your choice. */
  readonly call: (call: InProcessCall) => Promise<InProcessAnswer>
  /** Record of the forecasts of the artifacts in use, beside the kept ones; null for artifacts of a version without one. */
  readonly record: () => ReturnType<typeof servedRecord>
  /** Resolves when credits can no longer be recorded. */
  readonly storageFailed: Promise<unknown>
  /** Resolves when the statistics of the first artifacts, which are read last, turn out to be unusable. */
  readonly artifactsFailed: Promise<unknown>
  stop(): Promise<void>
}

/** Options of a program, in addition to the settings. */
export interface StartOptions {
  /** Log; silent by default. */
  readonly log?: Log
  /** Loads models and catalogue. */
  readonly load?: typeof loadServing
  /** Reader of a feed of odds, such as `openOddsFeed` of `@riftline/sources`. Without a reader, a configured feed is refused. */
  readonly openFeed?: OpenFeed
  /** Calls of commands to the operators' port, in addition to those about accounts; none by default. */
  readonly operatorCalls?: OperatorCalls
  /** Runs before the ledger closes, when no call is in flight any more. */
  readonly beforeClose?: () => Promise<void>
  /** Ends the start, which rejects with the signal's reason. */
  readonly stopping?: AbortSignal
}

/**
 * Starts the whole service: the `/v1` API, the operators' port, ledger, odds with their feed, and artifacts that are reloaded
 * when their folder changes. If a later part fails, or `stopping` is aborted, the parts already open are closed again.
 * @throws RiftlineError `artifacts_unusable`, `cannot_listen`, `postgres_driver_missing`, `invalid_config`, and what opening a ledger refuses
 * @example
 * const server = await startServer(parseConfig({ RIFTLINE_PORT: '0' }))
 * console.log(server.baseUrl)
 * await server.stop()
 */
export async function startServer(config: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  requireOptions(options, ['log', 'load', 'openFeed', 'operatorCalls', 'beforeClose', 'stopping'])
  const { log = silentLog, load = loadServing, stopping = new AbortController().signal, beforeClose } = options
  const folder = servedFolder(config.artifactsFolder)
  const identity = (): Promise<string> => folderIdentity(folder())
  const loaded = await identity()
  let onStarted = (): void => {}
  const started = new Promise<void>((resolve) => {
    onStarted = resolve
  })
  // Artifacts are read while the ledger is opened, which mostly waits for the disk.
  const loading = load(folder(), config, null, started)
  loading.catch(() => {})
  const tools = { log, metrics: createMetrics(), clock: systemClock, randomBytes: systemRandomBytes }

  const credits = await openCredits(config, tools)
  const opened: (() => unknown)[] = beforeClose === undefined ? [] : [beforeClose]
  const closeAll = async (): Promise<void> => {
    for (const close of opened.reverse()) await close()
  }
  const parts = { config, options, load, stopping, folder, tools, credits, opened, lifecycle: createLifecycle() }
  const start: Start = { ...parts, closeAll, stop: () => closeAll().finally(() => credits.close()) }
  try {
    stopping.throwIfAborted()
    const first = (await loading)! // null only if a known version is passed
    stopping.throwIfAborted()
    const running = await serve(start, await openParts(start, first), first)
    const onChange = (): Promise<unknown> => running.reloader.reload('folder')
    opened.push(watchArtifacts({ loaded, identity, onChange, timers: systemTimers }).stop)
    onStarted()
    const { operatorsPort, ...server } = running
    log({ level: 'info', event: 'started', url: server.baseUrl, operatorsPort, asOf: first.version.asOf })
    return server
  } catch (error) {
    await start.stop()
    throw error
  }
}

/** A start in progress: its options, and the parts that are open so far. */
interface Start extends Required<Pick<StartOptions, 'load' | 'stopping'>> {
  readonly config: ServerConfig
  readonly options: StartOptions
  /** Finds the folder of artifacts to serve. */
  readonly folder: () => string
  readonly tools: Tools & { readonly metrics: ReturnType<typeof createMetrics> }
  readonly credits: CreditStore
  readonly lifecycle: Lifecycle
  /** Functions that close the parts that are open; the oldest part first. */
  readonly opened: (() => unknown)[]
  readonly closeAll: () => Promise<void>
  stop(): Promise<void>
}

/** Opens every part but the public port. */
async function openParts(start: Start, first: Serving) {
  const { config, options, load, folder, tools, credits, lifecycle, opened } = start
  const { clock, log, metrics } = tools
  const serving = { current: first }
  const catalogue = (): Serving['index'] => serving.current.index
  const odds = await openOdds(config, { ...tools, openFeed: options.openFeed, catalogue })
  opened.push(odds.close)
  const schedule = await openScheduleFile(config.dataFolder, { log, timers: systemTimers })
  opened.push(schedule.stop)
  const kept = await openKept(config, log)
  const keptRecord = createKeptReader(kept, runInTurns)
  const { close: stopKeeping } = startKeeping({
    ...{ clock, log, metrics, timers: systemTimers, schedule, store: kept },
    forecast: (series, at) => forecastScheduled(serving.current, series, at),
    artifacts: () => serving.current.version.id,
    market: (series, at) => marketChance(odds, catalogue(), schedule.current?.series ?? [], series, at),
  })
  opened.push(stopKeeping)
  const store = await openChanges(config, log)
  const changes = createChangeFeed({ clock, log, credits, store, timers: systemTimers })
  opened.push(store.close, changes.close)
  const watched = { store, serving, schedule, odds, kept, clock, log, metrics, timers: systemTimers }
  opened.push(startWatching(watched).close)
  if ((await nodeFs.mode(config.dataFolder)) & 0o007) {
    log({ level: 'warn', event: 'data_folder_open_to_all', folder: config.dataFolder, expected: '0700' })
  }
  const bound = { config }
  const baseUrl = (): string => config.publicUrl ?? listeningUrl(bound.config)
  const tournaments = createTournamentSimulator({ threads: simulationThreads })
  opened.push(tournaments.close)
  const shared = {
    ...tools,
    config,
    serving,
    lifecycle,
    credits,
    odds,
    schedule,
    keptRecord,
    changes,
    tournaments,
    baseUrl,
  }
  const reloader = createFolderReloader(shared, folder, load)
  const calls = options.operatorCalls ?? {}
  const operators = await openOperators({ ...shared, administration: credits, calls, reloader, fs: nodeFs, wait })
  if (operators !== null) opened.push(operators.close)
  const limiter = await openRateLimiter(config, tools)
  opened.push(limiter.close)
  start.stopping.throwIfAborted()
  return { ...shared, bound, reloader, operators, limiter }
}

async function serve(start: Start, parts: Awaited<ReturnType<typeof openParts>>, first: Serving) {
  const { config, tools, credits, lifecycle, opened } = start
  const { metrics } = tools
  let overload = (): boolean => false
  const app = createApp({ ...parts, overload: () => overload() })
  const listed = (await readLogosFile(config.dataFolder, tools.log)) ?? undefined
  const { server, port } = await listen({ ...tools, app, config })
  // No request is read before this turn ends, so that each one sees the port that was free.
  parts.bound.config = { ...config, port }
  parts.serving.current = withServedLogos(first, createServedLogos(parts.bound.config, listed))
  const shutdown = { server, credits, lifecycle, config, wait }
  start.stop = () => shutDown({ ...shutdown, beforeDrain: parts.changes.close, beforeClose: start.closeAll })

  // The watch begins here: while a server starts its event loop is late, which says nothing about load.
  const lag = watchEventLoop(tools.clock)
  opened.push(lag.stop)
  overload = () => lag.staysLate()
  metrics.gauge('event_loop_lag_seconds', () => lag.ms() / 1000)

  const demoKey = config.demo ? await createDemoKey(credits, tools.randomBytes) : null
  await parts.operators?.announce()
  return {
    operatorsPort: parts.operators?.port ?? null,
    baseUrl: listeningUrl(parts.bound.config),
    catalogue: first.catalogue,
    demoKey,
    credits,
    metrics,
    reloader: parts.reloader,
    givesWay: () => lag.staysLate(freeLateMs),
    call: (call: InProcessCall) => callInProcess(server, call),
    record: () => servedRecord(parts.serving.current, parts.keptRecord),
    storageFailed: credits.failed,
    artifactsFailed: new Promise<unknown>((resolve) => first.resources.catch(resolve)),
    stop: () => start.stop(),
  }
}

/** Delay of the event loop above which pages wait: half of the limit of calls. */
const freeLateMs = 125

/** Waits, without keeping the process alive. */
function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void systemTimers.after(milliseconds, resolve))
}
