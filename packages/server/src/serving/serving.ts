import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { hasCode, parseUtc, RiftlineError } from '@riftline/base'
import { systemClock, systemTimers } from '@riftline/base/node'
import {
  type Artifacts,
  artifactSteps,
  type Catalogue,
  type CatalogueDetails,
  type CatalogueIndex,
  createCatalogueIndex,
  createPredictor,
  detailsSteps,
  type Predictor,
  parseDetails,
  sampleMatchups,
} from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import { openRecorded, type ReadKeptRecord, type Recorded, type RunSteps } from '@riftline/record'
import type { Served } from '../http/answer.ts'
import {
  type CatalogueItems,
  catalogueItemsAtNeed,
  createDiscoveryLists,
  createFindItems,
  createResources,
  type DiscoveryLists,
  type FindItems,
  finiteAnswer,
  type Resources,
} from './catalogue-items.ts'
import { createServedLogos, type LogoConfig, type ServedLogos } from './logos-file.ts'

/** All that is made from one artifacts folder. A request keeps the serving it began with, whatever is swapped in meanwhile. */
export interface Serving {
  readonly version: ArtifactsVersion
  readonly predictor: Predictor
  readonly catalogue: Catalogue
  readonly index: CatalogueIndex
  /** Statistics, which a first start still reads while it serves predictions. Rejects if they cannot be read. */
  readonly resources: Promise<Resources>
  /** Record of the forecasts; null for artifacts of a version without one. */
  readonly record: Recorded | null
  readonly lists: DiscoveryLists
  readonly find: FindItems
  readonly logos: ServedLogos
}

/** Holder of the current serving, which a reload replaces in one step. */
export interface CurrentServing {
  current: Serving
}

/** Artifacts of one folder, in memory. */
export interface LoadedArtifacts extends Pick<Serving, 'version' | 'predictor' | 'catalogue'> {
  /** Statistics; a promise while they are being read. */
  readonly details: CatalogueDetails | Promise<CatalogueDetails>
  /** Texts of the record of forecasts; null by default, for artifacts without one. */
  readonly record?: Artifacts['record']
}

export interface ArtifactsVersion {
  /** SHA-256 of the manifest, which has the hashes of all other files; null for artifacts without the manifest's text. */
  readonly digest: string | null
  /** The first 12 digits of the digest, which answers state. */
  readonly id: string
  /** UTC time of the last match in the artifacts. */
  readonly asOf: string
}

/** Prepares look-ups, once for each artifacts folder. @param config gives the URL of the placeholder logo */
export function createServing(
  { details, record: texts = null, ...artifacts }: LoadedArtifacts,
  config: LogoConfig,
): Serving {
  const { catalogue } = artifacts
  const asOfMs = parseUtc(catalogue.asOf) ?? 0
  const record = texts && openRecorded(texts, { teams: catalogue.teams, asOfMs, run: runInTurns })
  const logos = createServedLogos(config)
  const items = catalogueItemsAtNeed(catalogue, logos)
  const resources = Promise.resolve(details).then((known) => createResources(catalogue, items(), known))
  // A rejection reaches each caller that waits for it, and must not end the process if none does.
  resources.catch(() => {})
  const known = { ...artifacts, index: createCatalogueIndex(catalogue), resources, record }
  return { ...known, ...lookUps(known, items), logos }
}

function lookUps(serving: Pick<Serving, 'version' | 'catalogue' | 'index'>, items: () => CatalogueItems) {
  const { catalogue, index } = serving
  return {
    lists: createDiscoveryLists(items, servedOf(serving)),
    find: createFindItems(catalogue, index, items),
  }
}

/** Identity of the artifacts in headers, lists and the usage. */
export function servedOf({ version, catalogue }: Pick<Serving, 'version' | 'catalogue'>): Served {
  return { dataThroughUtc: catalogue.asOf, artifacts: version.id }
}

/** The record of the artifacts with their identity, and the kept forecasts beside it. */
export async function servedRecord(serving: Serving, keptRecord: ReadKeptRecord) {
  const { record: recorded } = serving
  return recorded && { ...servedOf(serving), recorded, kept: await keptRecord(recorded) }
}

/** Returns a serving with other logos, which only lists show. */
export function withServedLogos(serving: Serving, logos: ServedLogos): Serving {
  return { ...serving, ...lookUps(serving, catalogueItemsAtNeed(serving.catalogue, logos)), logos }
}

