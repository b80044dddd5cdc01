import { type Log, type LogEntry, systemClock, systemTimers } from '@riftline/base/node'
import type { ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'

const levels: readonly LogEntry['level'][] = ['info', 'warn', 'error']
const waitMs = 50
const mostWaiting = 65_536

/**
 * Creates a log of JSON lines on stderr from the configured level up, with keys cut to their public part. Request lines are
 * buffered for 50 ms, because writing each would take a quarter of the server's time; other lines are written at once, after the
 * buffered ones.
 */
export function createLog(io: CliIo, { logLevel }: Pick<ServerConfig, 'logLevel'>) {
  const least = levels.indexOf(logLevel)
  let waiting = ''
  let stopTimer: (() => void) | null = null
  const flush = (): void => {
    stopTimer?.()
    stopTimer = null
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    io.stderr(lines)
  }
  const log: Log = (entry) => {
    if (levels.indexOf(entry.level) < least) return
    waiting += `${redacted(JSON.stringify({ time: new Date(systemClock.now()).toISOString(), ...entry }))}\n`
    if (entry.event !== 'request' || waiting.length > mostWaiting) flush()
    else stopTimer ??= systemTimers.after(waitMs, flush)
  }
  return { log, flush }
}

/** Cuts keys, which can be part of error messages that quote input. */
function redacted(line: string): string {
  return line.includes('rl_') ? line.replaceAll(/(rl_(?:live|test)_[0-9A-Za-z]{8})_[0-9A-Za-z]+/g, '$1_...') : line
}
