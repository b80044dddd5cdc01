import { seededRandom } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import type { Fs } from '#base/node/fs.ts'
import { type LedgerImport, parseExport } from '#ledger/document/ledger-import.ts'
import { importIntoFiles } from '#ledger/file/file-store.ts'
import { makeSnapshot } from '#ledger/file/make-snapshot.ts'
import { readLedger, verifyLedger } from '#ledger/file/read-ledger.ts'
import { amount } from '../../support/amount.ts'
import { createManualClock } from '../../support/clock.ts'
import { createDisk, type SimulatedDisk, type Trouble } from '../simulated-disk/disk.ts'
import { openSimulated, simulated } from '../simulated-disk/open-simulated.ts'
import { linesOf } from '../store/exported.ts'

const limits = { segmentBytes: 3000, snapshotRecords: 1000 }

/** Exports a ledger of a hundred charges. */
async function anExport(): Promise<string[]> {
  const { store } = await openSimulated(createDisk(seededRandom(1)).start(), seededRandom(1))
  for (const name of ['one', 'two']) {
    const { id } = await store.createAccount(name)
    await store.grant(id, { kind: 'topup', ref: 'payment', credits: 1000 })
    for (let charge = 0; charge < 50; charge += 1) {
      const requestId = `req_${name}_${charge}`
      const result = await store.hold({
        requestId,
        accountId: id,
        operation: 'predict',
        model: null,
        keyId: null,
        credits: 2,
      })
      if (result.kind === 'held') await store.capture(result.hold)
      store.delivered(requestId)
    }
  }
  return linesOf(store)
}

/** Imports on a faulty disk and returns the outcome; `crashed` when the machine stopped during the import. */
async function importOn(disk: SimulatedDisk, document: LedgerImport, trouble: Trouble = {}): Promise<string> {
  const session = disk.start(trouble)
  const options = simulated(session, seededRandom(2), {
    limits,
    makeSnapshot: (task) => makeSnapshot(withSlowSnapshots(session.fs), task),
  })
  const imported = importIntoFiles(options, document).then(
    () => 'imported',
    (error: { readonly code?: string }) => error.code ?? String(error),
  )
  const outcome = await Promise.race([imported, session.crashed.then(() => 'crashed')])
  session.end()
  return outcome
}

/** Delays the rename of a snapshot, so that it comes long after the import has failed. */
function withSlowSnapshots(fs: Fs): Fs {
  return {
    ...fs,
    async rename(from, to) {
      for (let turn = 0; turn < 1000; turn += 1) await null
      return fs.rename(from, to)
    },
  }
}

/** Exports the ledger on the disk, or returns the code of the error. */
async function found(disk: SimulatedDisk): Promise<string[] | string> {
  try {
    return await linesOf((await openSimulated(disk.start(), seededRandom(3))).store)
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error)
  }
}

describe('an import into files', () => {
  it('an interrupted import leaves a whole ledger, none, or a folder that every reader refuses, and can be repeated', async () => {
    const lines = await anExport()
    const document = await parseExport(lines)
    const outcomes = new Map<string, number>()
    for (let round = 2; ; round += amount(3, 1)) {
      const [crashAt, losesPower] = [round >> 1, round % 2 === 0]
      const disk = createDisk(seededRandom(round))
      if ((await importOn(disk, document, { crashAt })) !== 'crashed') break
      if (losesPower) disk.cutPower()
      const left = await found(disk)
      const kind = typeof left === 'string' ? left : left.length > 2 ? 'all' : 'nothing'
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1)
      if (kind === 'all') {
        expect(left).toEqual(lines)
        continue
      }
      if (kind === 'import_unfinished') {
        await expect(readLedger('/data', disk.start().fs)).rejects.toMatchObject({ code: kind })
        await expect(verifyLedger('/data', disk.start().fs)).rejects.toMatchObject({ code: kind })
      }
      // Runs a second import that is also interrupted, and a third.
      await importOn(disk, document, { crashAt: 1 + ((crashAt * 7) % 40) })
      if (losesPower) disk.cutPower()
      expect(await importOn(disk, document)).toBe('imported')
      expect(await found(disk)).toEqual(lines)
    }
    expect([...outcomes.keys()].sort()).toEqual(['all', 'import_unfinished', 'nothing'])
    expect(outcomes.get('import_unfinished')).toBeGreaterThan(amount(5, 25))
  })

  it('an import that fails on a full disk leaves nothing, and succeeds once there is room', async () => {
    const lines = await anExport()
    const document = await parseExport(lines)
    let failures = 0
    for (let at = 1; at < 60; at += amount(3, 1)) {
      const disk = createDisk(seededRandom(at))
      const outcome = await importOn(disk, document, { fail: { at, as: 'ENOSPC' } })
      if (outcome === 'imported') continue
      failures += 1
      expect((await found(disk)).length).toBe(2)
      expect(await importOn(disk, document)).toBe('imported')
      expect(await found(disk)).toEqual(lines)
    }
    expect(failures).toBeGreaterThan(amount(6, 20))
  })

  it('an import never changes a ledger that has accounts', async () => {
    const document = await parseExport(await anExport())
    const disk = createDisk(seededRandom(1))
    const { store } = await openSimulated(disk.start(), seededRandom(1), { clock: createManualClock() })
    await store.createAccount('mine')
    await store.close()
    const before = await found(disk)
    expect(await importOn(disk, document)).toBe('ledger_not_empty')
    expect(await found(disk)).toEqual(before)
  })
})
