import { findArtifacts } from '@riftline/predictor/node'
import { parseConfig, type ServerConfig } from '@riftline/server'
import { optional, UsageError, type Values } from './io/arguments.ts'
import type { CliIo } from './io/cli-io.ts'
import { serverEnv } from './io/server-env.ts'

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
  const config = parseConfig({ ...serverEnv(io.env), ...(data === undefined ? {} : { RIFTLINE_DATA_DIR: data }) })
  return takesClock ? config : { ...config, acceptClock: false }
}

/** The folder that a command reads: `--artifacts`, the variable, `./artifacts`, the installed package, whichever is first. */
export function artifactsFolder(values: Values, io: Pick<CliIo, 'env'>): string {
  return namedArtifacts(values, io) ?? findArtifacts()
}

/** The folder that the user names; undefined when they name none. */
export function namedArtifacts(values: Values, { env }: Pick<CliIo, 'env'>): string | undefined {
  const named = optional(values, 'artifacts') ?? env.RIFTLINE_ARTIFACTS_DIR
  if (named === '') throw new UsageError('--artifacts: expected a folder')
  return named
}
