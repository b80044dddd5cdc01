import { createHash } from 'node:crypto'
import { crc32, type Fs } from '@riftline/base/node'
import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import {
  createBatchEncoder,
  decodeHeader,
  encodeHeader,
  findLaterTrailer,
  journalStart,
  scanBatches,
  toEncoded,
} from '#ledger/file/batches.ts'
import { stateLines } from '#ledger/file/ledger-snapshot.ts'
import { timesOf } from '#ledger/file/line-finder.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { assertInvariants, readSegment } from '#ledger/file/read-segment.ts'
import { loadSnapshot, readSnapshot, restoreSnapshot } from '#ledger/file/snapshot-file.ts'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState } from '#ledger/rules/ledger-state.ts'
import { createDisk } from '../simulated-disk/disk.ts'

/** A frame as docs/formats.md describes it, around any text. */
function frame(text: string): Buffer {
  const [length, payload] = [Buffer.alloc(4), Buffer.from(text)]
  length.writeUInt32LE(payload.length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32LE(crc32(Buffer.concat([length, payload])))
  return Buffer.concat([length, crc, payload])
}

/** A disk that has one file, or fails. */
function diskWith(file: Buffer | Error): Fs {
  const read = async (_path: string, from = 0, size = Number.POSITIVE_INFINITY) => {
    if (file instanceof Error) throw file
    return file.subarray(from, from + size)
  }
  return { read } as unknown as Fs
}

const faultOf = (...texts: readonly string[]) => {
  return scanBatches(Buffer.concat(texts.map(frame)), 0, journalStart, () => {}).fault
}
const account = (name: string): LedgerRecord => ({ type: 'account', at: 1, accountId: name, name })

describe('batches', () => {
  it.each([
    ['a payload that is null', ['null'], 'a record is not a JSON object'],
    ['a payload that is a number', ['12'], 'a record is not a JSON object'],
    ['a trailer of another batch', ['{"q":1,"t":"batch","at":1,"b":2,"c":0,"h":""}'], 'expected batch 1, got 2'],
    [
      'a trailer of another number of records',
      ['{"q":1,"t":"batch","at":1,"b":1,"c":3,"h":""}'],
      'batch 1 has 0 records',
    ],
  ])('%s is a fault', (_, texts, message) => {
    expect(faultOf(...texts)?.message).toContain(message)
  })

  it('text at the very beginning is no trailer', () => {
    expect(findLaterTrailer(Buffer.from('{"q":1,"t":"batch","b":9}'), 0, 1)).toBeNull()
  })

  it('a batch has at most 512 records, and at most a mebibyte', () => {
    const encode = createBatchEncoder()
    const small = Array.from({ length: 600 }, (_, index) => toEncoded(account(`a${index}`)))
    expect(encode(small, journalStart)).toMatchObject({ count: 512 })
    const large = Array.from({ length: 3 }, (_, index) => toEncoded(account(`${index}${'x'.repeat(200_000)}`)))
    expect(encode(large, journalStart)).toMatchObject({ count: 2 })
  })
})

describe('a segment', () => {
  const segment = { name: 'journal-2-1.rlj', epoch: 2, first: 1 }
  const read = (bytes: Buffer, after = journalStart) => {
    return readSegment({ fs: diskWith(bytes), folder: 'f', segment, after, isLast: true }, () => {})
  }

  it('a segment of an unknown format is refused by number', () => {
    const header = Buffer.from(encodeHeader({ epoch: 2, after: journalStart }))
    header.writeUInt32LE(9, 8)
    header.writeUInt32LE(crc32(header.subarray(0, 68)), 68)
    expect(decodeHeader(header)).toContain('journal format 9 is not known')
  })

  it('a segment under the name of another is refused', async () => {
    await expect(read(encodeHeader({ epoch: 1, after: journalStart }))).rejects.toThrow('does not fit the file name')
  })

  it('a segment with records that an earlier one has is refused', async () => {
    const bytes = encodeHeader({ epoch: 2, after: journalStart })
    await expect(read(bytes, { ...journalStart, q: 5 })).rejects.toThrow('two servers have written here')
  })

  it('a state that breaks an invariant is damage of the file', () => {
    const state = createLedgerState()
    applyRecord(state, account('acc_a'))
    applyRecord(state, {
      ...{ type: 'grant', at: 1, accountId: 'acc_a', grantId: 1, ref: 'p', kind: 'topup', credits: 3, expiresAt: null },
    } as LedgerRecord)
    state.grants.get(1)!.remaining = 4
    expect(() => assertInvariants(state, 'f/journal')).toThrow(expect.objectContaining({ code: 'journal_damaged' }))
  })

  it('the times of a segment end at its zeros, and may be before 1970', () => {
    const header = encodeHeader({ epoch: 1, after: journalStart })
    const frames = [frame('{"q":1,"t":"account","at":-5,"a":"a"}'), frame('{"q":2,"t":"account","at":7,"a":"b"}')]
    expect(timesOf(Buffer.concat([header, ...frames, Buffer.alloc(40)]))).toEqual({ from: -5, to: 7 })
  })

  it('the times of a segment leave out a record whose time is damaged', () => {
    const bytes = Buffer.concat([encodeHeader({ epoch: 1, after: journalStart }), frame('{"q":1,"t":"account"}')])
    expect(timesOf(bytes)).toEqual({ from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY })
  })
})

describe('a snapshot', () => {
  const name = { name: 'snapshot-7.json', q: 7 } as const

  function fileOf(place: object, ...lines: readonly string[]): Buffer {
    const text = [JSON.stringify(place), ...lines].map((line) => `${line}\n`).join('')
    return Buffer.from(`${text}${createHash('sha256').update(text).digest('hex')}\n`)
  }
  const place = { format: 2, q: 7, b: 1, h: '', keepFrom: 1, sealed: null }

  it.each([
    ['of an unknown format', { ...place, format: 9 }, 'snapshot format 9 is not known'],
    ['under the name of another', { ...place, q: 8 }, 'it says record 8, its name 7'],
  ])('a snapshot %s is refused, though its hash fits', async (_, wrong, message) => {
    await expect(readSnapshot(diskWith(fileOf(wrong)), 'f', name)).rejects.toThrow(message)
  })

  it.each([
    ['without a state', place, []],
    ['with a line of no kind', place, ['{"t":"other"}']],
    ['of format 1 and an unknown version', { ...place, format: 1 }, ['{"version":2}']],
  ])('a snapshot %s is damage, though its hash fits', async (_, head, lines) => {
    const disk = diskWith(fileOf(head, ...lines))
    const snapshot = await readSnapshot(disk, 'f', name)
    await expect(restoreSnapshot(disk, snapshot)).rejects.toMatchObject({ code: 'journal_damaged' })
  })

  it('verifyLedger reports that the first records are gone when no snapshot stands in for them', async () => {
    const disk = createDisk(seededRandom(1))
    const after = { q: 10, b: 5, h: Buffer.alloc(32, 1) }
    const { bytes } = createBatchEncoder()([toEncoded(account('acc_a'))], after)
    disk.put('/data/ledger/journal-2-11.rlj', Buffer.concat([encodeHeader({ epoch: 2, after }), bytes]))
    disk.put('/data/ledger/snapshot-7.json', fileOf({ ...place, keepFrom: 11 }))
    const { violations } = await verifyLedger('/data', disk.start().fs)
    expect(violations.map(({ message }) => message)).toEqual([
      'no segment ends at its last record 7',
      'the first records are gone, and no snapshot stands in for them',
    ])
  })

  it('a disk error is no damage of a snapshot', async () => {
    await expect(loadSnapshot(diskWith(new Error('EIO')), 'f', [name.name])).rejects.toThrow('EIO')
    const snapshot = await readSnapshot(diskWith(fileOf(place, '{"t":"state","lastAt":1,"nextGrant":1}')), 'f', name)
    await expect(restoreSnapshot(diskWith(new Error('EIO')), snapshot)).rejects.toThrow('EIO')
  })

  it('a snapshot leaves out answers and uses of addresses that have run out', () => {
    const state = createLedgerState()
    applyRecord(state, account('acc_a'))
    const use = { accountId: 'acc_a', firstAt: 1, recordedAt: 1, recordedRequestId: 'r', lastAt: 1, requestId: 'r' }
    state.addresses.set('192.0.2.1', [use])
    const answer = { at: 1, requestId: 'r', fingerprint: 'f', status: 200, body: '{}' }
    state.accounts.get('acc_a')!.answers.set('/v1/predict k', answer)
    state.lastAt = Date.UTC(2026, 10, 21)
    expect([...stateLines(state)].map((line) => JSON.parse(line).t)).toEqual(['state', 'account'])
  })
})
