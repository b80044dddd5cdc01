import { nullFor } from '@riftline/base'
import type { Account, AccountAdministration } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { hashed } from '../actions/check-password.ts'
import { evenly, rememberedUntil } from '../actions/evenly.ts'
import { eventOf, type NewSession, newSession } from '../actions/visitor.ts'
import { signedIn } from '../frame/own-origin.ts'
import { barred, deadLink, type FieldError, goTo, type Reply, refused, refusedFor, shown } from '../frame/reply.ts'
import { openAction, openPage, type PageCall, type PageRoute } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { alreadyMessage, confirmMessage, notYetMessage } from '../mail/messages.ts'
import { Field, faultMarks, PasswordField, PasswordForm, Submit } from '../pages/field.tsx'
import { IpRuleNotice, OutboxNote } from '../pages/notices.tsx'
import { passwordFault } from '../people/password-rules.ts'
import { createPerson, findByEmail, type PendingSignUp } from '../people/person.ts'
import { isLiveLink, withEvent, withSession, wrongPassword } from '../people/person-rules.ts'
import { newPersonId, newToken, tokenHash } from '../people/tokens.ts'

const signUpTitle = 'Create your account'
const inboxTitle = 'Check your inbox'
const confirmTitle = 'Confirm your e-mail'
const linkLifeMs = 86_400_000
/** Time in which a used link signs in again, for people whose page was lost. */
const repeatMs = 3_600_000

export function signUpRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/sign-up',
      title: signUpTitle,
      get: openPage(() => {
        refuseUninvited(deps)
        return shown(signUpTitle, signUpForm(deps, '', []))
      }),
      post: openAction(['email', 'password', 'terms'], (call) => signUp(deps, call)),
    },
    { path: '/check-inbox', title: inboxTitle, get: openPage(() => shown(inboxTitle, <CheckInbox deps={deps} />)) },
    {
      // The link alone is not enough: its page asks for the password chosen at the sign-up.
      path: '/confirm',
      title: confirmTitle,
      get: openPage(async ({ query: { token = '' } }) =>
        shown(confirmTitle, confirmForm(token, await livePending(deps, token), [])),
      ),
      post: openAction(['token', 'password'], (call) => confirm(deps, call)),
    },
  ]
}

/** Answers a known address exactly like a new one; only the mail differs. */
async function signUp(deps: AccountDeps, call: PageCall): Promise<Reply> {
  refuseUninvited(deps)
  const { email: typed = '', password = '', terms } = call.fields
  const email = parseEmail(typed)
  const fault = passwordFault(password, email ?? '')
  const errors: FieldError[] = []
  const emailFault = newEmailFault(deps, email)
  if (emailFault !== null) errors.push({ field: 'email', message: emailFault })
  if (fault !== null) errors.push({ field: 'password', message: fault })
  if (deps.terms !== null && terms !== 'on') errors.push({ field: 'terms', message: 'Accept the terms to go on.' })
  if (email === null || errors.length > 0) return refused(signUpTitle, errors, signUpForm(deps, typed, errors))
  const network = call.visit.address?.network ?? 'unknown'
  const passwordHash = await hashed(deps, call, null, (share) => deps.hasher.hash(password, share))
  await evenly(deps, () => mailLink(deps, { email, passwordHash, network }))
  return goTo('/check-inbox')
}

/** Fault of an address that a person wants to use; null for none. */
export function newEmailFault({ isBlockedDomain }: AccountDeps, email: string | null): string | null {
  if (email === null) return 'Enter an e-mail address such as name@example.com.'
  return isBlockedDomain(email) ? 'Addresses of this provider are not accepted.' : null
}

/** Mails a link. Does the same work for an address known now or this month, whose mail contains no working link. */
async function mailLink(
  deps: AccountDeps,
  { email, passwordHash, network }: Pick<PendingSignUp, 'email' | 'passwordHash' | 'network'>,
): Promise<void> {
  const { people, mailer, attempts, clock, randomBytes, origin } = deps
  const emailKey = comparedEmail(email)
  if (!attempts.linkMail(emailKey)) return
  const [known, until] = await Promise.all([findByEmail(people, email), rememberedUntil(deps, email)])
  const now = clock.now()
  const token = newToken(randomBytes)
  const isNew = known === null && until === null
  const times = { createdAt: now, expiresAt: isNew ? now + linkLifeMs : now, wrongPasswords: 0 }
  await people.addPending({ hash: tokenHash(token), email, emailKey, passwordHash, network, ...times })
  if (known !== null) await mailer.send(known.email, alreadyMessage(`${origin}/sign-in`))
  else if (until !== null) await mailer.send(email, notYetMessage(until))
  else await mailer.send(email, confirmMessage(`${origin}/confirm?token=${token}`))
}

