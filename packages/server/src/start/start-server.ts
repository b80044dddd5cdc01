import { requireOptions } from '@riftline/base'
import { type Log, nodeFs, silentLog, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { Catalogue } from '@riftline/predictor'
import { createApp } from '../app.ts'
import type { NewApiKey } from '../auth/api-key.ts'
import type { ServerConfig } from '../config.ts'
import { callInProcess, type InProcessAnswer, type InProcessCall } from '../http/call-in-process.ts'
import { watchEventLoop } from '../http/defence/event-loop-lag.ts'
import { createLifecycle } from '../lifecycle.ts'
import { listen } from '../listen.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createMetrics } from '../observe/metrics.ts'
import type { OperatorCalls } from '../operators/administration-routes.ts'
import { openOperators } from '../operators/open-operators.ts'
import { openScheduleFile } from '../schedule/schedule-file.ts'
import { loadServing } from '../serving/load-serving.ts'
import { createTeamLogos, listeningUrl, readLogosFile } from '../serving/logos-file.ts'
import { createReloader, type Reloader } from '../serving/reload.ts'
import { withListedLogos, withLogos } from '../serving/serving.ts'
import { folderIdentity, servedFolder, watchArtifacts } from '../serving/watch-artifacts.ts'
import { shutDown } from '../shutdown.ts'
import { createDemoKey, type OpenFeed, openCredits, openOdds, openRateLimiter } from './open-credits.ts'

/** A server that answers, and what others in its process may use of it. */
export interface RunningServer {
  readonly baseUrl: string
  readonly catalogue: Catalogue
  /** The key of the demo account that a first start makes; null at any other. */
  readonly demoKey: NewApiKey | null
  readonly credits: CreditStore
  /** Metrics for programs that run beside the server. */
  readonly metrics: Metrics
  readonly reloader: Reloader
  /** Whether so much waits that what nobody pays for is refused: earlier than calls are. */
  readonly givesWay: () => boolean
  /** Asks the public port from inside: a connection like any other, from an address of the caller's choice. */
  readonly call: (call: InProcessCall) => Promise<InProcessAnswer>
  /** Resolves when credits cannot be recorded any more. */
  readonly storageFailed: Promise<unknown>
  /** Resolves when the statistics of the first artifacts, which are read last, turn out to be unusable. */
  readonly artifactsFailed: Promise<unknown>
  stop(): Promise<void>
}

/** Options of a program beside the settings. */
export interface StartOptions {
  /** Silent by default. */
  readonly log?: Log
  /** Where models and catalogue come from. */
  readonly load?: typeof loadServing
  /** Reader of a feed of odds: `openOddsFeed` of `@riftline/sources`. Without it a configured feed is refused. */
  readonly openFeed?: OpenFeed
  /** Calls of commands to the operators' port beside those about accounts; none by default. */
  readonly operatorCalls?: OperatorCalls
  /** Called before the ledger closes, when no call is in flight any more. */
  readonly beforeClose?: () => Promise<void>
  /** Ends the start, which rejects with its reason. */
  readonly stopping?: AbortSignal
}

/**
 * The whole service: the `/v1` API, the operators' port, ledger, odds with their feed, and artifacts that are taken anew
 * when their folder changes. What was opened is closed again when a later part refuses, or when `stopping` says so.
 *
 * @throws RiftlineError `artifacts_unusable`, `cannot_listen`, `postgres_driver_missing`, `invalid_config`, and what opening a ledger refuses
 * @example
 * const server = await startServer(parseConfig({ RIFTLINE_PORT: '0' }))
 * console.log(server.baseUrl)
 * await server.stop()
 */
export async function startServer(config: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  requireOptions(options, ['log', 'load', 'openFeed', 'operatorCalls', 'beforeClose', 'stopping'])
  const { log = silentLog, load = loadServing, stopping = new AbortController().signal, ...further } = options
  const artifactsFolder = servedFolder(config.artifactsFolder)
  const identity = (): Promise<string> => folderIdentity(artifactsFolder())
  const loaded = await identity()
  const started = given()
  // Read while the ledger is opened, which mostly waits for the disk.
  const loading = load(artifactsFolder(), config, null, started.promise)
  loading.catch(() => {})
  const clock = systemClock
  const metrics = createMetrics()
  const lifecycle = createLifecycle()
  const parts = { log, metrics, clock, randomBytes: systemRandomBytes }

  const credits = await openCredits(config, parts)
  const opened: (() => unknown)[] = further.beforeClose === undefined ? [] : [further.beforeClose]
  const closeAll = async (): Promise<void> => {
    for (const close of opened.reverse()) await close()
  }
  let stop = (): Promise<void> => closeAll().finally(() => credits.close())
  try {
    stopping.throwIfAborted()
    const first = await loading
    if (first === null) throw new Error('the artifacts were not loaded')
    stopping.throwIfAborted()
    const serving = { current: first }
    const odds = await openOdds(config, {
      ...parts,
      openFeed: further.openFeed,
      catalogue: () => serving.current.index,
    })
    opened.push(odds.close)
    const schedule = await openScheduleFile(config.dataFolder, { log, timers: systemTimers })
    opened.push(schedule.stop)
    if ((await nodeFs.mode(config.dataFolder)) & 0o007) {
      log({ level: 'warn', event: 'data_folder_open_to_all', folder: config.dataFolder, expected: '0700' })
    }
    let bound = config
    const publicUrl = (): string => config.publicUrl ?? listeningUrl(bound)
    const shared = { ...parts, config, serving, lifecycle, credits, odds, schedule, baseUrl: publicUrl }
    const reloader = createReloader({
      ...shared,
      load: async (known) => {
        const loaded = await load(artifactsFolder(), config, known)
        return withListedLogos(serving.current, loaded, await readLogosFile(config.dataFolder, log))
      },
      identity,
    })
    const calls = further.operatorCalls ?? {}
    const operators = await openOperators({ ...shared, administration: credits, calls, reloader, fs: nodeFs, wait })
    if (operators !== null) opened.push(operators.close)
    let overload = (): boolean => false
    const limiter = await openRateLimiter(config, parts)
    opened.push(limiter.close)
    stopping.throwIfAborted()
    const app = createApp({ ...shared, limiter, overload: () => overload() })
    const listed = (await readLogosFile(config.dataFolder, log)) ?? undefined
    const { server, port } = await listen({ ...parts, app, config })
    // No request is read before this turn ends: each sees the port that was free.
    bound = { ...config, port }
    serving.current = withLogos(first, createTeamLogos(bound, listed))
    stop = () => shutDown({ server, credits, lifecycle, config, wait, beforeClose: closeAll })

    // From now on: the event loop was late while all this was put together, which says nothing about load.
    const lag = watchEventLoop(clock)
    opened.push(lag.stop)
    overload = () => lag.staysLate()
    metrics.gauge('event_loop_lag_seconds', () => lag.ms() / 1000)

    const demoKey = config.demo ? await createDemoKey(credits, systemRandomBytes) : null
    await operators?.announce()
    const onChange = (): Promise<unknown> => reloader.reload('folder')
    opened.push(watchArtifacts({ folder: artifactsFolder(), loaded, identity, onChange, timers: systemTimers }).stop)
    const baseUrl = listeningUrl(bound)
    const { asOf } = first.version
    started.resolve()
    log({ level: 'info', event: 'started', url: baseUrl, operatorsPort: operators?.port ?? null, asOf })
    return {
      baseUrl,
      catalogue: first.catalogue,
      demoKey,
      credits,
      metrics,
      reloader,
      givesWay: () => lag.staysLate(freeLateMs),
      call: (call) => callInProcess(server, call),
      storageFailed: credits.failed,
      artifactsFailed: new Promise((resolve) => first.resources.catch(resolve)),
      stop: () => stop(),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Delay of the event loop above which pages wait: half of the limit of calls. */
const freeLateMs = 125

/** A promise with the function that resolves it. */
function given(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Does not keep the process alive by itself. */
function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void systemTimers.after(milliseconds, resolve))
}
