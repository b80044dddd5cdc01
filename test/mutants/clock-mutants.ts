import type { Mutant } from './mutants.ts'

const credits = (name: string): string => `packages/server/src/credits/${name}.ts`
const time = ['test/server/credits/ledger-time.test.ts']
const memory = ['test/server/credits/memory-store.test.ts']

/** The clock and what the ledger makes of it. */
export const clockMutants: readonly Mutant[] = [
  {
    id: 'M30',
    what: 'ledger time follows every jump of the clock',
    edits: [{ file: credits('ledger-time'), find: 'Math.min(wall, time + elapsed + most)', replace: 'wall' }],
    tests: memory,
    testName: 'a clock that jumps',
  },
  {
    id: 'M31',
    what: 'ledger time saves up more than ten minutes',
    edits: [
      {
        file: credits('ledger-time'),
        find: 'saved = Math.min(burstMs, most - Math.max(0, next - time - elapsed))',
        replace: 'saved = saved + refill - Math.max(0, next - time - elapsed)',
      },
    ],
    tests: time,
  },
  {
    id: 'M32',
    what: 'a ledger is turned back until its next start only',
    edits: [
      { file: credits('apply-record'), find: 'if (record.back === true) turnBack(state, record.at)', replace: '' },
    ],
    tests: memory,
    testName: 'a clock that was ahead before',
  },
  {
    id: 'M33',
    what: 'free credits of a later month count at once',
    edits: [
      {
        file: credits('spending'),
        find: "  if (entry.grant.kind === 'free' && (entry.grant.exp ?? 0) > freeUntil) return\n",
        replace: '',
      },
    ],
    tests: memory,
    testName: 'a clock that was ahead before',
  },
  {
    id: 'M34',
    what: 'statements of a clock that was ahead let those of this month go',
    edits: [
      {
        file: credits('file/retention'),
        find: 'Math.min(statements, await startOfMonthsUsed(fs, folder, segments, now))',
        replace: 'statements',
      },
    ],
    tests: ['test/server/credits/snapshot.test.ts'],
    testName: 'while the clock was ahead',
  },
]
