import { type Log, loadServing, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../cli-io.ts'
import { LostOutput } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { firstStartMessage } from './first-start.ts'
import { createLog } from './log.ts'
import { holdReloads } from './reload-requests.ts'
import { parseServeOptions, serveUsage } from './serve-options.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { countStops, given, type StopRequests } from './stop-requests.ts'

/**
 * `riftline serve`: resolves with the exit code once the server has stopped, 0 after a signal, 1 when it refused to start
 * (one line on stderr), when its storage failed or an error was not caught, 2 for a command line that cannot be understood.
 * A second signal resolves at once.
 *
 * @param load where models and catalogue come from; tests give their own
 */
export async function serve(
  args: readonly string[],
  io: CliIo,
  load: typeof loadServing = loadServing,
): Promise<number> {
  try {
    const config = parseServeOptions(args, io.env)
    if (config !== 'help') return await run(config, io, load)
    io.stdout(serveUsage)
    return 0
  } catch (error) {
    // The caller says so, as of every command.
    if (error instanceof LostOutput) throw error
    const message = error instanceof Error ? error.message : String(error)
    io.stderr(`riftline serve: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(config: ServerConfig, io: CliIo, load: typeof loadServing): Promise<number> {
  const { log, flush } = createLog(io, config)
  // Before anything is opened: whoever sees the server ready may send these, and so may whoever does not want to wait for it.
  const stops = countStops(io)
  const reload = holdReloads(io)
  const fatal = new Promise<1>((resolve) => {
    io.onFatal?.((error) => {
      log({ level: 'error', event: 'uncaught_error', error: error instanceof Error ? error.stack : String(error) })
      resolve(1)
    })
  })
  try {
    const ended = startServer(config, log, load, stops.first).then(async (server) => {
      reload.startWith(() => void server.reloader.reload('signal'))
      return untilEnd(server, io, log, stops)
    })
    return await Promise.race([ended, given(stops.second).then(() => 1), fatal])
  } catch (error) {
    if (stops.first.aborted && error === stops.first.reason) return 0
    throw error
  } finally {
    stops.forget()
    reload.forget()
    flush()
  }
}

async function untilEnd(server: RunningServer, io: CliIo, log: Log, { first }: StopRequests): Promise<number> {
  await announce(server, io, log)
  return Promise.race([
    given(first).then(() => server.stop().then(() => 0)),
    server.storageFailed.then(async (reason) => {
      log({ level: 'error', event: 'storage_failed', error: String(reason) })
      await server.stop()
      return 1
    }),
  ])
}

/**
 * In one piece, so that whoever waits for the address has the key too. A key that nobody saw is revoked.
 * @throws LostOutput, after the server has stopped, unless the reader has only gone
 */
async function announce(server: RunningServer, io: CliIo, log: Log): Promise<void> {
  const { baseUrl, demoKey, catalogue, credits } = server
  const firstStart = demoKey === null ? '' : `\n${firstStartMessage(baseUrl, demoKey.key, catalogue)}`
  try {
    await io.stdout(`riftline listens on ${baseUrl}\n${firstStart}`)
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
