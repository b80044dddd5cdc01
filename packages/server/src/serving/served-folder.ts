import { existsSync } from 'node:fs'
import { findArtifacts } from '@riftline/predictor/node'

const own = 'artifacts'

/**
 * The folder to serve, asked for each time: the named one, else `./artifacts` as soon as that is there, which the first sync or update
 * makes, else the installed package. One that was there stays the choice while it is replaced.
 *
 * @throws ArtifactError `artifact_missing` without any
 */
export function servedFolder(named: string | null): () => string {
  let folder = named ?? findArtifacts()
  return () => {
    if (named === null && existsSync(`${own}/manifest.json`)) folder = own
    return folder
  }
}
