import { RiftlineError } from '@riftline/base'
import type { Account, AccountAdministration } from '@riftline/ledger'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { hashed } from '../actions/check-password.ts'
import { rememberedUntil } from '../actions/remembered.ts'
import { eventOf, type NewSession, newSession } from '../actions/visitor.ts'
import { signedIn } from '../frame/own-origin.ts'
import { deadLink, type FieldError, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { openAction, openPage, type PageCall, type PageRoute } from '../frame/route.ts'
import { comparedEmail } from '../mail/email.ts'
import { PasswordForm } from '../pages/field.tsx'
import { findByEmail } from '../people/people-store.ts'
import { createPerson, type PendingSignUp } from '../people/person.ts'
import { isLiveSignUp, withEvent, withSession, wrongPassword } from '../people/person-rules.ts'
import { newPersonId, tokenHash } from '../people/tokens.ts'

const title = 'Confirm your e-mail'
/** Time in which a link whose page was lost signs in again. */
const repeatMs = 3_600_000

/** The link of a sign-up: whoever opens it must also know the password that was set with it. */
export function confirmRoute(deps: AccountDeps): PageRoute {
  return {
    path: '/confirm',
    title,
    get: openPage(async ({ query }) => {
      const token = query.get('token') ?? ''
      return shown(title, form(token, await livePending(deps, token), []))
    }),
    post: openAction(['token', 'password'], (call) => confirm(deps, call)),
  }
}

async function confirm(deps: AccountDeps, call: PageCall): Promise<Reply> {
  const token = call.fields.get('token') ?? ''
  const pending = await livePending(deps, token)
  const password = call.fields.get('password') ?? ''
  const verify = (share: string): Promise<boolean> => deps.hasher.verify(password, pending.passwordHash, share)
  if (!(await hashed(deps, call, pending.emailKey, verify))) {
    await deps.people.changePending(pending.hash, wrongPassword)
    const message = 'This is not the password that was chosen with this address.'
    return refusedFor(title, 'password', message, (errors) => form(token, pending, errors))
  }
  // Other attempts that came at the same time may have been wrong too often meanwhile.
  await livePending(deps, token)
  const created = newSession(deps, call)
  await makePerson(deps, call, pending, created)
  await deps.people.removePendingOf(pending.emailKey)
  return signedIn(deps, created, '/keys?done=welcome')
}

/** Account first, then person, then the sign-up goes: cut off anywhere, a repeat finds what is there. @throws PageError 410 */
async function makePerson(
  deps: AccountDeps,
  call: PageCall,
  pending: PendingSignUp,
  created: NewSession,
): Promise<void> {
  const { people, clock, randomBytes } = deps
  const now = clock.now()
  const { email, passwordHash, hash } = pending
  const emailKey = comparedEmail(email)
  const holder = await findByEmail(people, email)
  // The address may have been somebody's, and given up, since the link was sent.
  if (holder === null && (await rememberedUntil(deps, email)) !== null) throw deadLink()
  const account = holder === null ? await findOrCreateAccount(deps.ledger, hash) : await linkAccount(deps.ledger, hash)
  if (account === null) throw deadLink()
  const event = eventOf(deps, call, 'signed-up')
  const person = createPerson({
    id: newPersonId(randomBytes),
    accountId: account.id,
    email,
    emailKey,
    passwordHash,
    status: 'active',
    createdAt: now,
    sessions: [created.session],
    events: [event],
  })
  if (holder === null && (await people.addPerson(person))) return
  const earlier = await people.findPerson({ accountId: account.id })
  if (earlier === null || earlier.emailKey !== emailKey || now - earlier.createdAt >= repeatMs) throw deadLink()
  await people.changePerson(earlier.id, (latest) => withEvent(withSession(latest, created.session), event))
}

/** @throws PageError 410 */
async function livePending({ people, clock }: AccountDeps, token: string): Promise<PendingSignUp> {
  const pending = await people.pending(tokenHash(token))
  if (pending === null || !isLiveSignUp(pending, clock.now())) throw deadLink()
  return pending
}

function form(token: string, { email }: PendingSignUp, errors: readonly FieldError[]): JSX.Element {
  return (
    <PasswordForm
      action="/confirm"
      label="Password"
      button="Confirm"
      hidden={{ token }}
      email={email}
      errors={errors}
      isNew={false}
    />
  )
}

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
async function linkAccount(ledger: Accounts, linkHash: string): Promise<Account | null> {
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
