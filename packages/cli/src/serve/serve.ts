import { loadServing, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../cli-io.ts'
import { UsageError } from '../usage-error.ts'
import { firstStartMessage } from './first-start.ts'
import { createLog } from './log.ts'
import { parseServeOptions, serveUsage } from './serve-options.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { countStops } from './stop-requests.ts'

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
    const message = error instanceof Error ? error.message : String(error)
    io.stderr(`riftline serve: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(config: ServerConfig, io: CliIo, load: typeof loadServing): Promise<number> {
  const { log, flush } = createLog(io, config)
  const server = await startServer(config, log, load)
  const stops = countStops(io)
  const forgetReload = io.onReload?.(() => void server.reloader.reload('signal'))
  const fatal = new Promise<1>((resolve) => {
    io.onFatal?.((error) => {
      log({ level: 'error', event: 'uncaught_error', error: error instanceof Error ? error.stack : String(error) })
      resolve(1)
    })
  })
  announce(server, io)
  const ended = Promise.race([
    stops.first.then(() => server.stop()).then(() => 0),
    server.storageFailed.then(async (reason) => {
      log({ level: 'error', event: 'storage_failed', error: String(reason) })
      await server.stop()
      return 1
    }),
  ])
  const code = await Promise.race([ended, stops.second.then(() => 1), fatal])
  stops.forget()
  forgetReload?.()
  flush()
  return code
}

/** In one piece, so that whoever waits for the address has the key too. */
function announce({ baseUrl, demoKey, catalogue }: RunningServer, io: CliIo): void {
  const firstStart = demoKey === null ? '' : `\n${firstStartMessage(baseUrl, demoKey, catalogue)}`
  io.stdout(`riftline listens on ${baseUrl}\n${firstStart}`)
}
