import { expect } from 'vitest'
import { RiftlineError } from '#base/errors.ts'

/** Expects a refusal that names the argument, what was expected and what it got. */
export function expectRefused(call: () => unknown, path: string): void {
  let result: unknown
  try {
    result = call()
  } catch (error) {
    if (isRefusal(error, path)) return
    expect(error, path).toBeInstanceOf(RiftlineError)
    expect((error as RiftlineError).code).toBe('invalid_argument')
    const { message } = error as RiftlineError
    expect(message.startsWith(`${path}: expected `), `${path} in "${message}"`).toBe(true)
    expect(message).toMatch(/, got ./)
    return
  }
  expect.fail(`${path} accepted, with ${JSON.stringify(result)}`)
}

/** Checks the whole error in one boolean, as thousands of `expect` calls would be slow. */
function isRefusal(error: unknown, path: string): boolean {
  if (!(error instanceof RiftlineError) || error.code !== 'invalid_argument') return false
  return error.message.startsWith(`${path}: expected `) && /, got ./.test(error.message)
}
