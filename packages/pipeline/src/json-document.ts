import { ArtifactError } from '@riftline/core'

/**
 * The object in one JSON file of an artifacts folder, and its `format` where the file has one.
 *
 * @throws ArtifactError `artifact_invalid` with the file's name
 */
export function parseDocument(file: string, text: string, format?: string): Readonly<Record<string, unknown>> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ArtifactError('artifact_invalid', file, `expected JSON, got ${(cause as Error).message}`, { cause })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new ArtifactError('artifact_invalid', file, 'expected an object')
  }
  const document = json as Readonly<Record<string, unknown>>
  if (format === undefined || document.format === format) return document
  throw new ArtifactError('artifact_invalid', file, `expected format ${format}, got ${String(document.format)}`)
}
