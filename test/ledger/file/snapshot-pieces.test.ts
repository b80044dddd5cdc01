import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import type { Fs } from '#base/node/fs.ts'
import { stateLines } from '#ledger/file/ledger-snapshot.ts'
import {
  isStateOf,
  mostPieceBytes,
  readSnapshot,
  restoreSnapshot,
  type SnapshotPlace,
  writeLedgerSnapshot,
} from '#ledger/file/snapshot-file.ts'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState, type LedgerState } from '#ledger/rules/ledger-state.ts'
import { textOfState } from '../../support/ledger-text.ts'
import { createDisk, type SimulatedDisk } from '../simulated-disk/disk.ts'

const place: SnapshotPlace = {
  position: { q: 7, b: 3, h: Buffer.alloc(32, 9) },
  keepFrom: 1,
  sealed: { name: 'journal-1-1.rlj', size: 99 },
}

/** A state with stored answers full of characters that are difficult for a JSON reader. */
function richState(answers: number): LedgerState {
  const body = (index: number) =>
    JSON.stringify({ index, text: '"]},[{\\ Großmeister 💡\u2028', deep: [[{}], { a: [] }] })
  const capture = (index: number): LedgerRecord => ({
    ...({
      type: 'capture',
      at: 10,
      accountId: 'acc_a',
      requestId: `r${index}`,
      operation: 'predict',
      model: null,
      credits: 1,
      lines: [[1, 1]],
    } as const),
    answer: { path: '/v1/predict', key: `k"${index}\\`, fingerprint: 'f', status: 200, body: body(index) },
  })
  const state = createLedgerState()
  const records: LedgerRecord[] = [
    { type: 'account', at: 1, accountId: 'acc_a', name: 'a "quoted" 💡' },
    { type: 'account', at: 1, accountId: 'acc_b', name: ']}' },
    { type: 'key', at: 1, keyId: 'k', accountId: 'acc_a', name: 'prod', sha256: 'f'.repeat(64) },
    {
      type: 'grant',
      at: 1,
      accountId: 'acc_a',
      grantId: 1,
      ref: 'payment',
      kind: 'topup',
      credits: 10_000,
      expiresAt: null,
    },
    ...Array.from({ length: answers }, (_, index) => capture(index)),
    { type: 'seen', at: 11, accountId: 'acc_a', address: '203.0.113.7', requestId: 'r' },
    { type: 'unban', at: 12, accountId: 'acc_b', by: 'x', allow: ['203.0.113.8'] },
    { type: 'ban', at: 12, accountId: 'acc_b' },
  ]
  for (const record of records) applyRecord(state, record)
  return state
}

/** Measures the largest single write or read of a disk. */
function measured(disk: SimulatedDisk): { readonly fs: Fs; most(): number } {
  const { fs } = disk.start()
  let most = 0
  const read: Fs['read'] = async (path, offset, length = Number.POSITIVE_INFINITY) => {
    most = Math.max(most, length)
    return fs.read(path, offset, length)
  }
  const open: Fs['open'] = async (path, how) => {
    const file = await fs.open(path, how)
    const write: typeof file.write = (bytes, from, to, position) => {
      most = Math.max(most, bytes.length)
      return file.write(bytes, from, to, position)
    }
    return { ...file, write }
  }
  return { fs: { ...fs, read, open }, most: () => most }
}

describe('a snapshot', () => {
  it.each([1, 2, 3, 64, 65, 66, 1000, mostPieceBytes])(
    'a snapshot written in pieces of %i bytes is the same file and gives the same state',
    async (size) => {
      const state = richState(20)
      const disk = createDisk(seededRandom(1))
      const { fs, most } = measured(disk)
      await writeLedgerSnapshot(fs, '/data', place, state, 'writer', size)
      const lines = disk.files().get('/data/snapshot-7.json')?.toString().split('\n') ?? []
      const [head = '', sha256 = '', text] = [lines[0], lines.at(-2), lines.slice(1, -2).join('\n')]
      expect(JSON.parse(head)).toEqual({ format: 2, q: 7, b: 3, h: '09'.repeat(32), keepFrom: 1, sealed: place.sealed })
      expect(text).toBe(textOfState(state))
      const snapshot = await readSnapshot(fs, '/data', { name: 'snapshot-7.json', q: 7 }, size)
      expect(snapshot).toMatchObject({ ...place, sha256 })
      const restored = await restoreSnapshot(fs, snapshot, size)
      expect(textOfState(restored)).toBe(text)
      expect(restored.accounts.get('acc_a')?.answers.size).toBe(20)
      expect(await isStateOf(fs, snapshot, restored)).toBe(true)
      expect(await isStateOf(fs, snapshot, richState(19))).toBe(false)
      expect(most()).toBeLessThanOrEqual(size)
    },
  )

  it('a snapshot is written and read in pieces of 64 MiB at most', () => {
    expect(mostPieceBytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  })

  it('the lines of a snapshot are short, however many answers an account has', () => {
    const longest = Math.max(...Array.from(stateLines(richState(500)), (line) => line.length))
    expect(longest).toBeLessThan(1000)
  })

  it('a snapshot with any byte changed, or cut at any byte, is refused', async () => {
    const disk = createDisk(seededRandom(1))
    const { fs } = disk.start()
    await writeLedgerSnapshot(fs, '/data', place, richState(1), 'writer')
    const path = '/data/snapshot-7.json'
    const bytes = Buffer.from(disk.files().get(path) ?? '')
    const reading = () => readSnapshot(fs, '/data', { name: 'snapshot-7.json', q: 7 }, 100)
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      disk.put(path, changed)
      await expect(reading()).rejects.toMatchObject({ code: 'journal_damaged', reason: 'the SHA-256 does not fit' })
      disk.put(path, bytes.subarray(0, at))
      await expect(reading()).rejects.toMatchObject({ code: 'journal_damaged', reason: 'the SHA-256 does not fit' })
    }
  })
})
