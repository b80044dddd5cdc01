import { parseConfig, type ServerConfig } from '@riftline/server'
import { UsageError } from './io/arguments.ts'
import type { CliIo } from './io/cli-io.ts'

/** Help text of the options of every command on a data folder. */
export const dataUsage = `  --data DIR  data folder                          (RIFTLINE_DATA_DIR, or ./data)
  --json      one JSON document instead of a table
`

/**
 * Reads the settings of `serve`, so that a command finds the server's store.
 * @param takesClock whether RIFTLINE_ACCEPT_CLOCK counts; for every command it would turn the ledger back whenever a clock is wrong
 */
export function dataConfig(data: string | undefined, io: CliIo, takesClock = false): ServerConfig {
  if (data === '') throw new UsageError('--data: expected a folder')
  const config = parseConfig({ ...io.env, ...(data === undefined ? {} : { RIFTLINE_DATA_DIR: data }) })
  return takesClock ? config : { ...config, acceptClock: false }
}
