import { hasCode } from '@riftline/base'
import type { AccountDeps } from '../account-deps.ts'
import { deletedMessage } from '../mail/messages.ts'
import { paymentUnderWay, providerUnreachable } from '../payments/payment-provider.ts'
import type { Person } from '../people/person.ts'
import { withoutSessions } from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import { rememberAddress } from './evenly.ts'

export type DeletionDeps = Pick<AccountDeps, 'people' | 'ledger' | 'payments' | 'mailer' | 'clock'> & {
  readonly config: { readonly supportEmail: string | null }
}

/**
 * Deletes a person once the provider has ended the plan. The next server start resumes an interrupted deletion.
 * @throws RiftlineError `payment_provider_unreachable`, `payment_under_way`
 */
export async function deletePerson(deps: DeletionDeps, person: Person): Promise<void> {
  await refuseUnendedPlan(deps, person)
  await deps.payments.endPlan(person.accountId)
  await forgetOwnLinks(deps, person)
  const marked = await deps.people.changePerson(person.id, (latest) => ({
    ...withoutSessions(latest),
    // The links stay until `finishDeletion`, which needs them to find the mails that contain them.
    status: 'deleting',
  }))
  if (marked !== null) await finishDeletion(deps, marked)
}

/** Refuses when a Stripe plan may still run but Stripe is not configured: nobody could stop its charges. */
async function refuseUnendedPlan({ people, payments }: DeletionDeps, { accountId }: Person): Promise<void> {
  if (payments.kind === 'stripe') return
  const all = await people.payments(accountId)
  if (all.some(({ provider, subscription }) => provider === 'stripe' && subscription !== null)) {
    throw providerUnreachable(
      'this account had a plan at Stripe; RIFTLINE_PAYMENTS=stripe and its key are needed to end it',
    )
  }
}

/** Does the remaining steps of a deletion. Each step may be repeated. */
export async function finishDeletion(deps: DeletionDeps, person: Person): Promise<void> {
  const { people, ledger, payments, mailer, config } = deps
  const { accountId, email, emailKey } = person
  // A plan may have been opened while the sessions ended. Money still under way arrives without an owner and is reported when it does.
  await payments.endPlan(accountId).catch((error: unknown) => {
    if (!hasCode(error, paymentUnderWay)) throw error
  })
  for (const { id, revokedAt } of await ledger.keys(accountId)) {
    if (revokedAt === null || revokedAt > ledger.now()) await ledger.revokeKey(id)
  }
  await rememberAddress(deps, person)
  await people.removePendingOf(emailKey)
  await forgetOwnLinks(deps, person)
  await mailer.forget(email)
  await mailer.send(email, deletedMessage(config.supportEmail))
  await people.removePerson(person.id)
}

/** Drops waiting mails whose links the person asked for, such as one to a new address that was never confirmed. */
async function forgetOwnLinks({ mailer }: DeletionDeps, { links }: Person): Promise<void> {
  const hashes = new Set(links.map(({ hash }) => hash))
  if (hashes.size > 0) await mailer.forgetLinks((token) => hashes.has(tokenHash(token)))
}
