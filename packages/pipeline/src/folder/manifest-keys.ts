import type { Artifacts } from '@riftline/predictor'

/** A manifest's keys beside its files, among them those that only people read: windows, scores. */
export function manifestKeys({ manifest }: Pick<Artifacts, 'manifest'>): Readonly<Record<string, unknown>> {
  const { files: _, formatVersion: __, ...keys } = manifest
  return keys
}
