import { parseMlnetZip } from '@riftline/core'
import { expect } from 'vitest'
import type { ArtifactError } from '#base/errors.ts'
import { refused } from '../../../predictor/artifacts/refused.ts'
import { plain } from './small-models.ts'
import { writeZip, type ZipEnd, type ZipFile } from './write-zip.ts'

/** Error of `parseMlnetZip` for an archive of these files. */
export function refusal(files: readonly ZipFile[], end: ZipEnd = {}): Promise<ArtifactError> {
  return refused(() => parseMlnetZip(writeZip(files, end)))
}

/** Files of the plain archive, one of them with other properties. */
export function changed(name: string, change: Partial<ZipFile>): ZipFile[] {
  return plain.map((file) => (file.name === name ? { ...file, ...change } : file))
}

export function unsupported(path: string, reason: string): object {
  return { code: 'artifact_unsupported', path, message: expect.stringContaining(reason) }
}

export function invalid(path: string, reason: string): object {
  return { code: 'artifact_invalid', path, message: expect.stringContaining(reason) }
}
