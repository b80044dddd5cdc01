import * as z from 'zod'
import { type BaseModel, baseModels } from '../types.ts'
import { parseWith } from './parse-with.ts'

const utc = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'expected YYYY-MM-DDTHH:mm:ss')

const scores = z.object({
  n: z.int().nonnegative(),
  logLoss: z.number(),
  brier: z.number(),
  accuracy: z.number(),
  ece: z.number(),
})

const file = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
  bytes: z.int().nonnegative(),
  format: z.string(),
  model: z.enum(baseModels).exactOptional(),
  trainer: z.string().exactOptional(),
  version: z.string().exactOptional(),
  window: z.object({ from: utc, until: utc }).exactOptional(),
  training: z.record(z.string(), z.unknown()).exactOptional(),
  metrics: z.record(z.string(), scores).exactOptional(),
})

const window = z.object({ name: z.string(), purpose: z.string(), from: utc, to: utc })

const manifestSchema = z.object({
  formatVersion: z.literal(1),
  // In the order in which a build writes them, so that a folder that learns nothing stays as it is.
  asOf: utc,
  builtAsOf: utc.exactOptional(),
  schemas: z.object({ match: z.array(z.string()) }).loose(),
  windows: z.array(window.loose()).exactOptional(),
  consensus: z.record(z.string(), z.object({ raw: scores, calibrated: scores }).loose()).exactOptional(),
  files: z.record(z.string(), file.loose()),
})

/** Scores of the forecasts of `n` series. `ece` is the calibration error over ten bins of equal mass. */
export interface ManifestScores {
  readonly n: number
  readonly logLoss: number
  readonly brier: number
  readonly accuracy: number
  readonly ece: number
}

/** One file of the folder. The optional keys are those of models; other keys are kept as they are. */
export interface ManifestFile {
  readonly sha256: string
  readonly bytes: number
  readonly format: string
  readonly model?: BaseModel
  readonly trainer?: string
  readonly version?: string
  /** Starts of the series it was trained on: from, until. */
  readonly window?: { readonly from: string; readonly until: string }
  /** The trainer's own record: parameters, rounds, rows. */
  readonly training?: Readonly<Record<string, unknown>>
  /** Raw scores by test window, of models with these settings that were trained before the window. */
  readonly metrics?: Readonly<Record<string, ManifestScores>>
}

/** `manifest.json`: every file of the folder but itself, `*.md` and `*.svg`. Other keys are kept as they are. */
export interface Manifest {
  readonly formatVersion: 1
  /** Start of the last match the snapshot knows, UTC. */
  readonly asOf: string
  readonly files: Readonly<Record<string, ManifestFile>>
  /** Features of the vectors that the models were trained on, in their order. */
  readonly schemas: { readonly match: readonly string[] }
  /** `asOf` when the models were trained. */
  readonly builtAsOf?: string
  /** Windows that the build tested on. */
  readonly windows?: readonly {
    readonly name: string
    readonly purpose: string
    readonly from: string
    readonly to: string
  }[]
  /** Scores of the consensus by test window. */
  readonly consensus?: Readonly<Record<string, { readonly raw: ManifestScores; readonly calibrated: ManifestScores }>>
}

/** @throws ArtifactError `artifact_invalid` */
export function parseManifest(text: string): Manifest {
  return parseWith(manifestSchema.loose(), 'manifest.json', text)
}
