import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { RiftlineError } from '@riftline/base'
import { systemClock, systemTimers } from '@riftline/base/node'
import { artifactSteps, createPredictor, detailsSteps } from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import type { LogoConfig } from './logos-file.ts'
import { type ArtifactsVersion, createServing, type Serving } from './serving.ts'
import { warmUpSteps } from './warm-up.ts'

/**
 * Reads from an artifacts folder what is served, checks it in full and warms it up, with turns of the event loop in
 * between, so that a server goes on answering. Null when the folder is sound and holds what is `known` already.
 *
 * @param statisticsAfter where given, what serves predictions is returned at once, and the statistics are read after this; `resources`
 *   of the serving then tells of faults in them
 * @throws RiftlineError `artifacts_unusable`, with the reason
 */
export async function loadServing(
  folder: string,
  config: LogoConfig,
  known: ArtifactsVersion | null = null,
  statisticsAfter?: Promise<unknown>,
): Promise<Serving | null> {
  const unusable = (cause: unknown): RiftlineError => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new RiftlineError('artifacts_unusable', `artifacts folder ${folder} cannot be used: ${reason}`, { cause })
  }
  try {
    // Every file, also those that only an update reads: a folder whose hashes do not agree is no folder that was published.
    const files = await readArtifactFiles(folder)
    const digest = createHash('sha256').update(files['manifest.json']!).digest('hex')
    if (digest === known?.digest) return null
    const isStart = statisticsAfter !== undefined
    const pause: Pause = isStart ? () => setImmediate() : rest
    const artifacts = await inTurns(artifactSteps(files), pause)
    const { id, catalogue, manifest } = artifacts
    const sinceMs = systemClock.monotonicMs()
    const predictor = createPredictor(artifacts)
    await pause(sinceMs)
    await inTurns(warmUpSteps(predictor, catalogue), pause)
    const details = Promise.resolve(statisticsAfter)
      .then(() => inTurns(detailsSteps(artifacts.details, { mends: true }), rest))
      .catch((cause: unknown) => Promise.reject(unusable(cause)))
    const serving = createServing(
      { version: { digest, id, asOf: manifest.asOf }, predictor, catalogue, details },
      config,
    )
    if (!isStart) await serving.resources
    return serving
  } catch (cause) {
    throw cause instanceof RiftlineError && cause.code === 'artifacts_unusable' ? cause : unusable(cause)
  }
}

type Pause = (sinceMs: number) => Promise<unknown>

/** Does the work step by step and lets requests in between. */
async function inTurns<T>(work: Generator<undefined, T, undefined>, pause: Pause): Promise<T> {
  for (;;) {
    const sinceMs = systemClock.monotonicMs()
    const step = work.next()
    await pause(sinceMs)
    if (step.done) return step.value
  }
}

/** Three times as long as the work before it: a server that answers gives new artifacts a quarter of its time. */
function rest(sinceMs: number): Promise<unknown> {
  const ms = 3 * (systemClock.monotonicMs() - sinceMs)
  return ms < 1 ? setImmediate() : systemTimers.wait(ms)
}
