import { createPredictor, type Predictor } from '@riftline/core'
import { loadArtifacts } from '@riftline/core/node'

let loaded: ReturnType<typeof loadArtifacts> | undefined
let created: Promise<Predictor> | undefined

/** The committed artifacts, read and parsed once for all test files of a worker. */
export function committedArtifacts(): ReturnType<typeof loadArtifacts> {
  loaded ??= loadArtifacts('artifacts')
  return loaded
}

/** The predictor of the committed artifacts, made once too. */
export function committedPredictor(): Promise<Predictor> {
  created ??= committedArtifacts().then((artifacts) => createPredictor(artifacts))
  return created
}
