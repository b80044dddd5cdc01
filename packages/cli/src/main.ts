import { systemIo } from './cli-io.ts'
import { run } from './run.ts'

const code = await run(process.argv.slice(2), systemIo())
// A server that was told twice to stop leaves sockets open: only an exit ends those. Everything else drains its output first.
if (process.argv[2] === 'serve') process.exit(code)
process.exitCode = code
