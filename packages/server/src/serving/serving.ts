import {
  type Artifacts,
  type Catalogue,
  type CatalogueDetails,
  type CatalogueIndex,
  createCatalogueIndex,
  createPredictor,
  type Predictor,
  parseDetails,
} from '@riftline/core'
import { catalogueItems } from './catalogue-items.ts'
import { createDiscoveryLists, type DiscoveryLists } from './discovery-lists.ts'
import { createFindItems, type FindItems } from './find-items.ts'
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
}

/** Where a request finds what is served now; a reload replaces `current` in one step. */
export interface CurrentServing {
  current: Serving
}

export interface LoadedArtifacts extends Pick<Serving, 'version' | 'predictor' | 'catalogue'> {
  readonly details: CatalogueDetails | Promise<CatalogueDetails>
}

export interface ArtifactsVersion {
  /** SHA-256 of the manifest, which has the hashes of all other files; null for artifacts that came without its text. */
  readonly digest: string | null
  /** Last match that the artifacts know, UTC. */
  readonly asOf: string
}

/** Prepares look-ups, once per artifacts folder. */
export function createServing(
  { version, predictor, catalogue, details }: LoadedArtifacts,
  { logoPlaceholderUrl }: { readonly logoPlaceholderUrl: string },
): Serving {
  const items = catalogueItems(catalogue, logoPlaceholderUrl)
  const index = createCatalogueIndex(catalogue)
  const resources = Promise.resolve(details).then((known) => createResources(catalogue, items, known))
  // Whoever waits for them is told; nobody has to.
  resources.catch(() => {})
  return {
    version,
    predictor,
    catalogue,
    index,
    resources,
    lists: createDiscoveryLists(items, catalogue.asOf),
    find: createFindItems(catalogue, index, items),
  }
}

/** The artifacts of a folder that is in memory already. @throws ArtifactError for details that no route could show */
export function servedBy(artifacts: Artifacts): LoadedArtifacts {
  const { manifest, catalogue, details } = artifacts
  return {
    version: { digest: null, asOf: manifest.asOf },
    predictor: createPredictor(artifacts),
    catalogue,
    details: parseDetails(details),
  }
}
