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
// A server that was told twice to stop leaves sockets open, an export that was told to stop a database that hangs, tools for
// agents that nobody asks any more artifacts that are still read: only an exit ends those. Everything else drains its output first.
if (args[0] === 'serve' || args[0] === 'mcp' || isStopped) process.exit(code)
process.exitCode = code
