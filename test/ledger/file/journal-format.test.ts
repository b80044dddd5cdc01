import { createHash } from 'node:crypto'
import { seededRandom } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32, crc32OfUint32 } from '#base/node/crc32.ts'
import { anyText } from '../../support/any-text.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'

/** The segments of a ledger with some charges, by name. */
async function segments(): Promise<ReadonlyMap<string, Buffer>> {
  const disk = createDisk(seededRandom(1))
  const limits = { segmentBytes: 3000, snapshotRecords: 1000 }
  const { store } = await openSimulated(disk.start(), seededRandom(2), { limits })
  const { id } = await store.createAccount('Großmeister')
  for (let call = 0; call < 20; call += 1) {
    const requestId = `req_${call}`
    const result = await store.hold({
      requestId,
      accountId: id,
      operation: 'predict',
      model: null,
      keyId: null,
      credits: 1,
    })
    if (result.kind === 'held') await store.capture(result.hold)
    store.delivered(requestId)
  }
  await store.close()
  const files = [...disk.files()].filter(([path]) => path.endsWith('.rlj'))
  return new Map(files.map(([path, bytes]) => [path.split('/').at(-1) ?? '', bytes]))
}

describe('the bytes of a journal', () => {
  it('an independent reader finds the documented layout in every segment', async () => {
    let [q, b, h] = [0, 0, Buffer.alloc(32)]
    const files = await segments()
    expect(files.size).toBeGreaterThan(1)
    for (const [name, bytes] of files) {
      expect(name).toBe(`journal-1-${q + 1}.rlj`)
      expect(bytes.toString('latin1', 0, 8)).toBe('RIFTLJ01')
      expect(bytes.readUInt32LE(8)).toBe(1)
      expect([12, 20, 28].map((offset) => bytes.readBigUInt64LE(offset))).toEqual([1n, BigInt(q + 1), BigInt(b + 1)])
      expect(bytes.subarray(36, 68)).toEqual(h)
      expect(bytes.readUInt32LE(68)).toBe(crc32(bytes.subarray(0, 68)))
      let [start, count] = [72, 0]
      for (let at = 72; at < bytes.length; ) {
        const length = bytes.readUInt32LE(at)
        const payload = bytes.subarray(at + 8, at + 8 + length)
        const covered = Buffer.concat([bytes.subarray(at, at + 4), payload])
        expect(bytes.readUInt32LE(at + 4)).toBe(crc32(covered))
        const record = JSON.parse(payload.toString())
        q += 1
        expect(record).toMatchObject({ q, t: expect.any(String), at: expect.any(Number) })
        if (record.t === 'batch') {
          h = createHash('sha256').update(h).update(bytes.subarray(start, at)).digest()
          b += 1
          expect(record).toMatchObject({ b, c: count, h: h.toString('hex') })
          start = at + 8 + length
          count = 0
        } else {
          count += 1
        }
        at += 8 + length
      }
      expect(count).toBe(0)
    }
  })

  it('the CRC-32 of a text is that of its UTF-8 bytes, also with half a surrogate pair', () => {
    expect(crc32('123456789')).toBe(0xcbf43926)
    fc.assert(
      fc.property(anyText(), fc.nat({ max: 1 }), fc.nat(), (whole, cut, value) => {
        const text = whole.slice(cut)
        expect(crc32(text, value)).toBe(crc32(Buffer.from(text), value))
      }),
    )
  })

  it('the CRC-32 of a number is that of its four bytes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 0xffffffff }), (value) => {
        const number = Buffer.alloc(4)
        number.writeUInt32LE(value)
        expect(crc32OfUint32(value)).toBe(crc32(number))
      }),
    )
  })
})
