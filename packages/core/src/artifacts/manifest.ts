import { z } from 'zod'
import { parseWith } from './parse-with.ts'

const utc = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'expected YYYY-MM-DDTHH:mm:ss')

const file = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
  bytes: z.int().nonnegative(),
  format: z.string(),
})

const manifestSchema = z.object({
  formatVersion: z.literal(1),
  asOf: utc,
  files: z.record(z.string(), file.loose()),
  schemas: z.object({ match: z.array(z.string()), draft: z.array(z.string()) }),
})

/** One file of the folder; further keys (window, trainer, metrics) are for readers, not for the loader. */
export interface ManifestFile {
  readonly sha256: string
  readonly bytes: number
  readonly format: string
}

/** `manifest.json`: every file of the folder but itself, `*.md` and `*.svg`. */
export interface Manifest {
  readonly formatVersion: 1
  /** Start of the last match the snapshot knows, UTC. */
  readonly asOf: string
  readonly files: Readonly<Record<string, ManifestFile>>
  /** Feature names by schema, in the order of the vectors the models were trained on. */
  readonly schemas: { readonly match: readonly string[]; readonly draft: readonly string[] }
}

/** @throws ArtifactError `artifact_invalid` */
export function parseManifest(text: string): Manifest {
  return parseWith(manifestSchema.loose(), 'manifest.json', text)
}
