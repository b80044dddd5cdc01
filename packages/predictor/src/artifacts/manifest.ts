import * as z from 'zod'
import { parseWith } from '../table-schema.ts'
import { baseModels } from '../types.ts'

const utc = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'expected YYYY-MM-DDTHH:mm:ss')

const scores = z.object({
  n: z.int().nonnegative(),
  logLoss: z.number(),
  brier: z.number(),
  accuracy: z.number(),
  ece: z.number(),
})

const file = z.looseObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
  bytes: z.int().nonnegative(),
  format: z.string(),
  model: z.enum(baseModels).exactOptional(),
  trainer: z.string().exactOptional(),
  version: z.string().exactOptional(),
  /** Time from which the training series started, and up to which. */
  window: z.object({ from: utc, until: utc }).exactOptional(),
  /** The trainer's own record: parameters, rounds, rows. */
  training: z.record(z.string(), z.unknown()).exactOptional(),
  /** Raw scores by test window, from models with the same settings that were trained before the window. */
  metrics: z.record(z.string(), scores).exactOptional(),
})

const manifestSchema = z.looseObject({
  formatVersion: z.literal(1),
  // Keys in the order in which a build writes them, so that an update without new games leaves the file unchanged.
  /** Start of the last match in the snapshot, UTC. */
  asOf: utc,
  /** `asOf` at the time when the models were trained. */
  builtAsOf: utc.exactOptional(),
  /** Features of the vectors that the models were trained on, in order. */
  schemas: z.looseObject({ match: z.array(z.string()) }),
  /** Windows on which the build tested the models. */
  windows: z.array(z.looseObject({ name: z.string(), purpose: z.string(), from: utc, to: utc })).exactOptional(),
  /** Scores of the consensus by test window. */
  consensus: z.record(z.string(), z.looseObject({ raw: scores, calibrated: scores })).exactOptional(),
  files: z.record(z.string(), file),
})

/** Scores of the forecasts of `n` series. `ece` is the calibration error over ten bins of equal mass. */
export type ManifestScores = z.infer<typeof scores>
/** One file of the folder. Only models have the optional keys; unknown keys are kept unchanged. */
export type ManifestFile = z.infer<typeof file>
/** `manifest.json`: every file of the folder except itself, `*.md` and `*.svg`. Unknown keys are kept unchanged. */
export type Manifest = z.infer<typeof manifestSchema>

/** @throws ArtifactError `artifact_invalid` */
export function parseManifest(text: string): Manifest {
  return parseWith(manifestSchema, 'manifest.json', text)
}
