import { RiftlineError } from '@riftline/base'
import type { CreditStore } from '@riftline/ledger'
import type { PeopleStore } from '../people/people-store.ts'

/** Tells whether somebody can use the credits of an account: it has a person who stays, and no ban. */
export function usableAccounts(
  people: Pick<PeopleStore, 'findPerson'>,
  ledger: Pick<CreditStore, 'banOf'>,
): (accountId: string) => Promise<boolean> {
  return async (accountId) => {
    const person = await people.findPerson({ accountId })
    if (person === null || person.status === 'deleting') return false
    try {
      return (await ledger.banOf(accountId)) === null
    } catch (error) {
      if (error instanceof RiftlineError && error.code === 'account_not_found') return false
      throw error
    }
  }
}
