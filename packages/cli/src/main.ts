import { commands } from './commands.ts'
import { type CliIo, systemIo } from './io/cli-io.ts'
import { run } from './run.ts'

const args = process.argv.slice(2)
const umask = commands.get(args[0] ?? '')?.umask ?? null
if (umask !== null) process.umask(umask)

const io = systemIo()
let isStopped = false
const onStop: CliIo['onStop'] = (listener) =>
  io.onStop(() => {
    isStopped = true
    listener()
  })
const code = await run(args, { ...io, onStop })
// Only an exit closes the open sockets of a server after a second signal, the hanging database of a stopped export, and artifacts
// that the tools are still reading. Other commands end when their output is drained.
if (args[0] === 'serve' || args[0] === 'mcp' || isStopped) process.exit(code)
process.exitCode = code
