import { ArtifactError, type Artifacts, type CatalogueDetails, parseArtifacts } from '@riftline/core'
import { readArtifactFiles } from '@riftline/core/node'
import type { Baselines } from '../baselines/baselines.ts'
import { parseBaselines } from '../baselines/baselines-file.ts'
import type { BuiltCatalogue } from '../catalogue/build-catalogue.ts'
import type { CatalogueRecent } from '../catalogue/recent.ts'
import { type GradedSeries, parseGraded } from '../graded/graded-series.ts'
import type { ExternalIds } from '../history/types.ts'
import { parseDocument } from '../json-document.ts'
import { baselinesPath, externalIdsPath, gradedPath, recentPath } from './paths.ts'

/** An artifacts folder with what the pipeline needs to go on from it. */
export interface OpenFolder {
  readonly artifacts: Artifacts
  /** What the folder's files held when it was opened, by path. */
  readonly files: Readonly<Record<string, Uint8Array>>
  readonly baselines: Baselines
  readonly graded: readonly GradedSeries[]
  readonly catalogue: BuiltCatalogue
  readonly externalIds: ExternalIds
}

/** Loads and checks a folder. @throws ArtifactError as `loadArtifacts`, and for the pipeline's own files */
export async function openFolder(directory: string): Promise<OpenFolder> {
  const files = await readArtifactFiles(directory)
  const artifacts = parseArtifacts(files)
  const read = (path: string): string => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined
    if (content !== undefined) return new TextDecoder().decode(content)
    throw new ArtifactError('artifact_missing', path, 'expected a file of this name in the manifest, got none')
  }
  return {
    artifacts,
    files,
    baselines: parseBaselines(baselinesPath, read(baselinesPath)),
    graded: parseGraded(gradedPath, read(gradedPath)),
    catalogue: {
      catalogue: artifacts.catalogue,
      details: parseDocument('details.json', artifacts.details) as unknown as CatalogueDetails,
      recent: parseDocument(recentPath, read(recentPath)) as unknown as CatalogueRecent,
    },
    externalIds: parseDocument(externalIdsPath, read(externalIdsPath)) as unknown as ExternalIds,
  }
}
