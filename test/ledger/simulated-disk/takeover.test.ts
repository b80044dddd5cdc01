import { expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { failedSeeds } from '../../support/seeds.ts'
import { takeover } from './takeover.ts'
import { expectSeeds, seedOffset } from './torture-range.ts'

// TAKEOVER_SEED=n replays one seed, LEDGER_SEEDS=n runs another number of them.
const { TAKEOVER_SEED, LEDGER_SEEDS } = process.env

it('servers that cannot see each other, stopped and woken at any call, lose no acknowledged record, and the ledger opens', async () => {
  const counts = { refused: 0, replaced: 0, taken: 0 }
  const [from, count] =
    TAKEOVER_SEED === undefined ? [seedOffset, Number(LEDGER_SEEDS ?? amount(10, 2500))] : [Number(TAKEOVER_SEED), 1]
  await expectSeeds(
    from,
    count,
    failedSeeds.takeover,
    (seed) => `TAKEOVER_SEED=${seed} npm test -- simulated-disk/takeover`,
    (seed) => takeover(seed, counts),
  )
  if (count >= 1000) for (const seen of Object.values(counts)) expect(seen).toBeGreaterThan(count / 10)
}, 600_000)
