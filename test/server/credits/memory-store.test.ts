import { describeCreditStore } from './credit-store.cases.ts'
import { createReplayedStores } from './model-memory.ts'

const stores = createReplayedStores()
describeCreditStore('memory', { ...stores, durable: true, rounds: 1000 })
