import { ArtifactError } from '@riftline/base'
import { type LinearModel, parseFasttree, parseLightgbm, parsePcaSweep, type TreeEnsemble } from '@riftline/core'
import { sha256 } from '@riftline/core/math'
import { type Catalogue, parseCatalogue } from '../league/catalogue/catalogue.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import type { ForecastState } from '../league/forecast-state.ts'
import { finish } from '../table-schema.ts'
import { type BaseModel, baseModels } from '../types.ts'
import { type Blend, parseBlend } from './blend.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { parseSnapshot } from './snapshot.ts'

/** Parsed artifacts of a predictor. */
export interface PredictorArtifacts {
  /** First 12 hexadecimal digits of the SHA-256 of `manifest.json`, which has all other files' hashes: equal ids give equal answers. */
  readonly id: string
  readonly manifest: Manifest
  readonly models: MemberModels
  readonly state: ForecastState
  readonly blend: Blend
  readonly catalogue: Catalogue
}

/** A whole artifacts folder in memory, as the server reads it. */
export interface Artifacts extends PredictorArtifacts {
  /** JSON text of `details.json`: statistics that no forecast uses. `parseDetails` parses it. */
  readonly details: string
  /** JSON texts of `graded.json` and `performance.json`, which `@riftline/record` parses; null for artifacts of a version without them. */
  readonly record: { readonly graded: string; readonly performance: string } | null
}

/** The three members of the consensus. */
export interface MemberModels {
  readonly fasttree: TreeEnsemble
  readonly lightgbm: TreeEnsemble
  readonly pcasweep: LinearModel
}

type Files = Readonly<Record<string, string | Uint8Array>>

/**
 * Parses the files of an artifacts folder, given by their paths in it. Checks the manifest, that every file it names is
 * present with the stated size, and that the models were trained on this version's features. `readArtifactFiles`
 * of `@riftline/predictor/node` checks hashes.
 *
 * @throws ArtifactError `artifact_missing`, `artifact_mismatch`, `artifact_invalid`, `artifact_unsupported`
 */
export function parseArtifacts(files: Files): Artifacts {
  return finish(artifactSteps(files))
}

/** `parseArtifacts` in steps of one file, for callers with other work to do in between. */
export function* artifactSteps(files: Files): Generator<undefined, Artifacts, undefined> {
  const manifest = parseManifest(readText(files, 'manifest.json'))
  const artifacts = yield* predictorSteps(files, manifest, Object.keys(manifest.files))
  findFile(files, 'details.json')
  return {
    ...artifacts,
    // Decoded on demand: a server forecasts before it reads statistics.
    get details() {
      return readText(files, 'details.json')
    },
    get record() {
      // An older `graded.json`, without a `performance.json` beside it, does not keep the forecasts.
      if (!Object.hasOwn(files, 'performance.json')) return null
      return { graded: readText(files, 'graded.json'), performance: readText(files, 'performance.json') }
    },
  }
}

/**
 * `parseArtifacts` for only the files that a predictor needs: `predictorFiles` and `manifest.json`.
 *
 * @throws ArtifactError as `parseArtifacts`
 */
export function parsePredictorArtifacts(files: Files): PredictorArtifacts {
  return finish(predictorSteps(files, parseManifest(readText(files, 'manifest.json')), predictorFiles))
}

/** @param present paths of the required files */
function* predictorSteps(
  files: Files,
  manifest: Manifest,
  present: readonly string[],
): Generator<undefined, PredictorArtifacts, undefined> {
  for (const path of present) checkSize(path, manifest.files[path]?.bytes, findFile(files, path))
  checkFeatures(manifest.schemas.match)
  const models = yield* readModels(files)
  const state = parseSnapshot('state.json', readText(files, 'state.json'))
  yield
  const blend = parseBlend('blend.json', readText(files, 'blend.json'))
  yield
  const catalogue = parseCatalogue('catalogue.json', readText(files, 'catalogue.json'))
  yield
  return { id: artifactsId(files['manifest.json']!), manifest, models, state, blend, catalogue }
}

export function artifactsId(manifest: string | Uint8Array): string {
  return sha256(typeof manifest === 'string' ? new TextEncoder().encode(manifest) : manifest).slice(0, 12)
}

function findFile(files: Files, path: string): string | Uint8Array {
  const content = Object.hasOwn(files, path) ? files[path] : undefined
  if (content !== undefined) return content
  throw new ArtifactError('artifact_missing', path, 'expected a file of this name, got none')
}

function readText(files: Files, path: string): string {
  const content = findFile(files, path)
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

function* readModels(files: Files): Generator<undefined, MemberModels, undefined> {
  const parse = <T>(name: BaseModel, parser: (json: unknown) => T): T => {
    const path = modelPath(name)
    try {
      return parser(readText(files, path))
    } catch (error) {
      if (!(error instanceof ArtifactError) || error.path === path) throw error
      throw new ArtifactError(error.code, path, error.message, { cause: error })
    }
  }
  const fasttree = parse('fasttree', parseFasttree)
  yield
  const lightgbm = parse('lightgbm', parseLightgbm)
  yield
  return { fasttree, lightgbm, pcasweep: parse('pcasweep', parsePcaSweep) }
}

/** @param expected undefined for a file that the manifest does not list */
function checkSize(path: string, expected: number | undefined, content: string | Uint8Array): void {
  if (expected === undefined) return
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content).length : content.length
  if (bytes === expected) return
  throw new ArtifactError('artifact_mismatch', path, `expected ${expected} bytes as the manifest says, got ${bytes}`)
}

/** Models find their features by name, so an older folder may know fewer features. */
function checkFeatures(names: readonly string[]): void {
  const unknown = names.filter((name) => !featureNames.includes(name))
  if (unknown.length === 0) return
  const reason = `schemas.match: expected features among ${featureNames.join(', ')}, got ${unknown.join(', ')}`
  throw new ArtifactError('artifact_mismatch', 'manifest.json', reason)
}

/**
 * Path in an artifacts folder of a model, which forecasts a match before its draft.
 *
 * @example modelPath('lightgbm') // => 'models/lightgbm-match.json'
 */
export function modelPath(model: BaseModel): string {
  return `models/${model}-match.json`
}

/** Paths of the files that a predictor needs, in addition to `manifest.json`. */
export const predictorFiles: readonly string[] = [
  ...baseModels.map(modelPath),
  'state.json',
  'blend.json',
  'catalogue.json',
]
