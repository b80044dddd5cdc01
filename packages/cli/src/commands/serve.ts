import { type Log, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import { loadServing, type RunningServer, startServer } from '@riftline/server'
import { openAccountPage, prepareAccountPage, type RunningAccountPage } from '../account-page/open-account-page.ts'
import { createLatePeople, peopleCalls } from '../account-page/people-calls.ts'
import { aborted, countStops, holdReloads, type StopRequests } from '../io/cli-io.ts'
import { type Command, type CommandIo, LostOutput } from '../io/output.ts'
import { type CommandRuns, startCaptures, startSyncs } from '../serve/background-runs.ts'
import { runCommandProcess } from '../serve/command-process.ts'
import { createLog } from '../serve/log.ts'
import { feedOpener, parseServeOptions, type ServeOptions } from '../serve/serve-options.ts'
import { firstStartMessage, startHints } from '../serve/start-messages.ts'

const usage = `riftline serve [--host H] [--port N] [--data DIR] [--artifacts DIR] [--sync-every 6h]

Runs the /v1 API. Each option has an environment variable:
  --host       RIFTLINE_HOST           address to listen on         (127.0.0.1)
  --port       RIFTLINE_PORT           port, 0 for any free one     (8080)
  --data       RIFTLINE_DATA_DIR       accounts, keys, credits      (./data)
  --artifacts  RIFTLINE_ARTIFACTS_DIR  fitted models and catalogue  (./artifacts, else @riftline/artifacts)
  --sync-every  RIFTLINE_SYNC_INTERVAL  runs riftline sync in the background: 90s, 30m, 6h, 1d  (off)
                RIFTLINE_ODDS_CAPTURE_INTERVAL  runs riftline odds capture in the background  (off)

The account page is on RIFTLINE_ACCOUNT_HOST, RIFTLINE_ACCOUNT_PORT (127.0.0.1:8082, or any free port when that one is
taken; 0: none). The README of @riftline/account lists its other settings.

Metrics, docs and the calls of other commands are on RIFTLINE_OPS_HOST, RIFTLINE_OPS_PORT (127.0.0.1:8081, or any free port
when that one is taken; 0: none; any: any free one). SIGHUP reloads the artifacts, SIGTERM shuts down in order.
`

/** Runs the server to its end: exit code 0 after a signal, 1 after a storage failure or uncaught error. A second signal ends it at once. */
export const serveCommand: Command = serveWith(loadServing)

/** @param load loads models and catalogue; tests pass their own */
export function serveWith(load: typeof loadServing): Command {
  return {
    usage,
    run: async (args, io) => {
      return untilStopped(parseServeOptions(args, io.env), io, load)
    },
  }
}

async function untilStopped(options: ServeOptions, io: CommandIo, load: typeof loadServing): Promise<number> {
  const { config } = options
  const { log, flush } = createLog(io, config)
  // Registered before anything is opened, because a signal may come at any time.
  const stops = countStops(io)
  const reload = holdReloads(io)
  const fatal = new Promise<1>((resolve) => {
    io.onFatal?.((error) => {
      log({ level: 'error', event: 'uncaught_error', error: error instanceof Error ? error.stack : String(error) })
      resolve(1)
    })
  })
  const people = createLatePeople(io.env)
  let page: RunningAccountPage | null = null
  try {
    const prepared = await prepareAccountPage(io.env, config)
    const ended = startServer(config, {
      log,
      load,
      stopping: stops.first,
      openFeed: feedOpener(io.env),
      operatorCalls: peopleCalls(people),
      async beforeClose() {
        await page?.close()
        await people.close()
      },
    }).then(async (server) => {
      reload.startWith(() => void server.reloader.reload('signal'))
      const stopRuns = startRuns(options, server, log)
      try {
        page = prepared && (await openAccountPage(prepared, server, config, log))
      } catch (error) {
        stopRuns()
        await server.stop()
        throw error
      }
      people.provide(page, server, config)
      const writesMails = prepared !== null && prepared.config.smtpUrl === null
      return untilEnd({ server, page, io, log, stops, config, writesMails }).finally(stopRuns)
    })
    return await Promise.race([ended, aborted(stops.second).then(() => 1), fatal])
  } catch (error) {
    if (stops.first.aborted && error === stops.first.reason) return 0
    throw error
  } finally {
    stops.forget()
    reload.forget()
    flush()
  }
}

/** Starts the background runs of a server; returns the function that stops them. */
function startRuns(
  { config, syncIntervalMs, captures }: ServeOptions,
  { metrics }: RunningServer,
  log: Log,
): () => void {
  const { dataFolder, artifactsFolder } = config
  const options = ['--data', dataFolder, ...(artifactsFolder == null ? [] : ['--artifacts', artifactsFolder])]
  function runsOf<Summary>(intervalMs: number, ...command: readonly string[]): CommandRuns<Summary> {
    const runOnce = (signal: AbortSignal): Promise<Summary> => runCommandProcess(command, options, signal)
    return { intervalMs, runOnce, metrics, log, timers: systemTimers, now: systemClock.now, random }
  }
  const stopSyncs = syncIntervalMs === null ? null : startSyncs(runsOf(syncIntervalMs, 'sync'))
  const stopCaptures =
    captures === null
      ? null
      : startCaptures({ ...runsOf(captures.intervalMs, 'odds', 'capture'), sources: captures.sources })
  return () => {
    stopSyncs?.()
    stopCaptures?.()
  }
}

/** A random number in [0, 1). */
function random(): number {
  return new DataView(Uint8Array.from(systemRandomBytes(4)).buffer).getUint32(0) / 2 ** 32
}

interface Running {
  readonly server: RunningServer
  readonly page: RunningAccountPage | null
  readonly io: CommandIo
  readonly log: Log
  readonly stops: StopRequests
  readonly config: ServeOptions['config']
  readonly writesMails: boolean
}

async function untilEnd(running: Running): Promise<number> {
  await announce(running)
  const { server, page, log, stops } = running
  const fail = async (event: string, reason: unknown): Promise<number> => {
    log({ level: 'error', event, error: String(reason) })
    await server.stop()
    return 1
  }
  return Promise.race([
    aborted(stops.first).then(() => server.stop().then(() => 0)),
    server.storageFailed.then((reason) => fail('storage_failed', reason)),
    server.artifactsFailed.then((reason) => fail('artifacts_unusable', reason)),
    ...(page === null ? [] : [rejection(page.opened).then((reason) => fail('account_page_unusable', reason))]),
  ])
}

/** Resolves with the reason when a promise rejects; otherwise stays pending. */
function rejection(promise: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => void promise.catch(resolve))
}

/**
 * Prints addresses and the demo key in one write, and revokes a key that could not be printed.
 * @throws LostOutput after stopping the server, unless the reader only closed the pipe
 */
async function announce({ server, page, io, log, config, writesMails }: Running): Promise<void> {
  const { baseUrl, demoKey, catalogue, credits } = server
  const { freeCredits } = config
  const firstStart = demoKey === null ? '' : `\n${firstStartMessage(baseUrl, demoKey.key, catalogue, freeCredits)}`
  try {
    const accountPage = page === null ? '' : `account page on ${page.url}\n`
    await io.stdout(`riftline listens on ${baseUrl}\n${accountPage}${firstStart}`)
    io.stderr(await startHints({ env: io.env, config, writesMails, isFirst: demoKey !== null, credits }))
  } catch (error) {
    if (demoKey !== null) {
      await credits.revokeKey(demoKey.id)
      log({ level: 'warn', event: 'demo_key_unseen', keyId: demoKey.id, now: 'revoked' })
    }
    if (error instanceof LostOutput && error.isReaderGone) return
    await server.stop()
    throw error
  }
}
