import { createPredictor, type Predictor } from '@riftline/core'
import { loadPredictorArtifacts } from '@riftline/core/node'

let loaded: ReturnType<typeof loadPredictorArtifacts> | undefined
let created: Promise<Predictor> | undefined

/** What a predictor is made of in the committed artifacts, read and parsed once for all test files of a worker. */
export function committedArtifacts(): ReturnType<typeof loadPredictorArtifacts> {
  loaded ??= loadPredictorArtifacts('artifacts')
  return loaded
}

/** The predictor of the committed artifacts, made once too. */
export function committedPredictor(): Promise<Predictor> {
  created ??= committedArtifacts().then((artifacts) => createPredictor(artifacts))
  return created
}
