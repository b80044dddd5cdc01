import type { Mutant } from './mutants.ts'

const charges = 'packages/ledger/src/store/charges.ts'

const applyRecord = 'packages/ledger/src/rules/apply-record.ts'
const freeMonth = 'packages/ledger/src/rules/ledger-time.ts'
const charging = 'packages/ledger/src/postgres/schema/charging.ts'
const memory = ['test/ledger/store/memory-store.test.ts']
const model = { tests: ['test/ledger/store/model.test.ts'], env: { MODEL_SEQUENCES: '500' } } as const
const processes = ['test/ledger/postgres/postgres-processes.test.ts']

/** Mutants of the rules of credits, in memory and in SQL. */
export const rulesMutants: readonly Mutant[] = [
  {
    id: 'M11',
    what: 'a void is forgotten',
    edits: [{ file: charges, find: '    setAside(hold, -1)\n', replace: '' }],
    tests: memory,
  },
  {
    id: 'M12',
    what: 'a call is refunded twice',
    edits: [{ file: applyRecord, find: '    state.open.delete(requestId)\n', replace: '' }],
    tests: memory,
  },
  {
    id: 'M16',
    what: 'a refund keeps the stored answer',
    edits: [
      {
        file: applyRecord,
        find: '    if (capture.answerScope !== null) dropAnswer(account.answers, capture.answerScope, requestId)\n',
        replace: '',
      },
    ],
    tests: memory,
  },
  {
    id: 'M17',
    what: 'lines are chosen at the capture instead of at the hold',
    edits: [
      {
        file: charges,
        find: 'const record = toCapture(hold, now(), answer)\n',
        replace:
          'touch(account(hold.accountId), now())\n' +
          '      const lines = chooseLines(account(hold.accountId), hold.credits, now()) ?? hold.lines\n' +
          '      const record = toCapture({ ...hold, lines }, now(), answer)\n',
      },
    ],
    tests: memory,
  },
  {
    id: 'M18',
    what: 'the free month is keyed by local time',
    edits: [
      {
        file: freeMonth,
        find: '[date.getUTCFullYear(), date.getUTCMonth()]',
        replace: '[date.getFullYear(), date.getMonth()]',
      },
      {
        file: freeMonth,
        find: '{ from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }',
        replace: '{ from: new Date(year, month, 1).getTime(), to: new Date(year, month + 1, 1).getTime() }',
      },
    ],
    tests: memory,
  },
  {
    id: 'M18b',
    what: 'every free month ends on day 31',
    edits: [{ file: freeMonth, find: 'Date.UTC(year, month + 1, 1)', replace: 'Date.UTC(year, month, 31)' }],
    tests: memory,
  },
  {
    id: 'M19',
    what: 'a hold ignores the sum already held',
    edits: [
      {
        file: 'packages/ledger/src/rules/spending.ts',
        find: 'Math.min(missing, remaining - held)',
        replace: 'Math.min(missing, remaining + 0 * held)',
      },
    ],
    tests: memory,
  },
  {
    id: 'M21',
    what: 'a hold in PostgreSQL reads the account without locking it',
    edits: [
      {
        file: charging,
        find: 'FROM account a WHERE a.id = p_account FOR NO KEY UPDATE;',
        replace: 'FROM account a WHERE a.id = p_account;',
      },
    ],
    tests: processes,
    testName: 'of 200 parallel calls',
  },
  {
    id: 'M22',
    what: 'a capture does not check the node',
    edits: [
      {
        file: charging,
        find: ' AND node_id = p_node\n    RETURNING request_id, account_id, operation',
        replace: '\n    RETURNING request_id, account_id, operation',
      },
    ],
    tests: processes,
    testName: 'a hold of a lapsed lease is not captured',
  },
  {
    id: 'M23',
    what: 'an answer is repeated before it is delivered',
    edits: [{ file: charges, find: ' || state.open.has(known.requestId)', replace: '' }],
    ...model,
  },
  {
    id: 'M23b',
    what: 'PostgreSQL repeats an answer before it is delivered',
    edits: [
      {
        file: 'packages/ledger/src/postgres/schema/answers.ts',
        find: " OR v_state <> 'delivered'",
        replace: '',
      },
    ],
    tests: processes,
    testName: 'of 50 claims',
  },
  {
    id: 'M23c',
    what: 'an answer is repeated before the mark of its delivery is durable',
    edits: [
      {
        file: charges,
        find: '      await journal.flush()\n',
        replace: '',
      },
    ],
    tests: ['test/ledger/simulated-disk/torture-a.test.ts'],
    env: { LEDGER_SEEDS: '2000' },
  },
  {
    id: 'M24',
    what: 'partly read answers are refunded without a limit',
    edits: [
      {
        file: 'packages/server/src/charging/charge-call.ts',
        find: '      if (partial.length >= partialRefundsPerHour) return false\n',
        replace: '',
      },
    ],
    ...model,
  },
  {
    id: 'M25',
    what: 'answers of which nothing was read count towards the limit',
    edits: [
      {
        file: 'packages/server/src/charging/charge-call.ts',
        find: "if (fate === 'cut-off' && !allowance",
        replace: 'if (!allowance',
      },
    ],
    tests: ['test/server/charging/settle-charge.test.ts'],
  },
]
