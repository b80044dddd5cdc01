import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManifest } from './artifacts/manifest.ts'
import { type Artifacts, parseArtifacts } from './artifacts/parse-artifacts.ts'
import { ArtifactError } from './errors.ts'

export { createScoringPool, type ScoringPool, type ScoringPoolOptions } from './trees/threads/scoring-pool.ts'

/**
 * Reads an artifacts folder from disk and checks every file against the manifest's SHA-256.
 *
 * @param directory path or `file:` URL of the folder; default: the installed package `@riftline/artifacts`
 * @throws ArtifactError `artifact_missing` for a folder or file that is not there, `artifact_mismatch` for one that was
 *   changed, `artifact_invalid` for one that cannot be read as what it says it is
 * @example
 * const artifacts = await loadArtifacts(new URL('./artifacts/', import.meta.url))
 */
export async function loadArtifacts(directory: string | URL = installedArtifacts()): Promise<Artifacts> {
  return parseArtifacts(await readArtifactFiles(directory))
}

/** `./artifacts` where that holds a manifest, else the installed package. @throws ArtifactError `artifact_missing` without either */
export function findArtifacts(): string {
  return existsSync('artifacts/manifest.json') ? 'artifacts' : installedArtifacts()
}

/** The folder of the package `@riftline/artifacts`, which is looked for by its name and never imported. */
function installedArtifacts(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@riftline/artifacts/manifest.json'))
  } catch (cause) {
    const reason = 'expected the package @riftline/artifacts, found none; npm i @riftline/artifacts, or name a folder'
    throw new ArtifactError('artifact_missing', 'manifest.json', reason, { cause })
  }
}

/**
 * The files of an artifacts folder by their paths in it, `manifest.json` and every file that it names, each checked against
 * its SHA-256: what `parseArtifacts` takes, for those who read further files of the folder too.
 *
 * @throws ArtifactError `artifact_missing`, `artifact_mismatch`, `artifact_invalid` for a damaged manifest
 */
export async function readArtifactFiles(directory: string | URL): Promise<Record<string, Uint8Array>> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory)
  const manifestText = await readPart(folder, 'manifest.json')
  const manifest = parseManifest(manifestText.toString('utf8'))
  const files: Record<string, Uint8Array> = { 'manifest.json': manifestText }
  for (const [path, { sha256 }] of Object.entries(manifest.files)) {
    checkPath(path)
    const content = await readPart(folder, path)
    const got = createHash('sha256').update(content).digest('hex')
    if (got !== sha256) throw new ArtifactError('artifact_mismatch', path, `expected SHA-256 ${sha256}, got ${got}`)
    files[path] = content
  }
  return files
}

/** A manifest may only name files inside its own folder. */
function checkPath(path: string): void {
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split('/').includes('..')) return
  throw new ArtifactError(
    'artifact_invalid',
    'manifest.json',
    `expected a path inside the folder, got ${JSON.stringify(path)}`,
  )
}

async function readPart(folder: string, path: string): Promise<Buffer> {
  try {
    return await readFile(`${folder}/${path}`)
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new ArtifactError('artifact_missing', path, `expected a readable file in ${folder}, got ${reason}`, { cause })
  }
}
