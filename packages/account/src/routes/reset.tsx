import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { hashed } from '../actions/check-password.ts'
import { changeOrPretend, evenly } from '../actions/evenly.ts'
import { eventOf, newSession } from '../actions/visitor.ts'
import { signedIn } from '../frame/own-origin.ts'
import { deadLink, type FieldError, goTo, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { openAction, openPage, type PageCall, type PageRoute } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { passwordMessage, resetMessage } from '../mail/messages.ts'
import { Field, PasswordForm, Submit } from '../pages/field.tsx'
import { passwordFault } from '../people/password-rules.ts'
import { findByEmail } from '../people/people-store.ts'
import type { MailedLink, Person } from '../people/person.ts'
import { liveLink, newLink, passwordChanged, withEvent, withLink, withSession } from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import { findOrCreateAccount } from './confirm.tsx'

const forgotTitle = 'Forgotten password'

export function resetRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/forgot',
      title: forgotTitle,
      get: openPage(() => shown(forgotTitle, <ForgotForm />)),
      post: openAction(['email'], (call) => forgot(deps, call)),
    },
    newPasswordRoute(deps, {
      path: '/reset',
      title: 'Choose a new password',
      kind: 'reset',
      button: 'Save password',
      act: (...call) => reset(deps, ...call),
    }),
    newPasswordRoute(deps, {
      path: '/invite',
      title: 'Accept your invitation',
      kind: 'invite',
      button: 'Create account',
      act: (...call) => accept(deps, ...call),
    }),
  ]
}

async function forgot(deps: AccountDeps, { fields }: PageCall): Promise<Reply> {
  const email = parseEmail(fields.get('email') ?? '')
  await evenly(deps, () => mailReset(deps, email))
  return goTo('/check-inbox')
}

/** The link goes to the address that is kept, never to the one that was typed. As much is done for one that nobody has. */
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

interface NewPassword {
  readonly path: '/reset' | '/invite'
  readonly title: string
  readonly kind: 'reset' | 'invite'
  readonly button: string
  readonly act: (call: PageCall, found: Found, passwordHash: string) => Promise<Reply>
}

function newPasswordRoute(deps: AccountDeps, { path, title, kind, button, act }: NewPassword): PageRoute {
  const find = async (token: string): Promise<Found | null> => {
    const hash = tokenHash(token)
    const person = await deps.people.findPerson({ linkHash: hash })
    const link = person === null ? null : liveLink(person, hash, deps.clock.now(), kind)
    return person === null || link === null ? null : { person, link }
  }
  const form = (token: string, found: Found | null, errors: readonly FieldError[]): JSX.Element => (
    <PasswordForm
      action={path}
      label={kind === 'reset' ? 'New password' : 'Password'}
      button={button}
      {...(found === null ? {} : { email: found.person.email })}
      hidden={{ token }}
      errors={errors}
      isNew
    />
  )
  return {
    path,
    title,
    get: openPage(async ({ query }) => {
      const token = query.get('token') ?? ''
      const found = await find(token)
      if (found === null) throw deadLink()
      const { status, email } = found.person
      return shown(title, form(token, found, []), status === 'invited' ? { status: `For ${email}` } : {})
    }),
    post: openAction(['token', 'password'], async (call) => {
      const token = call.fields.get('token') ?? ''
      const password = call.fields.get('password') ?? ''
      const found = await find(token)
      const fault = passwordFault(password, found?.person.email ?? '')
      if (fault !== null) return refusedFor(title, 'password', fault, (errors) => form(token, found, errors))
      if (found === null) throw deadLink()
      const { emailKey } = found.person
      return act(call, found, await hashed(deps, call, emailKey, (share) => deps.hasher.hash(password, share)))
    }),
  }
}

async function reset(deps: AccountDeps, call: PageCall, { person, link }: Found, passwordHash: string): Promise<Reply> {
  const { people, mailer, clock, origin, attempts } = deps
  const event = eventOf(deps, call, 'password-changed')
  await useUp(deps, person, link, (latest) => withEvent(passwordChanged(latest, passwordHash), event))
  attempts.forgetPasswords(person.emailKey)
  await mailer.send(person.email, passwordMessage(clock.now(), `${origin}/forgot`))
  await people.removePendingOf(person.emailKey)
  return goTo('/sign-in?done=password-saved')
}

async function accept(
  deps: AccountDeps,
  call: PageCall,
  { person, link }: Found,
  passwordHash: string,
): Promise<Reply> {
  const created = newSession(deps, call)
  const event = eventOf(deps, call, 'signed-up')
  // An invitation that names no account makes one, once for the link, also when the first time was cut off.
  const accountId =
    person.accountId === person.id ? (await findOrCreateAccount(deps.ledger, link.hash)).id : person.accountId
  await useUp(deps, person, link, (latest) =>
    withEvent(
      withSession({ ...passwordChanged(latest, passwordHash), accountId, status: 'active' }, created.session),
      event,
    ),
  )
  return signedIn(deps, created, '/dashboard')
}

/** Uses a link up; of two calls at once one succeeds. @throws PageError 410 */
async function useUp(
  { people, clock }: AccountDeps,
  { id }: Person,
  { hash, kind }: MailedLink,
  change: (person: Person) => Person,
): Promise<void> {
  const changed = await people.changePerson(id, (latest) => {
    if (liveLink(latest, hash, clock.now(), kind) === null) throw deadLink()
    return change(latest)
  })
  if (changed === null) throw deadLink()
}

function ForgotForm(): JSX.Element {
  return (
    <form method="post" action="/forgot" novalidate>
      <Field name="email" label="E-mail" type="email" autocomplete="email" errors={[]} />
      <Submit name="Send link" />
    </form>
  )
}
