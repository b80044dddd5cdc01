import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { same } from '../../support/plain-expect.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

/** Values that a caller without types, or a JSON file, may pass anywhere. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, Number.NaN, Infinity, -Infinity, -0, -1, 0.5, 1, 1.5, '0.5', '', 1n),
  fc.constantFrom<unknown>(Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, 1e300, 1e-300, 2 ** 53, Symbol('s'), () => 1),
  fc.constantFrom<unknown>(
    [],
    [[]],
    {},
    new Array(3),
    { length: 2 },
    { length: -1 },
    new Float64Array([0.5, Number.NaN]),
  ),
  fc.constantFrom<unknown>([0, 1], [1, 0.5, 0.25], { x: [1], y: [1] }, new Map(), 'identity', 'model', '__proto__'),
  fc.double(),
  fc.anything(),
)

/** Expects finite numbers, or a RiftlineError that names what was expected and what it got. */
function expectFiniteOrRefused(call: () => unknown): void {
  let result: unknown
  try {
    result = call()
  } catch (error) {
    expect(error).toBeInstanceOf(RiftlineError)
    expect(error).toMatchObject({ code: 'invalid_argument', message: expect.stringMatching(/: expected .*, got /s) })
    return
  }
  expectFinite(result)
}

function expectFinite(value: unknown): void {
  if (typeof value === 'number') same(Number.isFinite(value), true, `${value}`)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) expectFinite(inner)
  else same(['string', 'boolean', 'object', 'undefined'].includes(typeof value), true, typeof value)
}

/** Follows a path into nested values as far as it leads and replaces the value at its end. */
function replaceAt(root: Any, path: readonly number[], value: unknown): void {
  let place = root
  for (const [depth, step] of path.entries()) {
    const keys = Object.keys(place)
    const key = keys[step % keys.length] as string
    const inside = place[key]
    if (
      depth === path.length - 1 ||
      typeof inside !== 'object' ||
      inside === null ||
      Object.keys(inside).length === 0
    ) {
      place[key] = value
      return
    }
    place = inside
  }
}

/** Runs each function with valid arguments, any part of which is replaced by a hostile value. */
export function describeHostile(
  calls: readonly (readonly [string, (...args: Any[]) => unknown, readonly unknown[]])[],
  numRuns: number,
): void {
  describe('hostile arguments give a finite result or a typed refusal', () => {
    it.each(calls)(
      '%s gives a finite result or a typed refusal when any value replaces an argument or a part of one',
      (_name, call, good) => {
        fc.assert(
          fc.property(hostileValue, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (bad, path) => {
            const args = structuredClone(good) as Any[]
            replaceAt(args, path, bad)
            expectFiniteOrRefused(() => call(...args))
          }),
          { numRuns },
        )
      },
    )
  })
}
