import { describe, expect, test } from 'vitest'
import { createGroupCommit } from '../../../packages/server/src/credits/file/group-commit.ts'
import type { JournalFile } from '../../../packages/server/src/credits/file/journal-file.ts'
import type { LedgerRecord } from '../../../packages/server/src/credits/ledger-record.ts'

/** A disk that notes what it is asked and can be told to fail. */
function fakeFile(): JournalFile & { readonly done: string[]; failAt: 'append' | 'sync' | null } {
  const done: string[] = []
  const file = {
    done,
    failAt: null as 'append' | 'sync' | null,
    async append(bytes: Uint8Array) {
      if (file.failAt === 'append') throw new Error('ENOSPC')
      done.push(`append ${Buffer.from(bytes).toString().split('\n').length - 1}`)
    },
    async sync() {
      if (file.failAt === 'sync') throw new Error('EIO')
      done.push('sync')
    },
    async close() {
      done.push('close')
    },
  }
  return file
}

const record: LedgerRecord = { t: 'delivered', at: 1, r: 'req_a' }

describe('group commit', () => {
  test('writes and syncs once for all records that arrive while the disk is busy', async () => {
    const file = fakeFile()
    const journal = createGroupCommit(file, () => {})
    await Promise.all(Array.from({ length: 100 }, () => journal.append(record)))
    expect(file.done).toEqual(['append 1', 'sync', 'append 99', 'sync'])
  })

  test('writes records that nobody waits for at once and syncs them with the next batch or at the end', async () => {
    const file = fakeFile()
    const journal = createGroupCommit(file, () => {})
    journal.appendLazily(record)
    journal.appendLazily(record)
    await journal.close()
    expect(file.done).toEqual(['append 1', 'append 1', 'sync', 'close'])
    await expect(journal.append(record)).rejects.toThrow('closed')
  })

  test.each(['append', 'sync'] as const)('stops for good at the first error of %s', async (failAt) => {
    const file = fakeFile()
    const failures: unknown[] = []
    const journal = createGroupCommit(file, (error) => failures.push(error))
    file.failAt = failAt
    const waiters = Array.from({ length: 3 }, () => journal.append(record))
    for (const outcome of await Promise.allSettled(waiters)) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: 'the credits journal cannot be written' },
      })
    }
    expect(journal.isSound()).toBe(false)
    expect(failures.length).toBe(1)
    file.failAt = null
    await expect(journal.append(record)).rejects.toThrow('cannot be written')
    journal.appendLazily(record)
    await journal.close()
    expect(file.done.filter((step) => step.startsWith('append')).length).toBe(failAt === 'append' ? 0 : 1)
  })
})
