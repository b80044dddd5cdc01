import { it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { createReplayedStores } from './model-memory.ts'
import { compareWithModel } from './model-run.ts'

// MODEL_SEQUENCES sets another number of sequences; 100,000 take minutes.
const sequences = Number(process.env.MODEL_SEQUENCES ?? amount(20, 20_000))

it(`the memory store behaves like the model in ${sequences} sequences of up to 100 steps`, {
  timeout: 600_000,
}, async () => {
  const stores = createReplayedStores()
  await compareWithModel({ ...stores, durable: true }, sequences)
})
