import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { hasCode, RiftlineError } from '@riftline/base'
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
  modelNames,
  type Predictor,
  parseDetails,
  parsePredictRequest,
  pickRoles,
  resolveMatchup,
} from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import type { Served } from '../http/answer.ts'
import {
  type CatalogueItems,
  catalogueItemsAtNeed,
  createDiscoveryLists,
  createFindItems,
  createResources,
  type DiscoveryLists,
  type FindItems,
  predictionAnswer,
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
export function createServing({ details, ...artifacts }: LoadedArtifacts, config: LogoConfig): Serving {
  const { catalogue } = artifacts
  const logos = createServedLogos(config)
  const items = catalogueItemsAtNeed(catalogue, logos)
  const resources = Promise.resolve(details).then((known) => createResources(catalogue, items(), known))
  // A rejection reaches each caller that waits for it, and must not end the process if none does.
  resources.catch(() => {})
  const known = { ...artifacts, index: createCatalogueIndex(catalogue), resources }
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
  const { id, manifest, catalogue, details } = artifacts
  return {
    version: { digest: null, id, asOf: manifest.asOf },
    predictor: createPredictor(artifacts),
    catalogue,
    details: parseDetails(details, { mends: true }),
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
    const serving = createServing({ version, predictor, catalogue, details }, config)
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

/** Waits three times as long as the work before took, so that new artifacts take a quarter of a busy server's time. */
function rest(sinceMs: number): Promise<unknown> {
  const ms = 3 * (systemClock.monotonicMs() - sinceMs)
  return ms < 1 ? setImmediate() : systemTimers.wait(ms)
}

const forecastsEach = 50

/**
 * Makes forecasts as callers will ask for them, so that the first call runs compiled code: 50 of each model, every other one
 * with picks, one a step.
 */
export function* warmUpSteps(predictor: Predictor, catalogue: Catalogue): Generator<undefined, void, undefined> {
  const teams = [...catalogue.teams].sort((a, b) => (b.lastGameUtc ?? '').localeCompare(a.lastGameUtc ?? ''))
  // Eleven teams make 55 pairs.
  const pairs = teams
    .slice(0, 11)
    .flatMap((red, index) => teams.slice(0, index).map((blue) => ({ blueTeamId: blue.id, redTeamId: red.id })))
  const picks = somePicks(catalogue)
  for (let index = 0; index < (pairs.length === 0 ? 0 : forecastsEach); index++) {
    const match = pairs[index % Math.min(pairs.length, forecastsEach)]!
    const request =
      picks === null || index % 2 === 0
        ? parsePredictRequest(match, 'match')
        : parsePredictRequest({ ...match, ...picks }, 'draft')
    const matchup = resolveMatchup(catalogue, request)
    for (const model of modelNames) {
      predictionAnswer(predictor.forecast({ ...matchup, model }))
      yield
    }
  }
}

/** Picks of a draft; null if there are too few champions for one. */
function somePicks({ champions }: Catalogue) {
  if (champions.length < 2 * pickRoles.length) return null
  const side = (first: number) =>
    pickRoles.map((role, index) => ({ role, champion: champions[first + index]?.name ?? '' }))
  return { bluePicks: side(0), redPicks: side(pickRoles.length) }
}
