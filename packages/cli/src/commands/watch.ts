import { changeTypes } from '@riftline/changes'
import { type Change, type ChangeRetry, type ChangeType, createClient, RiftlineApiError } from '@riftline/client'
import { apiKeyVariable } from '@riftline/server'
import { optional, readArguments, UsageError, type Values } from '../io/arguments.ts'
import { countStops } from '../io/cli-io.ts'
import { type Command, type CommandIo, printResult } from '../io/output.ts'
import { connectTo } from '../io/remote-server.ts'

const usage = `riftline watch [--type T]... [--since SEQ] [--url URL] [--json]

Prints what is new on a server, a line a change, until a signal: schedule, prices, results, kept forecasts, artifacts. Free, with the
key in ${apiKeyVariable}. It connects again after every loss, and misses nothing.
  --type   only changes of this type, such as odds.captured; may be repeated
  --since  changes after this one, the seq of a change; at most 14 days ago  (from now on)
  --url    address of the server                                             (http://127.0.0.1:8080)
  --json   a JSON document a change
`

export const watchCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['since', 'url'], lists: ['type'], flags: ['json'] })
    const url = optional(values, 'url') ?? 'http://127.0.0.1:8080'
    const { first: signal, forget } = countStops(io)
    const types = optional(values, 'type')?.split(',').map(changeType)
    const since = optional(values, 'since')
    try {
      const changes = connectTo(url, io.env[apiKeyVariable] ?? '', (baseUrl, apiKey) =>
        createClient({ baseUrl, apiKey }).changes({
          ...(types !== undefined && { types }),
          ...(since !== undefined && { since }),
          signal,
          onRetry: (retry) => io.stderr(`${retryLine(retry)}\n`),
        }),
      )
      for await (const change of changes) await printChange(io, values, change)
    } catch (error) {
      if (!signal.aborted) throw withCure(error)
    } finally {
      forget()
    }
    return 0
  },
}

/** @throws UsageError with the nearest type */
function changeType(text: string): ChangeType {
  const type = changeTypes.find((known) => known === text)
  if (type !== undefined) return type
  throw new UsageError(`--type: unknown type ${JSON.stringify(text)}`, { asked: text, known: changeTypes })
}

function printChange(io: CommandIo, values: Values, change: Change): Promise<void> {
  const { seq, atUtc, type, ...fields } = change
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)
  return printResult(io, values, change, `${atUtc}  ${type.padEnd(18)}${texts.join(' ')}  ${seq}\n`)
}

function retryLine({ error, waitMs }: ChangeRetry): string {
  const reason = error === null ? 'the server ended the stream' : error.message
  return `riftline watch: ${reason}; again in ${Math.ceil(waitMs / 1000)} s`
}

function withCure(error: unknown): unknown {
  if (!(error instanceof RiftlineApiError) || error.next === undefined) return error
  return new Error(`${error.message}; --since ${error.next} goes on`, { cause: error })
}
