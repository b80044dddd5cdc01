import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtifactError } from '@riftline/base'
import { type Artifacts, type CatalogueDetails, parseArtifacts, parseDetails, writeDetails } from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import { parseGraded, parsePerformance } from '@riftline/record'
import { parseBaselines } from '../baselines/baselines.ts'
import { mendRecent, parseRecent } from '../catalogue/recent.ts'
import { parseExternalIds } from '../history/external-ids.ts'
import { reportPath } from '../report/measure.ts'

/** An artifacts folder with everything from which an update or evaluation continues. */
export type OpenFolder = Awaited<ReturnType<typeof openFolder>>

/** Loads and checks a folder; contradictory numbers of an earlier build become unknown. @throws ArtifactError as `loadArtifacts` */
export async function openFolder(directory: string) {
  const files = await readArtifactFiles(directory)
  const artifacts = parseArtifacts(files)
  const read = (path: string): string => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined
    if (content !== undefined) return new TextDecoder().decode(content)
    throw new ArtifactError('artifact_missing', path, 'expected a file of this name in the manifest, got none')
  }
  const published = parseRecent(recentPath, read(recentPath))
  const recent = mendRecent(published)
  const { details, isSound } = readDetails(artifacts.details)
  const isMended = recent !== published || !isSound
  const encode = (text: string) => new TextEncoder().encode(text)
  return {
    directory,
    artifacts,
    files: isMended
      ? { ...files, [recentPath]: encode(`${JSON.stringify(recent)}\n`), 'details.json': encode(writeDetails(details)) }
      : files,
    /** Whether contradictory numbers of an earlier build were removed; the folder must then be rewritten. */
    isMended,
    baselines: parseBaselines(baselinesPath, read(baselinesPath)),
    graded: parseGraded(gradedPath, read(gradedPath)),
    performance: parsePerformance(performancePath, read(performancePath)),
    catalogue: { catalogue: artifacts.catalogue, details, recent },
    externalIds: parseExternalIds(externalIdsPath, read(externalIdsPath)),
    report: await readFile(join(directory, reportPath), 'utf8').catch(() => null),
  }
}

/** Reads details; if a strict reader refuses their contradictory numbers, these become unknown. */
function readDetails(text: string): { readonly details: CatalogueDetails; readonly isSound: boolean } {
  try {
    return { details: parseDetails(text), isSound: true }
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    return { details: parseDetails(text, { mends: true }), isSound: false }
  }
}

/** The manifest without its list of files, with keys meant for people only: windows, scores. */
export function manifestKeys({ manifest }: Pick<Artifacts, 'manifest'>): Readonly<Record<string, unknown>> {
  const { files: _, formatVersion: __, ...keys } = manifest
  return keys
}

/** Names of files that only the pipeline reads; the predictor has those of models, state and blend. */
export const baselinesPath = 'baselines.json'
export const gradedPath = 'graded.json'
export const performancePath = 'performance.json'
export const recentPath = 'recent.json'
export const externalIdsPath = 'ids.json'
