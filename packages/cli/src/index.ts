export { type CliIo, systemIo } from './io/cli-io.ts'
export { run } from './run.ts'
