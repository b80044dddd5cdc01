import { ArtifactError } from '../errors.ts'
import type { Catalogue } from '../league/catalogue/catalogue.ts'
import { featureNames } from '../league/features/feature-schema.ts'
import type { ForecastState } from '../league/forecast-state.ts'
import type { LinearModel } from '../linear/linear-model.ts'
import type { TreeEnsemble } from '../trees/form/tree-ensemble.ts'
import { parseLightgbm } from '../trees/lightgbm/parse-lightgbm.ts'
import { parseFasttree } from '../trees/mlnet/parse-fasttree.ts'
import type { FeatureSchema } from '../types.ts'
import { type Blend, parseBlend } from './blend.ts'
import { parseCatalogue } from './catalogue.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { parsePcaSweep } from './parse-pca-sweep.ts'
import { parseSnapshot } from './snapshot.ts'

/** A whole artifacts folder in memory: what `createPredictor` and the server read. */
export interface Artifacts {
  readonly manifest: Manifest
  readonly models: Readonly<Record<FeatureSchema, SchemaModels>>
  readonly state: ForecastState
  readonly blend: Blend
  readonly catalogue: Catalogue
  /** JSON text of `details.json`: statistics of teams, players and tournaments by id. */
  readonly details: string
}

export interface SchemaModels {
  readonly fasttree: TreeEnsemble
  readonly lightgbm: TreeEnsemble
  readonly pcasweep: LinearModel
}

/**
 * Reads the files of an artifacts folder, given by their paths in it. Checks the manifest, that every file it names is
 * there with the size it says, and that the models were trained on the features this version makes. Hashes are checked by
 * `loadArtifacts` of `@riftline/core/node`.
 *
 * @throws ArtifactError `artifact_missing`, `artifact_mismatch`, `artifact_invalid`, `artifact_unsupported`
 */
export function parseArtifacts(files: Readonly<Record<string, string | Uint8Array>>): Artifacts {
  const steps = artifactSteps(files)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** `parseArtifacts` a file at a time, for callers who have other work to do between two files. */
export function* artifactSteps(
  files: Readonly<Record<string, string | Uint8Array>>,
): Generator<undefined, Artifacts, undefined> {
  const find = (path: string): string | Uint8Array => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined
    if (content !== undefined) return content
    throw new ArtifactError('artifact_missing', path, 'expected a file of this name, got none')
  }
  const read = (path: string): string => {
    const content = find(path)
    return typeof content === 'string' ? content : new TextDecoder().decode(content)
  }
  const manifest = parseManifest(read('manifest.json'))
  for (const [path, { bytes }] of Object.entries(manifest.files)) checkSize(path, bytes, find(path))
  for (const schema of ['match', 'draft'] as const) checkSchema(schema, manifest.schemas[schema])
  const models = { match: yield* readModels('match', read), draft: yield* readModels('draft', read) }
  const state = parseSnapshot('state.json', read('state.json'))
  yield
  const blend = parseBlend('blend.json', read('blend.json'))
  yield
  const catalogue = parseCatalogue('catalogue.json', read('catalogue.json'))
  yield
  return { manifest, models, state, blend, catalogue, details: read('details.json') }
}

function* readModels(
  schema: FeatureSchema,
  read: (path: string) => string,
): Generator<undefined, SchemaModels, undefined> {
  const parse = <T>(name: string, parser: (json: unknown) => T): T => {
    const path = `models/${name}-${schema}.json`
    try {
      return parser(read(path))
    } catch (error) {
      if (!(error instanceof ArtifactError) || error.path === path) throw error
      throw new ArtifactError(error.code as 'artifact_invalid', path, error.message, { cause: error })
    }
  }
  const fasttree = parse('fasttree', parseFasttree)
  yield
  const lightgbm = parse('lightgbm', parseLightgbm)
  yield
  return { fasttree, lightgbm, pcasweep: parse('pcasweep', parsePcaSweep) }
}

function checkSize(path: string, expected: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content).length : content.length
  if (bytes === expected) return
  throw new ArtifactError('artifact_mismatch', path, `expected ${expected} bytes as the manifest says, got ${bytes}`)
}

function checkSchema(schema: FeatureSchema, names: readonly string[]): void {
  const own = featureNames(schema)
  if (own.length === names.length && own.every((name, index) => name === names[index])) return
  const expected = own.join(', ')
  throw new ArtifactError(
    'artifact_mismatch',
    'manifest.json',
    `schema ${schema}: expected ${expected}, got ${names.join(', ')}`,
  )
}
