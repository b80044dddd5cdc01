import { parseConfig, type ServerConfig } from '@riftline/server'
import type { CliIo } from './cli-io.ts'
import { UsageError } from './usage-error.ts'

/** The line of every command that works on a data folder. */
export const dataUsage = `  --data DIR  data folder                          (RIFTLINE_DATA_DIR, or ./data)
  --json      one JSON document instead of a table
`

/** Settings as `serve` reads them, so that a command finds the store that a server with this environment uses. */
export function dataConfig(data: string | undefined, io: CliIo): ServerConfig {
  if (data === '') throw new UsageError('--data: expected a folder')
  return parseConfig({ ...io.env, ...(data === undefined ? {} : { RIFTLINE_DATA_DIR: data }) })
}
