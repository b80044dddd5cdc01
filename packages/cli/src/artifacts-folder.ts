import { findArtifacts } from '@riftline/predictor/node'
import { optional, type Values } from './io/arguments.ts'
import type { CliIo } from './io/cli-io.ts'
import { UsageError } from './io/usage-error.ts'

/** The folder that a command reads: `--artifacts`, the variable, `./artifacts`, the installed package, whichever is first. */
export function artifactsFolder(values: Values, io: Pick<CliIo, 'env'>): string {
  return namedArtifacts(values, io) ?? findArtifacts()
}

/** The folder that the user names; undefined when they name none. */
export function namedArtifacts(values: Values, { env }: Pick<CliIo, 'env'>): string | undefined {
  const named = optional(values, 'artifacts') ?? env.RIFTLINE_ARTIFACTS_DIR
  if (named === '') throw new UsageError('--artifacts: expected a folder')
  return named
}
