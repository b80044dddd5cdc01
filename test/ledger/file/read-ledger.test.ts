import type { Fs } from '@riftline/base/node'
import { seededRandom } from '@riftline/core'
import { readLedger } from '@riftline/ledger/file'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBatchEncoder, encodeHeader, journalStart, toEncoded } from '#ledger/file/batches.ts'
import type { FileLedger } from '#ledger/file/file-store.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createDisk, type SimulatedDisk } from '../simulated-disk/disk.ts'
import { folder, openSimulated } from '../simulated-disk/open-simulated.ts'

let disk: SimulatedDisk
let id: string
beforeEach(async () => {
  disk = createDisk(seededRandom(1))
  const { store } = await open()
  id = (await store.createAccount('test')).id
  await store.close()
})

function open(): Promise<FileLedger> {
  const limits = { segmentBytes: 1500, snapshotRecords: 1000 }
  return openSimulated(disk.start(), seededRandom(1), { limits, makeSnapshot: async () => {} })
}

const grant = ({ store }: FileLedger, ref: string) => store.grant(id, { kind: 'topup', ref, credits: 1 })

async function grantsIn(records: AsyncIterable<LedgerRecord>): Promise<number> {
  let count = 0
  for await (const { type } of records) if (type === 'grant') count += 1
  return count
}

/** The disk, whose first reads of files with this ending fail. */
function failing(ending: string, times: number, code: string): Fs {
  const { fs } = disk.start()
  let left = times
  return {
    ...fs,
    async read(path, offset, length) {
      if (!path.endsWith(ending) || left === 0) return fs.read(path, offset, length)
      left -= 1
      throw Object.assign(new Error(code), { code })
    },
  }
}

describe('a read of the ledger beside its server', () => {
  it('a read beside the server gives the durable state and all stored records', async () => {
    const ledger = await open()
    const { fs } = disk.start()
    for (let call = 1; call <= 30; call += 1) {
      await grant(ledger, `payment-${call}`)
      const view = await readLedger('/data', fs)
      expect(view.state.accounts.get(id)?.grants.size).toBe(call)
      expect(await grantsIn(view.records())).toBe(call)
      expect(view.tornBytes).toBe(0)
    }
    expect(await verifyLedger('/data', fs)).toMatchObject({ sound: true })
  })

  it('a read gives all records of a segment with more than a thousand', async () => {
    const accounts = Array.from({ length: 1200 }, (_, index) =>
      toEncoded({ type: 'account', at: 1, accountId: `acc_${index}`, name: `${index}` }),
    )
    const encode = createBatchEncoder()
    const parts = [encodeHeader({ epoch: 1, after: journalStart })]
    let after = journalStart
    while (accounts.length > 0) {
      const { bytes, position } = encode(accounts.splice(0, 400), after)
      parts.push(Buffer.from(bytes))
      after = position
    }
    disk = createDisk(seededRandom(1))
    disk.put(`${folder}/journal-1-1.rlj`, Buffer.concat(parts))
    const { records } = await readLedger('/data', disk.start().fs)
    let count = 0
    for await (const _ of records()) count += 1
    expect(count).toBe(1200)
  })

  it('a read is repeated when a file is deleted meanwhile, and fails with an error of the disk', async () => {
    const { state } = await readLedger('/data', failing('.rlj', 1, 'ENOENT'))
    expect(state.accounts.size).toBe(1)
    expect(await verifyLedger('/data', failing('.rlj', 1, 'ENOENT'))).toMatchObject({ sound: true })
    await expect(readLedger('/data', failing('.rlj', 5, 'ENOENT'))).rejects.toThrow('ENOENT')
    await expect(verifyLedger('/data', failing('.rlj', 3, 'ENOENT'))).rejects.toThrow('ENOENT')
    await expect(readLedger('/data', failing('.rlj', 1, 'EIO'))).rejects.toThrow('EIO')
    disk.put(`${folder}/snapshot-1.json`, Buffer.from('{}'))
    for (const ending of ['.rlj', '.json'])
      await expect(verifyLedger('/data', failing(ending, 1, 'EIO'))).rejects.toThrow('EIO')
  })

  it('the records of a segment that is deleted after the state was read are left out', async () => {
    const ledger = await open()
    await grant(ledger, 'payment')
    const { fs } = disk.start()
    let isDeleted = false
    const read: Fs['read'] = (path, ...part) => {
      if (isDeleted) disk.put(`${folder}/journal-1-1.rlj`, null)
      return fs.read(path, ...part)
    }
    const { records } = await readLedger('/data', { ...fs, read })
    isDeleted = true
    const found: string[] = []
    for await (const { type } of records()) found.push(type)
    expect(found).toContain('grant')
    expect(found).not.toContain('account')
  })

  it('a ledger in which nothing was written yet has no records, and verifyLedger refuses it', async () => {
    disk = createDisk(seededRandom(1))
    disk.put(`${folder}/EPOCH`, Buffer.from('1\n'))
    const { state, records } = await readLedger('/data', disk.start().fs)
    expect(state.accounts.size).toBe(0)
    expect(await grantsIn(records())).toBe(0)
    await expect(verifyLedger('/data', disk.start().fs)).rejects.toMatchObject({ code: 'ledger_not_found' })
  })

  it('a read of a missing ledger is refused', async () => {
    const { fs } = disk.start()
    const none = { ...fs, list: () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOENT' })) }
    await expect(readLedger('/data', none)).rejects.toMatchObject({ code: 'ledger_not_found' })
    await expect(verifyLedger('/data', none)).rejects.toMatchObject({ code: 'ledger_not_found' })
  })
})
