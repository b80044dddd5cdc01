import { randomBytes } from 'node:crypto'
import { type Catalogue, createPredictor, type Predictor } from '@riftline/core'
import { loadArtifacts } from '@riftline/core/node'
import {
  createApp,
  createLifecycle,
  type Log,
  listen,
  openFileStore,
  type ServerConfig,
  shutDown,
  systemClock,
} from '@riftline/server'
import type { CliIo } from '../cli-io.ts'
import { UsageError } from '../usage-error.ts'
import { createDemoKey, firstStartMessage } from './first-start.ts'
import { parseServeOptions, serveUsage } from './serve-options.ts'

export interface Served {
  readonly predictor: Predictor
  readonly catalogue: Catalogue
}

/**
 * `riftline serve`: resolves with the exit code once the server has stopped, 0 after a signal, 1 when it refused to start
 * (one line on stderr), 2 for a command line that cannot be understood. A second signal resolves at once.
 *
 * @param load where models and catalogue come from; tests give their own
 */
export async function serve(
  args: readonly string[],
  io: CliIo,
  load: (folder: string) => Promise<Served> = loadServed,
): Promise<number> {
  try {
    const config = parseServeOptions(args, io.env)
    if (config !== 'help') return await run(config, io, await load(config.artifactsFolder))
    io.stdout(serveUsage)
    return 0
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    io.stderr(`riftline serve: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function loadServed(folder: string): Promise<Served> {
  try {
    const artifacts = await loadArtifacts(folder)
    return { predictor: createPredictor(artifacts), catalogue: artifacts.catalogue }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`artifacts folder ${folder} cannot be used: ${reason}`, { cause })
  }
}

async function run(config: ServerConfig, io: CliIo, served: Served): Promise<number> {
  const log: Log = (entry) =>
    io.stderr(`${JSON.stringify({ time: new Date(systemClock.now()).toISOString(), ...entry })}\n`)
  const { dataFolder, freeCredits } = config
  const credits = await openFileStore({ clock: systemClock, randomBytes, freeCredits, dataFolder, log })
  const lifecycle = createLifecycle()
  const app = createApp({ ...served, credits, clock: systemClock, randomBytes, log, config, lifecycle })
  const { server, port } = await listen({ app, config, clock: systemClock, randomBytes }).catch(async (error) => {
    await credits.close()
    throw error
  })
  const shutdown = { server, credits, lifecycle, config, wait }
  const stops = countStops(io)
  const baseUrl = `http://${urlHost(config.host)}:${port}`
  const key = await createDemoKey(credits, randomBytes).catch(async (error) => {
    await shutDown(shutdown)
    throw error
  })
  io.stdout(`riftline listens on ${baseUrl}\n`)
  if (key !== null) io.stdout(`\n${firstStartMessage(baseUrl, key, served.catalogue)}`)

  await stops.first
  const done = shutDown(shutdown).then(() => 0)
  const code = await Promise.race([done, stops.second.then(() => 1)])
  stops.forget()
  return code
}

interface Stops {
  readonly first: Promise<void>
  readonly second: Promise<void>
  readonly forget: () => void
}

function countStops(io: CliIo): Stops {
  const waiting: (() => void)[] = []
  const next = (): Promise<void> => new Promise((resolve) => waiting.push(resolve))
  const [first, second] = [next(), next()]
  return { first, second, forget: io.onStop(() => waiting.shift()?.()) }
}

/** Does not keep the process alive by itself. */
function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}

/** An address under which the server can be asked from its own machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
