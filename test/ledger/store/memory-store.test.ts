import { amount } from '../../support/amount.ts'
import { describeCreditStore } from './credit-store.cases.ts'
import { createReplayedStores } from './model-memory.ts'

const stores = createReplayedStores()
describeCreditStore('memory', { ...stores, durable: true, rounds: amount(10, 1000) })
