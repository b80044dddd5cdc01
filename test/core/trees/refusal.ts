import { expect } from 'vitest'
import { ArtifactError, RiftlineError } from '#base/errors.ts'

/** Code, path and message of the ArtifactError that `run` throws. */
export function refusal(run: () => unknown): { code: string; path: string; message: string } {
  const error = thrownBy(run)
  expect(error).toBeInstanceOf(ArtifactError)
  const { code, path, message } = error as ArtifactError
  expect(message.length).toBeLessThan(1000)
  return { code, path, message }
}

/** Code and message of the RiftlineError that a call throws. */
export function callRefusal(run: () => unknown): { code: string; message: string } {
  const error = thrownBy(run)
  expect(error).toBeInstanceOf(RiftlineError)
  const { code, message } = error as RiftlineError
  return { code, message }
}

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

/** Deep copy with the value at `path`, such as `tree_info.0.num_leaves`, replaced; undefined deletes the key. */
export function withValue(json: unknown, path: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(json)) // shares no objects, unlike structuredClone
  const keys = path.split('.')
  const last = keys.pop() as string
  let holder = copy as Record<string, unknown>
  for (const key of keys) holder = holder[key] as Record<string, unknown>
  if (!(last in holder)) throw new Error(`no ${path}`)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}
