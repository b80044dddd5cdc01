import { ArtifactError, describe } from '@riftline/base'
import type { z } from 'zod'

/**
 * Reads one JSON file of an artifacts folder by its schema.
 *
 * @throws ArtifactError `artifact_invalid` with file and JSON path of the first fault, what was expected and what came
 */
export function parseWith<T>(schema: z.ZodType<T>, file: string, text: string): T {
  return checkWith(schema, file, parseJson(file, text))
}

/** @throws ArtifactError `artifact_invalid` for text that is not JSON */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ArtifactError('artifact_invalid', file, `expected JSON, got ${(cause as Error).message}`, { cause })
  }
}

/** @throws ArtifactError `artifact_invalid` as `parseWith` */
export function checkWith<T>(schema: z.ZodType<T>, file: string, json: unknown): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const got = issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)?.[part], json)
  throw new ArtifactError('artifact_invalid', `${file} $${path}`, `${issue.message}, got ${describe(got)}`)
}

/** Runs a generator to its end and returns its value. */
export function finish<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
