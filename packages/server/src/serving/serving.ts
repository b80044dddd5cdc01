import { isDeepStrictEqual } from 'node:util'
import {
  type Artifacts,
  type Catalogue,
  type CatalogueDetails,
  type CatalogueIndex,
  createCatalogueIndex,
  createPredictor,
  type Predictor,
  parseDetails,
} from '@riftline/predictor'
import type { Served } from '../http/answer.ts'
import { catalogueItemsAtNeed, createDiscoveryLists, type DiscoveryLists } from './catalogue-items.ts'
import { createFindItems, type FindItems } from './find-items.ts'
import { createServedLogos, type LogoConfig, type ServedLogos } from './logos-file.ts'
import { createResources, type Resources } from './resources.ts'

/** Everything that is made of one artifacts folder. A request takes it once and keeps it, whatever is swapped in meanwhile. */
export interface Serving {
  readonly version: ArtifactsVersion
  readonly predictor: Predictor
  readonly catalogue: Catalogue
  readonly index: CatalogueIndex
  /** Statistics: a first start serves predictions while it still reads them. Rejects where they cannot be read. */
  readonly resources: Promise<Resources>
  readonly lists: DiscoveryLists
  readonly find: FindItems
  readonly logos: ServedLogos
}

/** Where a request finds what is served now; a reload replaces `current` in one step. */
export interface CurrentServing {
  current: Serving
}

/** Folder of artifacts in memory. */
export interface LoadedArtifacts extends Pick<Serving, 'version' | 'predictor' | 'catalogue'> {
  /** A promise where the statistics are still being read. */
  readonly details: CatalogueDetails | Promise<CatalogueDetails>
}

export interface ArtifactsVersion {
  /** SHA-256 of the manifest, which has the hashes of all other files; null for artifacts that came without its text. */
  readonly digest: string | null
  /** The first 12 digits of that: what answers say. */
  readonly id: string
  /** Last match that the artifacts know, UTC. */
  readonly asOf: string
}

/**
 * Prepares look-ups, once per artifacts folder.
 *
 * @param config what the URL of the placeholder of a logo is made of
 */
export function createServing(
  { version, predictor, catalogue, details }: LoadedArtifacts,
  config: LogoConfig,
): Serving {
  const logos = createServedLogos(config)
  const items = catalogueItemsAtNeed(catalogue, logos)
  const index = createCatalogueIndex(catalogue)
  const resources = Promise.resolve(details).then((known) => createResources(catalogue, items(), known))
  // Whoever waits for them is told; nobody has to.
  resources.catch(() => {})
  return {
    version,
    predictor,
    catalogue,
    index,
    resources,
    lists: createDiscoveryLists(items, servedOf({ version, catalogue })),
    find: createFindItems(catalogue, index, items),
    logos,
  }
}

/** Identity of the artifacts in headers, lists and the usage. */
export function servedOf({ version, catalogue }: Pick<Serving, 'version' | 'catalogue'>): Served {
  return { dataThroughUtc: catalogue.asOf, artifacts: version.id }
}

/** The same with other logos, which only lists show. */
export function withServedLogos(serving: Serving, logos: ServedLogos): Serving {
  const { catalogue, index } = serving
  const items = catalogueItemsAtNeed(catalogue, logos)
  const lists = createDiscoveryLists(items, servedOf(serving))
  return { ...serving, logos, lists, find: createFindItems(catalogue, index, items) }
}

/**
 * What a reload comes to: null when neither the artifacts nor the operator's logos are others.
 *
 * @param loaded null: the artifacts are those of `current`
 * @param listed null: they could not be read, so those of `current` stay
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
