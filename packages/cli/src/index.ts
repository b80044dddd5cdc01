export { type CliIo, systemIo } from './cli-io.ts'
export { run } from './run.ts'
