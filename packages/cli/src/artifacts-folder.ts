import { findArtifacts } from '@riftline/core/node'
import type { CliIo } from './cli-io.ts'
import { optional, type Values } from './command.ts'
import { UsageError } from './usage-error.ts'

/** The folder that a command reads: `--artifacts`, the variable, `./artifacts`, the installed package, whichever is first. */
export function artifactsFolder(values: Values, io: Pick<CliIo, 'env'>): string {
  return namedArtifacts(values, io) ?? findArtifacts()
}

/** The one that the user names; undefined where nobody does. */
export function namedArtifacts(values: Values, { env }: Pick<CliIo, 'env'>): string | undefined {
  const named = optional(values, 'artifacts') ?? env.RIFTLINE_ARTIFACTS_DIR
  if (named === '') throw new UsageError('--artifacts: expected a folder')
  return named
}
