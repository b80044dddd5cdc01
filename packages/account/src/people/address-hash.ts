import { createHmac } from 'node:crypto'
import type { PeopleStore } from './people-store.ts'

/** What is kept of a deleted person's address: nobody without the secret finds the address from it. */
export async function addressHash({ secret }: Pick<PeopleStore, 'secret'>, emailKey: string): Promise<string> {
  return createHmac('sha256', await secret())
    .update(emailKey)
    .digest('hex')
}
