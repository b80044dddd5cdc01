import type { ReadProgress } from '@riftline/pipeline'
import type { CliIo } from './cli-io.ts'

/** Progress of reading, on stderr, so that stdout stays one document. */
export function showRows(io: CliIo): (progress: ReadProgress) => void {
  return ({ file, rows }) => io.stderr(`read ${rows} rows of ${file}\n`)
}
