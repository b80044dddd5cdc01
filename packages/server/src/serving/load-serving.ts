import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { artifactSteps, createPredictor, detailsSteps, RiftlineError } from '@riftline/core'
import { readArtifactFiles } from '@riftline/core/node'
import { type ArtifactsVersion, createServing, type Serving } from './serving.ts'
import type { LogoConfig } from './team-logos.ts'
import { warmUpSteps } from './warm-up.ts'

/**
 * Reads from an artifacts folder what is served, checks it in full and warms it up, with turns of the event loop in
 * between, so that a server goes on answering. Null when the folder is sound and holds what is `known` already.
 *
 * @throws RiftlineError `artifacts_unusable`, with the reason
 */
export async function loadServing(
  folder: string,
  config: LogoConfig,
  known: ArtifactsVersion | null = null,
): Promise<Serving | null> {
  try {
    // Every file, also those that only an update reads: a folder whose hashes do not agree is no folder that was published.
    const files = await readArtifactFiles(folder)
    const digest = createHash('sha256').update(files['manifest.json']!).digest('hex')
    if (digest === known?.digest) return null
    const artifacts = await inTurns(artifactSteps(files))
    const details = await inTurns(detailsSteps(artifacts.details))
    const { catalogue, manifest } = artifacts
    const predictor = createPredictor(artifacts)
    await inTurns(warmUpSteps(predictor, catalogue))
    return createServing({ version: { digest, asOf: manifest.asOf }, predictor, catalogue, details }, config)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RiftlineError('artifacts_unusable', `artifacts folder ${folder} cannot be used: ${reason}`, { cause })
  }
}

/** Does the work step by step and lets requests in between. */
async function inTurns<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const step = work.next()
    await setImmediate()
    if (step.done) return step.value
  }
}
