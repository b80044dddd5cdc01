import type { AccountDeps } from '../account-deps.ts'
import { hashed } from '../actions/check-password.ts'
import { changeOrPretend, evenly, rememberAddress, rememberedUntil } from '../actions/evenly.ts'
import { eventOf, newSession } from '../actions/visitor.ts'
import { signedIn } from '../frame/own-origin.ts'
import { deadLink, type FieldError, goTo, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { openAction, openPage, type PageCall, type PageRoute } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { passwordMessage, resetMessage } from '../mail/messages.ts'
import { Field, Hidden, PasswordForm, Submit } from '../pages/field.tsx'
import { passwordFault } from '../people/password-rules.ts'
import { findByEmail, type MailedLink, type Person } from '../people/person.ts'
import {
  emailChanged,
  liveLink,
  newLink,
  passwordChanged,
  withEvent,
  withLink,
  withSession,
} from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import { findOrCreateAccount } from './sign-up.tsx'

const forgotTitle = 'Forgotten password'
const emailTitle = 'Confirm your new e-mail'

/** Pages behind mailed links: password reset, invitation and new address. Opening a link changes nothing. */
export function mailedLinkRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/forgot',
      title: forgotTitle,
      get: openPage(() =>
        shown(
          forgotTitle,
          <form method="post" action="/forgot" novalidate>
            <Field name="email" label="E-mail" type="email" autocomplete="email" errors={[]} />
            <Submit name="Send link" />
          </form>,
        ),
      ),
      post: openAction(['email'], (call) => forgot(deps, call)),
    },
    newPasswordRoute(deps, {
      title: 'Choose a new password',
      kind: 'reset',
      label: 'New password',
      button: 'Save password',
      act: reset,
    }),
    newPasswordRoute(deps, {
      title: 'Accept your invitation',
      kind: 'invite',
      label: 'Password',
      button: 'Create account',
      act: accept,
    }),
    {
      path: '/email',
      title: emailTitle,
      get: openPage(({ query: { token = '' } }) => showEmail(deps, token)),
      post: openAction(['token'], (call) => confirmEmail(deps, call)),
    },
  ]
}

async function forgot(deps: AccountDeps, { fields }: PageCall): Promise<Reply> {
  const email = parseEmail(fields.email ?? '')
  await evenly(deps, () => mailReset(deps, email))
  return goTo('/check-inbox')
}

/** Mails a reset link to the stored address, never to the typed one. Does the same work for an unknown address. */
async function mailReset(deps: AccountDeps, email: string | null): Promise<void> {
  const { people, mailer, attempts, origin } = deps
  if (email === null || !attempts.linkMail(comparedEmail(email))) return
  const found = await findByEmail(people, email)
  const person = found?.status === 'active' ? found : null
  const { token, link } = newLink(deps, 'reset')
  await changeOrPretend(deps, person, (latest) => withLink(latest, link))
  await mailer.sendOrPretend(person?.email ?? null, resetMessage(`${origin}/reset?token=${token}`))
}

interface Found {
  readonly person: Person
  readonly link: MailedLink
}

async function find({ people, clock }: AccountDeps, token: string, kind: MailedLink['kind']): Promise<Found | null> {
  const hash = tokenHash(token)
  const person = await people.findPerson({ linkHash: hash })
  const link = person && liveLink(person, hash, clock.now(), kind)
  return person === null || link === null ? null : { person, link }
}

/** Marks a link as used; of two parallel calls one succeeds. @throws PageError 410, also if the new address belongs to another person */
async function useUp(
  { people, clock }: AccountDeps,
  { person, link: { hash, kind } }: Found,
  change: (person: Person) => Person,
): Promise<void> {
  const changed = await people.changePerson(person.id, (latest) => {
    if (liveLink(latest, hash, clock.now(), kind) === null) throw deadLink()
    return change(latest)
  })
  if (changed === null) throw deadLink()
}

interface NewPassword {
  /** Kind of the link, and the name of its path. */
  readonly kind: 'reset' | 'invite'
  readonly title: string
  readonly label: string
  readonly button: string
  readonly act: (deps: AccountDeps, call: PageCall, found: Found, passwordHash: string) => Promise<Reply>
}

