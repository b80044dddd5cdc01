import { type Log, type LogEntry, type ServerConfig, systemClock } from '@riftline/server'
import type { CliIo } from '../cli-io.ts'

const levels: readonly LogEntry['level'][] = ['info', 'warn', 'error']

/** One JSON line an entry on stderr, from the configured level on. */
export function createLog(io: CliIo, { logLevel }: Pick<ServerConfig, 'logLevel'>): Log {
  const least = levels.indexOf(logLevel)
  return (entry) => {
    if (levels.indexOf(entry.level) < least) return
    io.stderr(`${JSON.stringify({ time: new Date(systemClock.now()).toISOString(), ...entry })}\n`)
  }
}
