import { RiftlineError } from '@riftline/base'
import type * as z from 'zod'

/**
 * Text that every store keeps as it is: PostgreSQL takes no zero character, and half a surrogate pair has no UTF-8.
 */
export const storedText: RegExp = /^[^\0\p{Surrogate}]*$/u

/** SHA-256 in hex. */
export const sha256Hex: RegExp = /^[0-9a-f]{64}$/

/**
 * Checks what was read.
 *
 * @param source the file or row, for the message
 * @throws RiftlineError `people_unusable`; the message has no value of the document, which may be an address or a hash
 */
export function checkRead<T>(schema: z.ZodType<T>, source: string, document: unknown): T {
  const result = schema.safeParse(document)
  if (result.success) return result.data
  throw unusable(source, firstFault(result.error))
}

/** @throws RiftlineError `people_unusable` as `checkRead` */
export function parseDocument<T>(schema: z.ZodType<T>, source: string, text: string): T {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    // No cause: its message repeats a part of the text.
    throw unusable(source, 'expected JSON')
  }
  return checkRead(schema, source, document)
}

/**
 * Refuses what could not be read back.
 * @throws RiftlineError `invalid_argument`
 */
export function checkWritten<T>(schema: z.ZodType<T>, what: string, value: T): void {
  const result = schema.safeParse(value)
  if (!result.success) throw new RiftlineError('invalid_argument', `${what}: ${firstFault(result.error)}`)
}

export function unusable(source: string, reason: string): RiftlineError {
  return new RiftlineError('people_unusable', `${source}: ${reason}`)
}

function firstFault({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'is not as expected'
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return `$${path}: ${issue.message}`
}
