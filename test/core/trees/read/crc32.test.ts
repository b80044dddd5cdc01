import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pureCrc32 } from '#core/trees/zip/archive.ts'

describe('pureCrc32', () => {
  it('pureCrc32 gives the published check value, and 0 for no bytes', () => {
    expect(pureCrc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    expect(pureCrc32(new Uint8Array())).toBe(0)
  })

  it('pureCrc32 equals zlib for every length and offset in a buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, from) => {
        const part = bytes.subarray(Math.min(from, bytes.length))
        expect(pureCrc32(part)).toBe(crc32(part))
      }),
    )
  })
})
