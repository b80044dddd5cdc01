import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32 } from '#core/trees/read/crc32.ts'

describe('crc32', () => {
  it('crc32 has the check value of the catalogue of CRCs, and 0 for nothing', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    expect(crc32(new Uint8Array())).toBe(0)
  })

  it('crc32 equals zlib for every length and every place in a buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, from) => {
        const part = bytes.subarray(Math.min(from, bytes.length))
        expect(crc32(part)).toBe(zlibCrc32(part))
      }),
    )
  })
})
