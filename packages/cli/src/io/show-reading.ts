import type { ReadListeners } from '@riftline/pipeline'
import type { CliIo } from './cli-io.ts'
import { now } from './now.ts'

/** Skipped rows that are shown one by one; the rest are counted. */
const shownRows = 20

/** Reports the reading of a history on stderr, so that stdout stays one document; games of the future are skipped. */
export function showReading(io: CliIo): ReadListeners {
  return {
    nowMs: now(),
    onProgress: ({ file, rows }) => io.stderr(`read ${rows} rows of ${file}\n`),
    onSkipped: (skipped) => {
      for (const { file, line, reason } of skipped.slice(0, shownRows))
        io.stderr(`skipped ${file}:${line}: ${reason}\n`)
      if (skipped.length > shownRows) io.stderr(`skipped ${skipped.length - shownRows} more rows\n`)
    },
  }
}
