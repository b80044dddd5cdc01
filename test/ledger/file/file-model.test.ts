import { seededRandom } from '@riftline/core'
import type { CreditStore } from '@riftline/ledger'
import { it } from 'vitest'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { createLedgerState } from '#ledger/rules/ledger-state.ts'
import { amount } from '../../support/amount.ts'
import type { ManualClock } from '../../support/clock.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'
import { chargedIn } from '../store/model-memory.ts'
import { compareWithModel } from '../store/model-run.ts'

// Segments are so small that a sequence fills several and makes snapshots. The disk is in memory, which is faster.
const limits = { segmentBytes: 4000, snapshotRecords: 40 }

const sequences = Number(process.env.MODEL_SEQUENCES ?? amount(12, 8000))

it(`the file store behaves like the model in ${sequences} sequences of up to 100 steps`, {
  timeout: 600_000,
}, async () => {
  let disk = createDisk(seededRandom(1))
  let state = createLedgerState()
  let count = 0
  const reopen = async (clock: ManualClock, acceptClock = false): Promise<CreditStore> => {
    count += 1
    const ledger = await openSimulated(disk.start(), seededRandom(count), { clock, limits, acceptClock })
    state = ledger.state
    return ledger.store
  }
  await compareWithModel(
    {
      durable: true,
      reopen,
      charged: async (_store, accountId) => chargedIn(state, accountId),
      open(clock) {
        disk = createDisk(seededRandom(count))
        return reopen(clock)
      },
      async violations(store) {
        await store.close()
        return (await verifyLedger('/data', disk.start().fs)).violations
      },
    },
    sequences,
  )
})
