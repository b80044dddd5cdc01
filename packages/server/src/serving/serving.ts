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
import { createDiscoveryLists, type DiscoveryLists } from './discovery-lists.ts'
import { createResources, type Resources } from './resources.ts'

/** Everything that is made of one artifacts folder. A request takes it once and keeps it, whatever is swapped in meanwhile. */
export interface Serving {
  readonly predictor: Predictor
  readonly catalogue: Catalogue
  readonly index: CatalogueIndex
  readonly resources: Resources
  readonly lists: DiscoveryLists
}

/** Where a request finds what is served now; a reload replaces `current` in one step. */
export interface ServingHolder {
  current: Serving
}

export interface Served {
  readonly predictor: Predictor
  readonly catalogue: Catalogue
  readonly details: CatalogueDetails
}

/** Prepares look-ups, once per artifacts folder. */
export function createServing(
  { predictor, catalogue, details }: Served,
  { logoPlaceholderUrl }: { readonly logoPlaceholderUrl: string },
): Serving {
  return {
    predictor,
    catalogue,
    index: createCatalogueIndex(catalogue),
    resources: createResources(catalogue, details),
    lists: createDiscoveryLists(catalogue, logoPlaceholderUrl),
  }
}

/** What a loaded artifacts folder offers to a server. @throws ArtifactError for details that no route could show */
export function servedBy(artifacts: Artifacts): Served {
  return {
    predictor: createPredictor(artifacts),
    catalogue: artifacts.catalogue,
    details: parseDetails(artifacts.details),
  }
}
