import { expect, it } from 'vitest'
import { toPatch } from '#sources/shape.ts'

it.each([
  ['26.4', '16.04'],
  ['25.S1.3', '15.03'],
  ['25.12', '15.12'],
  ['14.1', '14.01'],
  ['9.24', '9.24'],
  ['24.1', '24.01'],
  ['', null],
  ['unknown', null],
  ['26', null],
])('the patch %j is normalised to %j', (text, patch) => {
  expect(toPatch(text)).toBe(patch)
})
