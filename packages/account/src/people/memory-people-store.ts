import { requireOptions } from '@riftline/base'
import { type RandomBytes, systemRandomBytes } from '@riftline/base/node'
import type { MailQueue } from '../mail/mail.ts'
import { createMemoryMailQueue } from '../mail/memory-mail-queue.ts'
import { createLivePeople } from './live-people.ts'
import type { PeopleStore } from './people-store.ts'
import { forgetful } from './shelf.ts'

/** What a store that forgets takes from outside. */
export interface MemoryPeopleOptions {
  readonly randomBytes?: RandomBytes
  /** Default: a queue in memory. */
  readonly mails?: MailQueue
}

/** People in memory, for tests: with the rules of the others, and gone with the process. */
export function createMemoryPeopleStore(options: MemoryPeopleOptions = {}): PeopleStore {
  requireOptions(options, ['randomBytes', 'mails'])
  const { randomBytes = systemRandomBytes, mails = createMemoryMailQueue() } = options
  const empty = { people: [], pending: [], payments: [], forgotten: new Map(), secret: null }
  const keeper = { people: forgetful, pending: forgetful, payments: forgetful }
  return createLivePeople(empty, { ...keeper, forgotten: async () => {}, secret: async () => {} }, mails, randomBytes)
}
