import { type Log, type LogEntry, type ServerConfig, systemClock } from '@riftline/server'
import type { CliIo } from '../cli-io.ts'

const levels: readonly LogEntry['level'][] = ['info', 'warn', 'error']
const waitMs = 50
const mostWaiting = 65_536

export interface ServerLog {
  readonly log: Log
  /** Writes what still waits. */
  readonly flush: () => void
}

/**
 * One JSON line an entry on stderr, from the configured level on. Lines of requests wait for each other a moment, since a
 * write for each would take a quarter of the server's time; any other line is written at once, and those before it too.
 */
export function createLog(io: CliIo, { logLevel }: Pick<ServerConfig, 'logLevel'>): ServerLog {
  const least = levels.indexOf(logLevel)
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    io.stderr(lines)
  }
  const log: Log = (entry) => {
    if (levels.indexOf(entry.level) < least) return
    waiting += `${JSON.stringify({ time: new Date(systemClock.now()).toISOString(), ...entry })}\n`
    if (entry.event !== 'request' || waiting.length > mostWaiting) flush()
    else timer ??= setTimeout(flush, waitMs).unref()
  }
  return { log, flush }
}
