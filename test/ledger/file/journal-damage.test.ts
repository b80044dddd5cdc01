import { seededRandom } from '@riftline/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBatchEncoder } from '#ledger/file/batches.ts'
import { recover } from '#ledger/file/read-journal.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { JournalDamage } from '#ledger/file/read-segment.ts'
import { amount } from '../../support/amount.ts'
import { textOfState } from '../../support/ledger-text.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { folder, openSimulated } from '../simulated-disk/open-simulated.ts'

/** A journal in one segment, with the state of the ledger after each batch. */
interface Sample {
  readonly name: string
  readonly bytes: Buffer
  /** Byte offsets of the ends of the header and of each batch. */
  readonly ends: readonly number[]
  /** State of the ledger at each of these offsets. */
  readonly states: readonly string[]
}

const headerBytes = 72
let sample: Sample

beforeAll(async () => {
  const disk = createDisk(seededRandom(1))
  const { store } = await openSimulated(disk.start(), seededRandom(2))
  const { id } = await store.createAccount('test')
  await store.addKey({ id: 'abcdefgh', accountId: id, name: 'prod', sha256: 'f'.repeat(64) })
  await store.grant(id, { kind: 'topup', ref: 'payment', credits: 500 })
  for (let call = 0; call < 14; call += 1) {
    const requestIds = Array.from({ length: 1 + (call % 3) }, (_, i) => `req_${call}_${i}`)
    await Promise.all(requestIds.map((requestId) => charge(store, id, requestId)))
    for (const requestId of requestIds) store.delivered(requestId)
  }
  await store.refund('req_13_0', 'operator').catch(() => {})
  await store.balance(id)
  await store.grant(id, { kind: 'topup', ref: 'second payment', credits: 5 })
  const [path, bytes] = [...disk.files()].find(([name]) => name.endsWith('.rlj'))!
  const ends = endsOfBatches(bytes)
  const used = Buffer.from(bytes.subarray(0, ends.at(-1)))
  const states: string[] = []
  for (const end of ends) states.push(await recovered(path.slice(folder.length + 1), used.subarray(0, end)))
  sample = { name: path.slice(folder.length + 1), bytes: used, ends, states }
})

async function charge(store: Awaited<ReturnType<typeof openSimulated>>['store'], accountId: string, requestId: string) {
  const result = await store.hold({
    requestId,
    accountId,
    operation: 'predict',
    model: 'fasttree',
    keyId: null,
    credits: 2,
  })
  if (result.kind === 'held') await store.capture(result.hold)
}

/** Finds the ends of batches from their lengths alone, independently of the ledger's reader. */
function endsOfBatches(bytes: Buffer): number[] {
  const ends = [headerBytes]
  for (let at = headerBytes; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at)
    if (length === 0) break
    const isTrailer = bytes.toString('utf8', at + 8, at + 8 + length).includes('"t":"batch"')
    at += 8 + length
    if (isTrailer) ends.push(at)
  }
  return ends
}

/** Recovers from these bytes twice, checks that both states agree and returns it; `refused` when the error names file and offset. */
async function recovered(name: string, bytes: Buffer): Promise<string> {
  const disk = createDisk(seededRandom(1))
  disk.put(`${folder}/${name}`, bytes)
  try {
    const { fs } = disk.start()
    return textOfState((await recover(fs, folder, () => {}, 'test')).state)
  } catch (error) {
    if (!(error instanceof JournalDamage)) throw error
    expect(error.message).toBe(`${folder}/${name}: offset ${error.offset}: ${error.reason}`)
    return 'refused'
  }
}

/** Number of whole batches before a byte. */
function wholeBefore(offset: number): number {
  return sample.ends.filter((end) => end <= offset).length - 1
}

describe('a journal', () => {
  it('a journal cut at any byte recovers exactly the whole batches before the cut', async () => {
    const wrong: number[] = []
    for (let length = 0; length <= sample.bytes.length && wrong.length < 5; length += amount(47, 1)) {
      const state = await recovered(sample.name, sample.bytes.subarray(0, length))
      if (state !== sample.states[Math.max(0, wholeBefore(length))]) wrong.push(length)
    }
    expect(wrong).toEqual([])
    expect(sample.ends.length).toBeGreaterThan(15)
    expect(sample.bytes.length).toBeGreaterThan(7000)
  })

  it('a journal with three bits flipped in any byte is refused, or loses only its last batch', async () => {
    const bytes = Buffer.alloc(sample.bytes.length + 64)
    sample.bytes.copy(bytes)
    const count = sample.ends.length - 1
    const wrong: string[] = []
    for (let offset = 0; offset < bytes.length && wrong.length < 5; offset += amount(83, 1)) {
      for (const bit of [offset % 8, (offset + 3) % 8, (offset + 5) % 8]) {
        bytes[offset]! ^= 1 << bit
        const state = await recovered(sample.name, bytes)
        bytes[offset]! ^= 1 << bit
        const batch = wholeBefore(offset)
        const expected = batch < count - 1 ? 'refused' : sample.states[batch < count ? count - 1 : count]
        if (state !== expected) wrong.push(`byte ${offset}, bit ${bit}`)
      }
    }
    expect(wrong).toEqual([])
  }, 300_000)

  const batch = (index: number): Buffer => sample.bytes.subarray(sample.ends[index], sample.ends[index + 1])
  const around = (from: number, to: number, middle: readonly Buffer[]): Buffer =>
    Buffer.concat([sample.bytes.subarray(0, sample.ends[from]), ...middle, sample.bytes.subarray(sample.ends[to])])

  it.each([
    ['swapped', (at: number) => around(at, at + 2, [batch(at + 1), batch(at)])],
    ['repeated', (at: number) => around(at, at + 1, [batch(at), batch(at)])],
    ['removed', (at: number) => around(at, at + 1, [])],
    ['replaced by another with the same numbers', (at: number) => around(at, at + 1, [sameNumbers(at)])],
  ])('a journal whose batches are %s is refused', async (_name, change) => {
    for (let at = 0; at + 3 < sample.ends.length; at += 1)
      expect(await recovered(sample.name, change(at)), `batch ${at}`).toBe('refused')
  })

  /** A batch that only the chain hash can reveal: its CRC, numbers and count are right. */
  function sameNumbers(at: number): Buffer {
    const bytes = batch(at)
    const records: { json: string; at: number }[] = []
    let position = { q: 0, b: 0, h: Buffer.alloc(32, 7) }
    for (let offset = 0; offset < bytes.length; ) {
      const end = offset + 8 + bytes.readUInt32LE(offset)
      const { q, ...record } = JSON.parse(bytes.toString('utf8', offset + 8, end))
      if (offset === 0) position = { ...position, q: q - 1 }
      if (record.t === 'batch') position = { ...position, b: record.b - 1 }
      else records.push({ json: JSON.stringify(record), at: record.at })
      offset = end
    }
    return Buffer.from(createBatchEncoder()(records, position).bytes)
  }

  it('verifyLedger reports a damaged journal as not sound, with file and offset', async () => {
    const disk = createDisk(seededRandom(1))
    const bytes = Buffer.from(sample.bytes)
    const offset = sample.ends[3]! + 20
    bytes[offset]! ^= 1
    disk.put(`${folder}/${sample.name}`, bytes)
    const { sound, violations } = await verifyLedger('/data', disk.start().fs)
    expect(sound).toBe(false)
    expect(violations).toEqual([
      {
        file: `${folder}/${sample.name}`,
        offset: sample.ends[3],
        invariant: 'crc',
        message: expect.stringContaining('the CRC of a record does not fit, and batch 5 is whole behind it'),
      },
    ])
  })
})
