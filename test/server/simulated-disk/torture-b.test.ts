import { test } from 'vitest'
import { expectSound } from './torture-range.ts'

test.skipIf(process.env.LEDGER_SEED !== undefined)(
  'no acknowledged charge is lost or doubled and no failed call is charged on a disk that crashes anywhere, second half',
  async () => {
    await expectSound(1_000_000, Number(process.env.LEDGER_SEEDS ?? 50_000))
  },
  600_000,
)
