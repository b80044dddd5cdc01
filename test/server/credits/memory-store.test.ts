import { randomBytes } from 'node:crypto'
import { createMemoryStore } from '@riftline/server'
import { describeCreditStore } from './credit-store.cases.ts'

describeCreditStore('memory', {
  durable: false,
  open: async (clock) => createMemoryStore({ clock, randomBytes, freeCredits: 20 }),
})
