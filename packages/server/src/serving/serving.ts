import {
  type Artifacts,
  type Catalogue,
  type CatalogueDetails,
  type CatalogueIndex,
  createCatalogueIndex,
  createPredictor,
  type Predictor,
} from '@riftline/core'
import { parseDetails } from '../contract/parse-details.ts'
import { createDiscoveryLists, type DiscoveryLists, prepareDiscoveryLists } from './discovery-lists.ts'
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

/** Prepares lists and look-ups, once per artifacts folder. */
export function createServing(served: Served, options: { readonly logoPlaceholderUrl: string }): Serving {
  return { ...withLookUps(served), lists: createDiscoveryLists(served.catalogue, options.logoPlaceholderUrl) }
}

/** The same while the event loop stays free for requests. */
export async function prepareServing(
  served: Served,
  options: { readonly logoPlaceholderUrl: string },
): Promise<Serving> {
  const lists = await prepareDiscoveryLists(served.catalogue, options.logoPlaceholderUrl)
  return { ...withLookUps(served), lists }
}

function withLookUps({ predictor, catalogue, details }: Served): Omit<Serving, 'lists'> {
  return {
    predictor,
    catalogue,
    index: createCatalogueIndex(catalogue),
    resources: createResources(catalogue, details),
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
