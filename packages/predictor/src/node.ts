// Artifacts from a folder, for Node

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ArtifactError, requireOptions } from '@riftline/base'
import { type Manifest, parseManifest } from './artifacts/manifest.ts'
import {
  type Artifacts,
  type PredictorArtifacts,
  parseArtifacts,
  parsePredictorArtifacts,
  predictorFiles,
} from './artifacts/parse-artifacts.ts'
import { type Catalogue, parseCatalogue } from './league/catalogue/catalogue.ts'

/**
 * Reads an artifacts folder and checks every file against the manifest's SHA-256.
 *
 * @param directory path or `file:` URL of the folder; default: the installed package `@riftline/artifacts`
 * @throws ArtifactError `artifact_missing` for a missing folder or file, `artifact_mismatch` for a changed file,
 *   `artifact_invalid` for a file that does not have its stated format
 * @example
 * const predictor = createPredictor(await loadArtifacts(new URL('./artifacts/', import.meta.url)))
 */
export async function loadArtifacts(directory: string | URL = installedArtifacts()): Promise<Artifacts> {
  return parseArtifacts(await readArtifactFiles(directory))
}

/**
 * `loadArtifacts` for only the files that a predictor needs: statistics of `details.json` and files for retraining are
 * neither read nor checked.
 *
 * @throws ArtifactError as `loadArtifacts`
 */
export async function loadPredictorArtifacts(
  directory: string | URL = installedArtifacts(),
): Promise<PredictorArtifacts> {
  return parsePredictorArtifacts(await readArtifactFiles(directory, { only: predictorFiles }))
}

/**
 * Reads only the catalogue of an artifacts folder: names and ids of teams, players, champions and tournaments.
 *
 * @throws ArtifactError as `loadArtifacts`
 */
export async function loadCatalogue(directory: string | URL = installedArtifacts()): Promise<Catalogue> {
  const path = 'catalogue.json'
  const { [path]: json } = await readArtifactFiles(directory, { only: [path] })
  return parseCatalogue(path, new TextDecoder().decode(json))
}

/** Returns `./artifacts` if it has a manifest, else the installed package. @throws ArtifactError `artifact_missing` if neither exists */
export function findArtifacts(): string {
  return existsSync('artifacts/manifest.json') ? 'artifacts' : installedArtifacts()
}

/** Finds the folder of the package `@riftline/artifacts` by name; the predictor does not import the package. */
function installedArtifacts(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@riftline/artifacts/manifest.json'))
  } catch (cause) {
    const reason =
      'expected the package @riftline/artifacts beside @riftline/predictor, found none; install it too, or name a folder'
    throw new ArtifactError('artifact_missing', 'manifest.json', reason, { cause })
  }
}

/**
 * Reads the files of an artifacts folder, by their paths in it: `manifest.json` and every file that it lists, or only those
 * in `only`. Each is checked against its SHA-256. `parseArtifacts` takes the result.
 *
 * @param options.only paths to read; default: all
 * @throws ArtifactError `artifact_missing` for a file that does not exist or is not in the manifest,
 *   `artifact_mismatch`, `artifact_invalid` for a damaged manifest
 * @example
 * const files = await readArtifactFiles('artifacts', { only: ['details.json'] })
 * Object.keys(files) // => ['manifest.json', 'details.json']
 */
export async function readArtifactFiles(
  directory: string | URL,
  options: { readonly only?: readonly string[] } = {},
): Promise<Record<string, Uint8Array>> {
  requireOptions(options, ['only'])
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory)
  const manifestText = await readPart(folder, 'manifest.json')
  const manifest = parseManifest(manifestText.toString('utf8'))
  const named = Object.keys(manifest.files)
  named.forEach(checkPath)
  const files: Record<string, Uint8Array> = { 'manifest.json': manifestText }
  // Files are read in parallel; of several faults, the first in the manifest's order is reported.
  const reading = (options.only ?? named).map((path) => [path, readChecked(folder, path, manifest)] as const)
  for (const [, content] of reading) content.catch(() => {})
  for (const [path, content] of reading) files[path] = await content
  return files
}

async function readChecked(folder: string, path: string, manifest: Manifest): Promise<Buffer> {
  const entry = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined
  if (entry === undefined)
    throw new ArtifactError('artifact_missing', path, 'expected an entry in manifest.json, got none')
  const content = await readPart(folder, path)
  const got = createHash('sha256').update(content).digest('hex')
  if (got === entry.sha256) return content
  throw new ArtifactError('artifact_mismatch', path, `expected SHA-256 ${entry.sha256}, got ${got}`)
}

/** Refuses paths in a manifest that lead out of its folder. */
function checkPath(path: string): void {
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split('/').includes('..')) return
  const reason = `expected a path inside the folder, got ${JSON.stringify(path)}`
  throw new ArtifactError('artifact_invalid', 'manifest.json', reason)
}

async function readPart(folder: string, path: string): Promise<Buffer> {
  try {
    return await readFile(`${folder}/${path}`)
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new ArtifactError('artifact_missing', path, `expected a readable file in ${folder}, got ${reason}`, { cause })
  }
}

export { createTournamentSimulator, type TournamentSimulator } from './tournament/threads/lasting-pool.ts'
export {
  createTournamentPool,
  type TournamentPool,
  type TournamentPoolOptions,
} from './tournament/threads/tournament-pool.ts'
