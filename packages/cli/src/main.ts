import { type CliIo, systemIo } from './cli-io.ts'
import { run } from './run.ts'

const args = process.argv.slice(2)
// Accounts and keys are for their owner alone; artifacts and what is said about them are for everybody.
if (!['build', 'update', 'evaluate', 'search'].includes(args[0] ?? '')) process.umask(0o077)

const io = systemIo()
let isStopped = false
const onStop: CliIo['onStop'] = (listener) =>
  io.onStop(() => {
    isStopped = true
    listener()
  })
const code = await run(args, { ...io, onStop })
// A server that was told twice to stop leaves sockets open, an export that was told to stop a database that hangs: only an
// exit ends those. Everything else drains its output first.
if (args[0] === 'serve' || isStopped) process.exit(code)
process.exitCode = code
