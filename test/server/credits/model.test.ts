import { expect, test } from 'vitest'
import { createReplayedStores } from './model-memory.ts'
import { compareWithModel } from './model-run.ts'

test('the store does what the model says in 10,000 sequences of up to 100 steps', async () => {
  const stores = createReplayedStores()
  await compareWithModel({ ...stores, durable: true }, Number(process.env.RIFTLINE_TEST_SEQUENCES ?? 10_000))
  expect.hasAssertions()
})
