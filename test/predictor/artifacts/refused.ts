import { ArtifactError } from '@riftline/base'
import { expect } from 'vitest'

/** Returns the ArtifactError that `run` throws. */
export async function refused(run: () => unknown): Promise<ArtifactError> {
  try {
    await run()
  } catch (error) {
    expect(error).toBeInstanceOf(ArtifactError)
    const fault = error as ArtifactError
    expect(fault.message.startsWith(`${fault.path}: `)).toBe(true)
    expect(fault.message.length).toBeLessThan(600)
    return fault
  }
  throw new Error('nothing was refused')
}
