import { parseConfig, type ServerConfig } from '@riftline/server'
import { UsageError } from './io/arguments.ts'
import type { CliIo } from './io/cli-io.ts'

/** Help text for the options of every command that uses a data folder. */
export const dataUsage = `  --data DIR  data folder                          (RIFTLINE_DATA_DIR, or ./data)
  --json      one JSON document instead of a table
`

/**
 * Reads the settings of `serve`, so that a command finds the server's store.
 * @param takesClock whether RIFTLINE_ACCEPT_CLOCK counts; if it did in every command, any wrong clock would turn the ledger back
 */
export function dataConfig(data: string | undefined, io: CliIo, takesClock = false): ServerConfig {
  if (data === '') throw new UsageError('--data: expected a folder')
  const config = parseConfig({ ...io.env, ...(data === undefined ? {} : { RIFTLINE_DATA_DIR: data }) })
  return takesClock ? config : { ...config, acceptClock: false }
}