function refuseUninvited({ config }: AccountDeps): void {
  if (config.signUp === 'invite') throw barred('Accounts here are made by invitation only.')
}

async function confirm(deps: AccountDeps, call: PageCall): Promise<Reply> {
  const { token = '', password = '' } = call.fields
  const pending = await livePending(deps, token)
  const verify = (share: string): Promise<boolean> => deps.hasher.verify(password, pending.passwordHash, share)
  if (!(await hashed(deps, call, pending.emailKey, verify))) {
    await deps.people.changePending(pending.hash, wrongPassword)
    const message = 'This is not the password that was chosen with this address.'
    return refusedFor(confirmTitle, 'password', message, (errors) => confirmForm(token, pending, errors))
  }
  // Parallel attempts may have used up the wrong passwords meanwhile.
  await livePending(deps, token)
  const created = newSession(deps, call)
  await makePerson(deps, call, pending, created)
  await deps.people.removePendingOf(pending.emailKey)
  return signedIn(deps, created, '/keys?done=welcome')
}

/** Creates the account, then the person, and removes the sign-up last, so that a repeat can resume anywhere. @throws PageError 410 */
async function makePerson(
  deps: AccountDeps,
  call: PageCall,
  { email, passwordHash, hash }: PendingSignUp,
  { session }: NewSession,
): Promise<void> {
  const { people, ledger, clock, randomBytes } = deps
  const now = clock.now()
  const emailKey = comparedEmail(email)
  const holder = await findByEmail(people, email)
  // The address may have been used and given up by another person since the link was sent.
  if (holder === null && (await rememberedUntil(deps, email)) !== null) throw deadLink()
  const account =
    holder === null
      ? await findOrCreateAccount(ledger, hash)
      : await nullFor(ledger.findAccount(accountName(hash)), 'account_not_found')
  if (account === null) throw deadLink()
  const event = eventOf(deps, call, 'signed-up')
  const person = createPerson({
    id: newPersonId(randomBytes),
    accountId: account.id,
    ...{ email, emailKey, passwordHash },
    status: 'active',
    createdAt: now,
    sessions: [session],
    events: [event],
  })
  if (holder === null && (await people.addPerson(person))) return
  const earlier = await people.findPerson({ accountId: account.id })
  if (earlier === null || earlier.emailKey !== emailKey || now - earlier.createdAt >= repeatMs) throw deadLink()
  await people.changePerson(earlier.id, (latest) => withEvent(withSession(latest, session), event))
}

async function livePending({ people, clock }: AccountDeps, token: string): Promise<PendingSignUp> {
  const pending = await people.pending(tokenHash(token))
  if (pending === null || !isLiveLink(pending, clock.now())) throw deadLink()
  return pending
}

/** Creates the account of a link under a name derived from it, so that a repeated call finds it again. */
export async function findOrCreateAccount(
  ledger: Pick<AccountAdministration, 'createAccount' | 'findAccount'>,
  linkHash: string,
): Promise<Account> {
  const name = accountName(linkHash)
  return (await nullFor(ledger.createAccount(name), 'account_exists')) ?? ledger.findAccount(name)
}

function accountName(linkHash: string): string {
  return `web-${linkHash.slice(0, 12)}`
}

function signUpForm(deps: AccountDeps, email: string, errors: readonly FieldError[]) {
  return (
    <form method="post" action="/sign-up" novalidate>
      <Field name="email" label="E-mail" type="email" autocomplete="email" value={email} errors={errors} />
      <PasswordField isNew errors={errors} />
      {deps.terms !== null && (
        <div class="field">
          <div class="check">
            <input type="checkbox" id="field-terms" name="terms" value="on" {...faultMarks(errors, 'terms')} />
            <label for="field-terms">I accept the terms</label>
          </div>
          <p class="hint">
            <a href="/terms">Read the terms</a>
          </p>
        </div>
      )}
      <IpRuleNotice rule={deps.api.ipRule} />
      <Submit name="Create account" />
    </form>
  )
}

function CheckInbox({ deps }: { readonly deps: AccountDeps }) {
  return (
    <>
      <p>If the address can be used, a mail with a link is on its way. Open the link to go on.</p>
      <OutboxNote deps={deps} />
      <p>Nothing there after some minutes? Look in the spam folder, or ask again.</p>
    </>
  )
}

function confirmForm(token: string, { email }: PendingSignUp, errors: readonly FieldError[]) {
  return <PasswordForm action="/confirm" button="Confirm" hidden={{ token }} email={email} errors={errors} />
}
