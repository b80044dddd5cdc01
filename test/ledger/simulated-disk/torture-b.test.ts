import { describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { firstOldSeed } from './torture.ts'
import { expectSound } from './torture-range.ts'

const { LEDGER_SEED, LEDGER_SEEDS } = process.env

describe.skipIf(LEDGER_SEED !== undefined)('a ledger on a disk that crashes at any call', () => {
  it('no acknowledged charge is lost or doubled, and no failed call is charged, second part', async () => {
    await expectSound(1_000_000, Number(LEDGER_SEEDS ?? amount(25, 35_000)))
  }, 600_000)

  it('no acknowledged charge is lost when a crash interrupts snapshots and deletions of old segments, over months', async () => {
    const counts = await expectSound(firstOldSeed, Number(LEDGER_SEEDS ?? amount(35, 4000)))
    if (runsAll && LEDGER_SEEDS === undefined) expect(counts.deletions).toBeGreaterThan(300)
  }, 600_000)
})
