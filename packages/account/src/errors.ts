import { RiftlineError } from '@riftline/base'

/** Whether an error is riftline's, with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof RiftlineError && codes.includes(error.code)
}

/** The result of a call; null in place of an error with one of these codes. */
export async function nullFor<T>(call: Promise<T>, ...codes: readonly string[]): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (hasCode(error, ...codes)) return null
    throw error
  }
}