/**
 * Makes the serving after a reload; null if neither the artifacts nor the operator's logos changed.
 * @param loaded new artifacts; null keeps those of `current`
 * @param listed logos; null if they could not be read, which keeps those of `current`
 */
export function withListedLogos(
  current: Serving,
  loaded: Serving | null,
  listed: ServedLogos['listed'] | null,
): Serving | null {
  const logos = listed === null ? current.logos : { ...current.logos, listed }
  if (loaded === null && isDeepStrictEqual(logos, current.logos)) return null
  return withServedLogos(loaded ?? current, logos)
}

/** The artifacts of a folder that is in memory already. @throws ArtifactError for details that no route could show */
export function servedBy(artifacts: Artifacts): LoadedArtifacts {
  const { id, manifest, catalogue, details, record } = artifacts
  return {
    version: { digest: null, id, asOf: manifest.asOf },
    predictor: createPredictor(artifacts),
    catalogue,
    details: parseDetails(details, { mends: true }),
    record,
  }
}

/**
 * Loads an artifacts folder, checks it in full and warms it up, with turns of the event loop in between, so that a running
 * server goes on answering. Null if the folder is sound and holds the `known` version.
 * @param statisticsAfter if given, predictions are served at once, and the statistics are read when it resolves; a fault in them
 *   then makes `resources` of the serving reject
 * @throws RiftlineError `artifacts_unusable`, with the reason
 */
export async function loadServing(
  folder: string,
  config: LogoConfig,
  known: ArtifactsVersion | null = null,
  statisticsAfter?: Promise<unknown>,
): Promise<Serving | null> {
  const unusable = (cause: unknown): RiftlineError => {
    if (hasCode(cause, 'artifacts_unusable')) return cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new RiftlineError('artifacts_unusable', `artifacts folder ${folder} cannot be used: ${reason}`, { cause })
  }
  try {
    // Every file is read, also those that only updates use: a folder with a wrong hash was never published.
    const files = await readArtifactFiles(folder)
    const digest = createHash('sha256').update(files['manifest.json']!).digest('hex')
    if (digest === known?.digest) return null
    const isStart = statisticsAfter !== undefined
    const pause: Pause = isStart ? () => setImmediate() : rest
    const artifacts = await inTurns(artifactSteps(files), pause)
    const { id, catalogue, manifest } = artifacts
    const version = { digest, id, asOf: manifest.asOf }
    const sinceMs = systemClock.monotonicMs()
    const predictor = createPredictor(artifacts)
    await pause(sinceMs)
    await inTurns(warmUpSteps(predictor, catalogue), pause)
    const details = Promise.resolve(statisticsAfter)
      .then(() => inTurns(detailsSteps(artifacts.details, { mends: true }), pause))
      .catch((cause: unknown) => Promise.reject(unusable(cause)))
    const serving = createServing({ version, predictor, catalogue, details, record: artifacts.record }, config)
    if (!isStart) await serving.resources
    return serving
  } catch (cause) {
    throw unusable(cause)
  }
}

type Pause = (sinceMs: number) => Promise<unknown>

/** Runs the work step by step and lets requests run in between. */
async function inTurns<T>(work: Generator<undefined, T, undefined>, pause: Pause): Promise<T> {
  for (;;) {
    const sinceMs = systemClock.monotonicMs()
    const step = work.next()
    await pause(sinceMs)
    if (step.done) return step.value
  }
}

/** Runs work in turns with requests, in a quarter of a busy server's time. */
export const runInTurns: RunSteps = (steps) => inTurns(steps, rest)

/** Waits three times as long as the work before took, so that new artifacts take a quarter of a busy server's time. */
function rest(sinceMs: number): Promise<unknown> {
  const ms = 3 * (systemClock.monotonicMs() - sinceMs)
  return ms < 1 ? setImmediate() : systemTimers.wait(ms)
}

/** Makes forecasts as callers will ask for them, one a step, so that the first call runs compiled code. */
export function* warmUpSteps(predictor: Predictor, catalogue: Catalogue): Generator<undefined, void, undefined> {
  for (const matchup of sampleMatchups(catalogue)) {
    finiteAnswer(predictor.forecast(matchup))
    yield
  }
}
