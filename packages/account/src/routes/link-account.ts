import { RiftlineError } from '@riftline/base'
import type { Account, AccountAdministration } from '@riftline/ledger'

type Accounts = Pick<AccountAdministration, 'createAccount' | 'findAccount'>

/** The account that a link makes, under a name of its own: who was cut off behind it finds it again. */
export async function findOrCreateAccount(ledger: Accounts, linkHash: string): Promise<Account> {
  try {
    return await ledger.createAccount(nameOf(linkHash))
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'account_exists') return ledger.findAccount(nameOf(linkHash))
    throw error
  }
}

/** The account that a link has made; null: none. */
export async function linkAccount(ledger: Accounts, linkHash: string): Promise<Account | null> {
  try {
    return await ledger.findAccount(nameOf(linkHash))
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'account_not_found') return null
    throw error
  }
}

function nameOf(linkHash: string): string {
  return `web-${linkHash.slice(0, 12)}`
}
