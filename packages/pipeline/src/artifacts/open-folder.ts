import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtifactError, type Artifacts, type CatalogueDetails } from '@riftline/core'
import { loadArtifacts } from '@riftline/core/node'
import type { Baselines } from '../baselines/baselines.ts'
import { parseBaselines } from '../baselines/baselines-file.ts'
import type { BuiltCatalogue } from '../catalogue/build-catalogue.ts'
import type { CatalogueRecent } from '../catalogue/recent.ts'
import { type GradedSeries, parseGraded } from '../graded/graded-series.ts'
import type { ExternalIds } from '../history/types.ts'
import { parseDocument } from './parse-document.ts'
import { baselinesPath, externalIdsPath, gradedPath, recentPath } from './paths.ts'

/** An artifacts folder with what the pipeline needs to go on from it. */
export interface OpenFolder {
  readonly artifacts: Artifacts
  readonly baselines: Baselines
  readonly graded: readonly GradedSeries[]
  readonly catalogue: BuiltCatalogue
  readonly externalIds: ExternalIds
}

/** Loads and checks a folder. @throws ArtifactError as `loadArtifacts`, and for the pipeline's own files */
export async function openFolder(directory: string): Promise<OpenFolder> {
  const artifacts = await loadArtifacts(directory)
  const read = async (path: string): Promise<string> => {
    if (Object.hasOwn(artifacts.manifest.files, path)) return readFile(join(directory, path), 'utf8')
    throw new ArtifactError('artifact_missing', path, 'expected a file of this name in the manifest, got none')
  }
  return {
    artifacts,
    baselines: parseBaselines(baselinesPath, await read(baselinesPath)),
    graded: parseGraded(gradedPath, await read(gradedPath)),
    catalogue: {
      catalogue: artifacts.catalogue,
      details: parseDocument('details.json', artifacts.details) as unknown as CatalogueDetails,
      recent: parseDocument(recentPath, await read(recentPath)) as unknown as CatalogueRecent,
    },
    externalIds: parseDocument(externalIdsPath, await read(externalIdsPath)) as unknown as ExternalIds,
  }
}
