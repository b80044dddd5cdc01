import { parseConfig, type ServerConfig } from '@riftline/server'
import type { CliIo } from './io/cli-io.ts'
import { UsageError } from './io/usage-error.ts'

/** The line of every command that works on a data folder. */
export const dataUsage = `  --data DIR  data folder                          (RIFTLINE_DATA_DIR, or ./data)
  --json      one JSON document instead of a table
`

/**
 * Settings as `serve` reads them, so that a command finds the store that a server with this environment uses. Except
 * for the clock: in the environment of every command, its acceptance would turn the ledger back whenever a clock is wrong.
 */
export function dataConfig(data: string | undefined, io: CliIo, takesClock = false): ServerConfig {
  if (data === '') throw new UsageError('--data: expected a folder')
  const config = parseConfig({ ...io.env, ...(data === undefined ? {} : { RIFTLINE_DATA_DIR: data }) })
  return takesClock ? config : { ...config, acceptClock: false }
}
