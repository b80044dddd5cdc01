import type { AccountAdministration } from '@riftline/ledger'

/** Ids of the accounts that are banned now. */
export async function bannedAccounts(ledger: Pick<AccountAdministration, 'accounts'>): Promise<ReadonlySet<string>> {
  return new Set((await ledger.accounts()).filter(({ status }) => status === 'banned').map(({ id }) => id))
}
