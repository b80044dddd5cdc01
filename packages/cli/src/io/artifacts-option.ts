import { findArtifacts } from '@riftline/predictor/node'
import { optional, UsageError, type Values } from './arguments.ts'
import type { CliIo } from './cli-io.ts'

// Separate from `data-options.ts`, so that offline commands do not load the server.

/** Folder of artifacts to read: `--artifacts`, else RIFTLINE_ARTIFACTS_DIR, else `./artifacts`, else the installed package. */
export function artifactsFolder(values: Values, io: Pick<CliIo, 'env'>): string {
  return namedArtifacts(values, io) ?? findArtifacts()
}

/** Folder named by the user with `--artifacts` or in the environment. */
export function namedArtifacts(values: Values, { env }: Pick<CliIo, 'env'>): string | undefined {
  const named = optional(values, 'artifacts') ?? env.RIFTLINE_ARTIFACTS_DIR
  if (named === '') throw new UsageError('--artifacts: expected a folder')
  return named
}
