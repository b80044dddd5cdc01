import { loadArtifacts } from '@riftline/core/node'

let loaded: ReturnType<typeof loadArtifacts> | undefined

/** The committed artifacts, read and parsed once for all test files of a worker. */
export function committedArtifacts(): ReturnType<typeof loadArtifacts> {
  loaded ??= loadArtifacts('artifacts')
  return loaded
}
