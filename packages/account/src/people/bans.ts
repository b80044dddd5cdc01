import type { AccountAdministration, Ban } from '@riftline/ledger'

const byRule =
  'A second account called from the same network within 30 days. One account may use a network: this is how free credits stay free.'

/** Why an account is banned, in words for its person. */
export function banReason({ reason, by }: Ban): string {
  return reason ?? (by === 'ip-rule' ? byRule : 'The operator of this service has banned it.')
}

/** Ids of the accounts that are banned now. */
export async function bannedAccounts(ledger: Pick<AccountAdministration, 'accounts'>): Promise<ReadonlySet<string>> {
  return new Set((await ledger.accounts()).filter(({ status }) => status === 'banned').map(({ id }) => id))
}