function newPasswordRoute(deps: AccountDeps, { kind, title, label, button, act }: NewPassword): PageRoute {
  const form = (token: string, found: Found | null, errors: readonly FieldError[]) => {
    const fields = { label, button, email: found?.person.email, hidden: { token }, errors }
    return <PasswordForm action={`/${kind}`} {...fields} isNew />
  }
  return {
    path: `/${kind}`,
    title,
    get: openPage(async ({ query: { token = '' } }) => {
      const found = await find(deps, token, kind)
      if (found === null) throw deadLink()
      const { status, email } = found.person
      return shown(title, form(token, found, []), status === 'invited' ? `For ${email}` : null)
    }),
    post: openAction(['token', 'password'], async (call) => {
      const { token = '', password = '' } = call.fields
      const found = await find(deps, token, kind)
      const fault = passwordFault(password, found?.person.email ?? '')
      if (fault !== null) return refusedFor(title, 'password', fault, (errors) => form(token, found, errors))
      if (found === null) throw deadLink()
      const { emailKey } = found.person
      return act(deps, call, found, await hashed(deps, call, emailKey, (share) => deps.hasher.hash(password, share)))
    }),
  }
}

async function reset(deps: AccountDeps, call: PageCall, found: Found, passwordHash: string): Promise<Reply> {
  const { people, mailer, clock, origin, attempts } = deps
  const { email, emailKey } = found.person
  const event = eventOf(deps, call, 'password-changed')
  await useUp(deps, found, (latest) => withEvent(passwordChanged(latest, passwordHash), event))
  attempts.forgetPasswords(emailKey)
  await mailer.send(email, passwordMessage(clock.now(), `${origin}/forgot`))
  await people.removePendingOf(emailKey)
  return goTo('/sign-in?done=password-saved')
}

async function accept(deps: AccountDeps, call: PageCall, found: Found, passwordHash: string): Promise<Reply> {
  const { person, link } = found
  const created = newSession(deps, call)
  const event = eventOf(deps, call, 'signed-up')
  // An invitation without an account creates one, only once for the link even if the first try was interrupted.
  const accountId =
    person.accountId === person.id ? (await findOrCreateAccount(deps.ledger, link.hash)).id : person.accountId
  await useUp(deps, found, (latest) => {
    const accepted: Person = { ...passwordChanged(latest, passwordHash), accountId, status: 'active' }
    return withEvent(withSession(accepted, created.session), event)
  })
  return signedIn(deps, created, '/dashboard')
}

async function showEmail(deps: AccountDeps, token: string): Promise<Reply> {
  const { email } = await findNewEmail(deps, token)
  return shown(
    emailTitle,
    <form method="post" action="/email">
      <Hidden of={{ token }} />
      <p>
        From now on mail goes to <strong>{email}</strong>, and you sign in with it.
      </p>
      <Submit name="Confirm" />
    </form>,
  )
}

async function confirmEmail(deps: AccountDeps, call: PageCall): Promise<Reply> {
  const { found, email } = await findNewEmail(deps, call.fields.token ?? '')
  const { person } = found
  const event = eventOf(deps, call, 'email-changed')
  const ownHash = call.cookie === null ? undefined : tokenHash(call.cookie)
  if ((await rememberedUntil(deps, email, person.id)) !== null) throw deadLink()
  // Done first: after an interruption nobody could find the mails that wait for the old address.
  await deps.mailer.forget(person.email)
  await rememberAddress(deps, person)
  await useUp(deps, found, (latest) => {
    if (latest.status !== 'active') throw deadLink()
    return withEvent(emailChanged(latest, email, ownHash), event)
  })
  return goTo('/settings?done=email-changed')
}

async function findNewEmail(deps: AccountDeps, token: string) {
  const found = await find(deps, token, 'email')
  const email = found?.link.email ?? null
  if (found?.person.status !== 'active' || email === null) throw deadLink()
  return { found, email }
}
