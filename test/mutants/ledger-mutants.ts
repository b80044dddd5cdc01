import type { Mutant } from './mutants.ts'

const file = (name: string): string => `packages/ledger/src/file/${name}.ts`
const torture = { tests: ['test/ledger/simulated-disk/torture-a.test.ts'], env: { LEDGER_SEEDS: '2000' } } as const
const months = {
  tests: ['test/ledger/simulated-disk/torture-b.test.ts'],
  testName: 'over months',
  env: { LEDGER_SEEDS: '1000' },
} as const
const takeover = { tests: ['test/ledger/simulated-disk/takeover.test.ts'], env: { LEDGER_SEEDS: '600' } } as const
const damage = 'test/ledger/file/journal-damage.test.ts'
const errors = 'test/ledger/file/file-errors.test.ts'

/** Mutants of the file store: journal, recovery, snapshots. */
export const ledgerMutants: readonly Mutant[] = [
  {
    id: 'M1',
    what: 'batches are written but not synced',
    edits: [{ file: file('segment-writer'), find: "'create-synced'", replace: "'create'" }],
    ...torture,
  },
  {
    id: 'M2',
    what: 'a batch is acknowledged before it is written',
    edits: [
      {
        file: file('group-commit'),
        find: 'const count = await write(entries)',
        replace:
          'for (const { waiters } of entries) for (const tell of waiters) tell()\n        const count = await write(entries)',
      },
    ],
    ...torture,
  },
  {
    id: 'M3',
    what: 'the folder is not synced after a segment is created',
    edits: [{ file: file('segment-writer'), find: 'await fs.syncFolder(folder)', replace: '' }],
    ...torture,
  },
  {
    id: 'M3b',
    what: 'the folder is not synced after a rename',
    edits: [{ file: 'packages/base/src/node/fs.ts', find: 'await fs.syncFolder(folder)', replace: '' }],
    ...months,
  },
  {
    id: 'M4',
    what: 'the CRC of records is not checked',
    edits: [
      {
        file: file('batches'),
        find: 'if (bytes.readUInt32LE(offset + 4) !== crc)',
        replace: 'if (offset < 0)',
      },
    ],
    tests: [damage],
    testName: 'flipped',
  },
  {
    id: 'M5',
    what: 'the chain hash is not checked',
    edits: [
      { file: file('batches'), find: "if (h !== expected.toString('hex'))", replace: 'if (expected.length < 1)' },
    ],
    tests: [damage],
    testName: 'batches are',
  },
  {
    id: 'M6',
    what: 'a journal is cut at the last whole record instead of the last whole batch',
    edits: [
      {
        file: file('batches'),
        find: '  for (let offset = start; ; ) {',
        replace: `  const take0 = take
  for (let offset = start; ; ) {
    if (typeof endOfFrame(bytes, offset) === 'string' && batch.length > 0) {
      for (const { record, offset } of batch) take0(record, offset)
      position = { ...position, q: position.q + batch.length }
      return { end: offset, position, fault: null }
    }`,
      },
    ],
    ...torture,
  },
  {
    id: 'M7',
    what: 'a journal is cut instead of refused when a later batch is whole',
    edits: [{ file: file('read-segment'), find: 'if (later !== null)\n', replace: 'if (offset < 0)\n' }],
    tests: [damage],
    testName: 'flipped',
  },
  {
    id: 'M8',
    what: 'a batch is written by a single call without the loop for short writes',
    edits: [
      {
        file: 'packages/base/src/node/fs.ts',
        find: 'written += count',
        replace: 'written = bytes.length',
      },
    ],
    tests: [errors],
    testName: 'short',
  },
  {
    id: 'M9',
    what: 'a failed write of a batch is repeated',
    edits: [
      {
        file: file('segment-writer'),
        find: 'await writeFully(file, batch, end)',
        replace: 'await writeFully(file, batch, end).catch(() => writeFully(file, batch, end))',
      },
    ],
    tests: [errors],
    testName: 'EIO',
  },
  {
    id: 'M20',
    what: 'segments are deleted before the folder with the new snapshot is synced',
    edits: [
      {
        file: file('make-snapshot'),
        find: '  const size = await',
        replace: '  await deleteOld(fs, folder, segments, keepFrom, [upTo, before.position.q])\n  const size = await',
      },
    ],
    ...months,
  },
  {
    id: 'M37',
    what: 'the lock is not checked before a batch is acknowledged',
    edits: [{ file: file('file-journal'), find: 'await lock.look()', replace: '' }],
    ...takeover,
  },
  {
    id: 'M38',
    what: 'a last segment that may still be written to is cut in place instead of replaced by a copy',
    edits: [
      {
        file: file('read-journal'),
        find: 'await replaceFile(fs, folder, segment.name, await fs.read(path, 0, end), writer)',
        replace: `{
    const file = await fs.open(path, 'update')
    await file.truncate(end)
    await file.sync()
    await file.close()
  }`,
      },
    ],
    ...takeover,
  },
  {
    id: 'M39',
    what: 'a release removes the lock of another process',
    edits: [
      {
        file: file('lock-file'),
        find: 'await look()\n        await unlinkIfThere(fs, path)',
        replace: 'await unlinkIfThere(fs, path)',
      },
    ],
    tests: ['test/ledger/file/lock.test.ts'],
    testName: 'is lost',
  },
  {
    id: 'M40',
    what: 'taking the lock leaves the prepared files of other processes',
    edits: [{ file: file('file-store'), find: 'await clearUnfinished(fs, folder)', replace: '' }],
    ...takeover,
  },
  {
    id: 'M41',
    what: 'files are moved into place without a check of the lock',
    edits: [
      {
        file: file('lock-file'),
        find: 'await look()\n      await fs.rename(from, to)',
        replace: 'await fs.rename(from, to)',
      },
    ],
    ...takeover,
  },
  {
    id: 'M42',
    what: 'a lock is taken without waiting for its beat',
    edits: [{ file: file('lock'), find: 'slice < patience.slices; slice++', replace: 'slice < 0; slice++' }],
    tests: ['test/ledger/file/lock.test.ts'],
    testName: 'beat comes',
  },
]
