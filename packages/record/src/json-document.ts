import { ArtifactError, jsonPlace } from '@riftline/base'
import type { z } from 'zod'

/** Reads one JSON file of an artifacts folder. @throws ArtifactError `artifact_invalid` with the path of the first fault */
export function parseJsonDocument<T>(file: string, text: string, schema: z.ZodType<T>): T {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ArtifactError('artifact_invalid', file, `expected JSON, got ${(cause as Error).message}`, { cause })
  }
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  const found = path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)?.[part], json)
  const got = (JSON.stringify(found) ?? 'nothing').slice(0, 60)
  throw new ArtifactError('artifact_invalid', file, `$${jsonPlace(path)}: ${message}, got ${got}`)
}
