import type { Mutant } from './mutants.ts'

const ledger = (name: string): string => `packages/ledger/src/${name}.ts`
const time = ['test/ledger/rules/ledger-time.test.ts']
const memory = ['test/ledger/store/memory-store.test.ts']

/** Mutants of the clock and of ledger time. */
export const clockMutants: readonly Mutant[] = [
  {
    id: 'M30',
    what: 'ledger time follows every jump of the clock',
    edits: [{ file: ledger('rules/ledger-time'), find: 'Math.min(wall, time + elapsed + most)', replace: 'wall' }],
    tests: memory,
    testName: 'a clock that jumps',
  },
  {
    id: 'M31',
    what: 'ledger time saves up more than ten minutes',
    edits: [
      {
        file: ledger('rules/ledger-time'),
        find: 'saved = Math.min(burstMs, most - Math.max(0, next - time - elapsed))',
        replace: 'saved = saved + refill - Math.max(0, next - time - elapsed)',
      },
    ],
    tests: time,
  },
  {
    id: 'M32',
    what: 'a ledger is turned back only until its next start',
    edits: [
      {
        file: ledger('rules/apply-record'),
        find: 'if (record.turnsBack === true) turnBack(state, record.at)',
        replace: '',
      },
    ],
    tests: memory,
    testName: 'a clock that was ahead before',
  },
  {
    id: 'M33',
    what: 'free credits of a later month count at once',
    edits: [
      {
        file: ledger('rules/spending'),
        find: "  if (entry.grant.kind === 'free' && entry.grant.expiresAt! > freeUntil) return\n",
        replace: '',
      },
    ],
    tests: memory,
    testName: 'a clock that was ahead before',
  },
  {
    id: 'M34',
    what: 'a snapshot drops statements of this month after the clock was ahead',
    edits: [
      {
        file: ledger('file/make-snapshot'),
        find: 'Math.min(statements, await startOfMonthsUsed())',
        replace: 'statements',
      },
    ],
    tests: ['test/ledger/file/snapshot.test.ts'],
    testName: 'while the clock was ahead',
  },
]
