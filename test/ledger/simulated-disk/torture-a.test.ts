import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { torture } from './torture.ts'
import { expectSound } from './torture-range.ts'

// LEDGER_SEED=n replays one seed, LEDGER_SEEDS=n runs another number of them.
const { LEDGER_SEED, LEDGER_SEEDS } = process.env

it.runIf(LEDGER_SEED !== undefined)(
  `the ledger of seed ${LEDGER_SEED} agrees with the outcomes that callers were told`,
  async () => {
    await torture(Number(LEDGER_SEED), { crashes: 0, snapshots: 0, deletions: 0 })
  },
)

describe.skipIf(LEDGER_SEED !== undefined)('a ledger on a disk that crashes at any call', () => {
  it('no acknowledged charge is lost or doubled, and no failed call is charged, first part', async () => {
    const counts = await expectSound(0, Number(LEDGER_SEEDS ?? amount(75, 63_000)))
    if (runsAll && LEDGER_SEEDS === undefined) expect(Math.min(counts.crashes, counts.snapshots)).toBeGreaterThan(1000)
  }, 600_000)
})
