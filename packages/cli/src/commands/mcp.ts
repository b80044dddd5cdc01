import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import type { Log } from '@riftline/base/node'
import { type Backend, createLineTransport, createOfflineBackend, createRemoteBackend, serveTools } from '@riftline/mcp'
import { apiKeyVariable } from '@riftline/server'
import { optional, readArguments, UsageError, type Values } from '../io/arguments.ts'
import { artifactsFolder, namedArtifacts } from '../io/artifacts-option.ts'
import type { Command, CommandIo } from '../io/output.ts'
import { connectTo } from '../io/remote-server.ts'
import { createLog } from '../serve/log.ts'

const usage = `riftline mcp [--data DIR] [--artifacts DIR]
riftline mcp --url URL

Serves tools for agents over stdin and stdout, by the Model Context Protocol: teams, players, champions, tournaments, schedule, odds,
predict, predict-draft, predict_many, markets, explain and more. They only read. A host starts it, for example with
{"command": "/srv/riftline/node_modules/.bin/riftline", "args": ["mcp"]}; it ends with its stdin, or by SIGTERM. The log is on stderr.

Without --url all answers come from files: no network, no charge.
  --data       data folder with the schedule and captured odds, if any  (RIFTLINE_DATA_DIR, or ./data)
  --artifacts  fitted models and catalogue                              (./artifacts, else @riftline/artifacts)

  --url        server to ask instead, with the key in ${apiKeyVariable}: its prices apply, each answer has its charge
`

export const mcpCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['data', 'artifacts', 'url'] })
    const { log, flush } = createLog(io, { logLevel: 'warn' })
    const backend = createBackend(values, io, log)
    const input = io.stdin?.()
    if (input === undefined) throw new RiftlineError('no_input', 'expected messages on stdin, got no stdin')
    const transport = createLineTransport({ input, write: io.data })
    const forget = io.onStop(() => void transport.close())
    try {
      const contract = () => import('@riftline/server/openapi')
      await serveTools({ backend, contract, transport, log })
    } finally {
      forget()
      await backend.close()
      flush()
    }
    return 0
  },
}

/** @throws UsageError for options that exclude each other, RiftlineError `missing_api_key`, `artifacts_unusable`, `artifact_missing` */
function createBackend(values: Values, io: CommandIo, log: Log): Backend {
  const url = optional(values, 'url')
  if (url !== undefined) {
    const local = ['data', 'artifacts'].find((name) => values[name] !== undefined)
    if (local !== undefined) throw new UsageError(`--${local}: not with --url, where a server answers`)
    return connectTo(url, io.env[apiKeyVariable] ?? '', createRemoteBackend)
  }
  const folder = artifactsFolder(values, io)
  if (!existsSync(join(folder, 'manifest.json')))
    throw new RiftlineError('artifacts_unusable', `artifacts folder ${folder} cannot be used: it has no manifest.json`)
  return createOfflineBackend(async () => {
    const [{ dataConfig }, { openLocalApi }] = await Promise.all([
      import('../data-options.ts'),
      import('@riftline/server'),
    ])
    const config = { ...dataConfig(optional(values, 'data'), io), artifactsFolder: namedArtifacts(values, io) ?? null }
    return openLocalApi(config, { log })
  })
}
