import type { ReadListeners, Unresolved } from '@riftline/pipeline'
import { duration, parseNames } from '@riftline/sources/settings'
import { UsageError } from './arguments.ts'
import { type CliIo, now } from './cli-io.ts'

/** Parses comma-separated names, each at most once. @throws UsageError */
export function namesOption<Name extends string>(
  option: string,
  text: string,
  names: readonly Name[],
): readonly Name[] {
  const parsed = parseNames(text, names)
  if (parsed !== null) return parsed
  throw new UsageError(`${option}: expected names out of ${names.join(',')}, each once, got ${JSON.stringify(text)}`)
}

/** Parses `90s`, `5m`, `6h` or `1d` into milliseconds. @throws UsageError */
export function durationOption(option: string, text: string): number {
  const ms = duration.read(text)
  if (ms !== undefined) return ms
  throw new UsageError(`${option}: expected ${duration.expected}, got ${JSON.stringify(text)}`)
}

const shownRows = 20

/** Reports the reading of a history on stderr, so that stdout has only one document. Games in the future are skipped. */
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

/** Describes an unresolved team or player with its candidates. */
export function unresolvedLine({ kind, name, where, candidates }: Unresolved): string {
  const perhaps = candidates.map((one) => `${one.id} ${one.name}`).join(', ')
  return `unknown ${kind} ${name} of ${where}${perhaps === '' ? '' : `: perhaps ${perhaps}`}`
}
