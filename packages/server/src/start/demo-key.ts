import { RiftlineError } from '@riftline/base'
import type { RandomBytes } from '@riftline/base/node'
import type { Account, CreditStore } from '@riftline/ledger'
import { createApiKey, type NewApiKey } from '../auth/api-key.ts'

/** The account that a first start makes. */
export const demoName = 'demo'
/** Credits of the demo account of a first start. */
export const demoCredits = 1000

/**
 * The key of the demo account that a first start makes, and a later one when the first was cut off before; null when the
 * account has or had a key, or the ledger begins with another account. Nothing else has the text of the key.
 */
export async function createDemoKey(credits: CreditStore, randomBytes: RandomBytes): Promise<NewApiKey | null> {
  const account = await demoAccount(credits)
  if (account === null || (await credits.keys(account.id)).length > 0) return null
  await credits.grant(account.id, { kind: 'topup', ref: 'demo', credits: demoCredits })
  const { id, ...key } = createApiKey(randomBytes, keyIdOf(account))
  const added = await credits
    .addKey({ id, accountId: account.id, name: demoName, sha256: key.sha256 })
    .catch(orNull('validation_error'))
  return added && { id, ...key }
}

async function demoAccount(credits: CreditStore): Promise<Account | null> {
  const [first = null] = await credits.accounts()
  if (first !== null) return first.name === demoName && first.status === 'active' ? first : null
  // Another server may be starting on the same database.
  return (await credits.createAccount(demoName).catch(orNull('account_exists'))) ?? credits.findAccount(demoName)
}

/** Id of the key: ids are unique, so only one of two servers that start at once makes it. */
function keyIdOf({ id }: Account): string | undefined {
  return /^acc_([0-9A-Za-z]{8})/.exec(id)?.[1]
}

function orNull(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof RiftlineError && error.code === code) return null
    throw error
  }
}
