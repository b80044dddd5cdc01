import { RiftlineError } from '@riftline/base'
import type { ReloadOutcome } from '@riftline/server'
import { callOperators, findServer } from '../accounts/ask-operators.ts'
import { dataConfig, dataUsage } from '../data-options.ts'
import { optional, readArguments } from '../io/arguments.ts'
import { type Command, printResult } from '../io/output.ts'

const usage = `riftline reload [--data DIR] [--json]

Makes the running server reload its artifacts folder: it checks the whole folder, then swaps in one step. A bad folder is refused, and
the server keeps what it has. A server also reloads by itself when the folder is replaced, and on SIGHUP. Each time it reads
DATA_DIR/logos.csv again too.
${dataUsage}`

export const reloadCommand: Command = {
  usage,
  async run(args, io) {
    const { values } = readArguments(args, { text: ['data'], flags: ['json'] })
    const { dataFolder } = dataConfig(optional(values, 'data'), io)
    const server = await findServer(dataFolder)
    if (server === null) {
      const hint = "one without an operators' port reloads on SIGHUP"
      throw new RiftlineError('server_unreachable', `no server answers for the data folder ${dataFolder}; ${hint}`)
    }
    const outcome = (await callOperators(server, 'reload', {})) as ReloadOutcome
    if (outcome.kind === 'refused')
      throw new RiftlineError(
        'artifacts_unusable',
        `${outcome.reason}; still served: artifacts as of ${outcome.asOf} UTC`,
      )
    const { asOf, kind } = outcome
    const what = kind === 'swapped' ? 'now serves' : 'serves these already:'
    printResult(io, values, { asOf, outcome: kind }, `${what} artifacts as of ${asOf} UTC\n`)
    return 0
  },
}
