import { parseArgs } from 'node:util'
import { RiftlineError } from '@riftline/core'
import { parseConfig, type ServerConfig } from '@riftline/server'
import { UsageError } from '../usage-error.ts'

export const serveUsage = `riftline serve [--host H] [--port N] [--data DIR] [--artifacts DIR]

Runs the /v1 API. Each option can also be given by environment:
  --host       RIFTLINE_HOST           address to listen on         (127.0.0.1)
  --port       RIFTLINE_PORT           port, 0 for any free one     (8080)
  --data       RIFTLINE_DATA_DIR       accounts, keys, credits      (./data)
  --artifacts  RIFTLINE_ARTIFACTS_DIR  fitted models and catalogue  (./artifacts, else @riftline/artifacts)

Metrics, docs and the calls of other commands are on RIFTLINE_OPS_HOST, RIFTLINE_OPS_PORT (127.0.0.1:8081, or any free port
when that one is taken; 0: none; any: any free one). SIGHUP takes the artifacts anew, SIGTERM ends in order.
`

/** Option -> the variable that says the same. */
const variables = {
  host: 'RIFTLINE_HOST',
  port: 'RIFTLINE_PORT',
  data: 'RIFTLINE_DATA_DIR',
  artifacts: 'RIFTLINE_ARTIFACTS_DIR',
} as const

/**
 * The configuration of a command line over an environment, or `help`.
 * @throws UsageError for the command line, RiftlineError `invalid_config` for the environment
 */
export function parseServeOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServerConfig | 'help' {
  const values = parseOptions(args)
  if (values.help === true) return 'help'
  const fromOptions: Record<string, string | undefined> = {}
  for (const name of ['host', 'port', 'data', 'artifacts'] as const) {
    const value = values[name]
    if (value === undefined) continue
    checkOption(name, value)
    fromOptions[variables[name]] = value
  }
  return parseConfig({ ...env, ...fromOptions })
}

function parseOptions(args: readonly string[]): Partial<Record<keyof typeof variables, string>> & { help?: boolean } {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: { host: text, port: text, data: text, artifacts: text, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The same rule as for the variable, with the option's name in the message. */
function checkOption(name: keyof typeof variables, value: string): void {
  try {
    parseConfig({ [variables[name]]: value })
  } catch (error) {
    if (error instanceof RiftlineError) throw new UsageError(error.message.replace(variables[name], `--${name}`))
    throw error
  }
}
