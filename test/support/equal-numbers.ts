import { expect } from 'vitest'

/** Finds typed arrays equal by their bytes; `toEqual` alone takes a microsecond for each number. */
function sameBytes(got: unknown, expected: unknown): boolean | undefined {
  if (!ArrayBuffer.isView(got) || !ArrayBuffer.isView(expected)) return undefined
  // Undefined leaves the comparison to Vitest, which shows the difference and for which one NaN equals another.
  return got.constructor === expected.constructor && bytesOf(got).equals(bytesOf(expected)) ? true : undefined
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

expect.addEqualityTesters([sameBytes])
