import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { checkPassword, whenFree } from '../actions/check-password.ts'
import { deletePerson } from '../actions/delete-person.ts'
import { exportPerson } from '../actions/export-person.ts'
import { newLink } from '../actions/new-link.ts'
import { eventOf, newSession } from '../actions/new-session.ts'
import { doneText } from '../frame/done.ts'
import { type FieldError, file, goTo, type Reply, refused, shown } from '../frame/reply.ts'
import type { OwnCall, Route } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { emailChangeMessage, newEmailMessage, passwordMessage } from '../mail/messages.ts'
import { SettingsPage } from '../pages/settings-page.tsx'
import { isPaymentUnderWay } from '../payments/provider-error.ts'
import { isUnchanged, passwordChanged } from '../people/credentials.ts'
import { withEvent } from '../people/events.ts'
import { withLink } from '../people/links.ts'
import { passwordFault } from '../people/password-rules.ts'
import { hasSession, withoutSession, withoutSessions, withSession } from '../people/sessions.ts'
import { emailRoute } from './email.tsx'
import { own } from './own.ts'
import { signedIn, signedOut } from './signed-in.ts'

const title = 'Settings'
const mostAlert = 1_000_000_000

export function settingsRoutes(deps: AccountDeps): readonly Route[] {
  const action = (
    name: string,
    access: 'session' | 'password',
    fields: readonly string[],
    act: (deps: AccountDeps, call: OwnCall) => Reply | Promise<Reply>,
  ): Route => ({
    path: `/settings/${name}`,
    title,
    post: { access, fields, from: () => '/settings', evenBanned: true, act: own((call) => act(deps, call)) },
  })
  return [
    {
      path: '/settings',
      title,
      get: {
        access: 'session',
        show: own((call) => shown(title, page(call, []), { status: doneText(call.query.get('done')) })),
      },
    },
    action('password', 'session', ['current', 'password'], changePassword),
    action('alerts', 'session', ['below'], changeAlerts),
    action('email', 'password', ['email'], changeEmail),
    action('sessions', 'password', ['session'], endSessions),
    action('export', 'password', [], download),
    action('delete', 'password', ['email'], remove),
    emailRoute(deps),
  ]
}

async function changePassword(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { people, mailer, clock, origin } = deps
  const { person } = call.who
  const password = call.fields.get('password') ?? ''
  const current = { person, email: person.email, password: call.fields.get('current') ?? '' }
  if (!(await checkPassword(deps, call, current))) return refuse(call, 'current', 'Wrong password.')
  const fault = passwordFault(password, person.email)
  if (fault !== null) return refuse(call, 'password', fault)
  const passwordHash = await whenFree(() => deps.hasher.hash(password))
  const created = newSession(deps, call)
  const event = eventOf(deps, call, 'password-changed')
  const changed = await people.changePerson(person.id, (latest) =>
    isUnchanged(latest, person)
      ? withEvent(withSession(passwordChanged(latest, passwordHash), created.session), event)
      : latest,
  )
  if (changed === null || !hasSession(changed, created.session.hash)) return goTo('/sign-in')
  await mailer.send(person.email, passwordMessage(clock.now(), `${origin}/forgot`))
  return signedIn(deps, created, '/settings?done=password-changed')
}

async function changeAlerts(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const text = call.fields.get('below') ?? ''
  const below = /^[0-9]{1,10}$/.test(text) ? Number(text) : mostAlert + 1
  if (below > mostAlert) return refuse(call, 'below', 'Enter a whole number of credits; 0 sends no mail.')
  const event = eventOf(deps, call, 'alerts-changed', String(below))
  await deps.people.changePerson(call.who.person.id, (latest) =>
    withEvent({ ...latest, alertBelow: below, alerted: false }, event),
  )
  return goTo('/settings?done=alerts-saved')
}

/** A mail to each address: the new one must be confirmed, the old one is told. */
async function changeEmail(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { people, mailer, attempts, clock, origin } = deps
  const { person } = call.who
  const email = parseEmail(call.fields.get('email') ?? '')
  if (email === null) return refuse(call, 'email', 'Enter an e-mail address such as name@example.com.')
  if (deps.isBlockedDomain(email)) return refuse(call, 'email', 'Addresses of this provider are not taken.')
  const emailKey = comparedEmail(email)
  const holder = await people.findPerson({ emailKey })
  const isFree = holder === null || holder.id === person.id
  if (isFree && attempts.linkMail(emailKey)) {
    const { token, link } = newLink(deps, 'email', email)
    // A link to another address is over: nobody would find its mail any more.
    for (const earlier of person.links) if (earlier.email !== null) await mailer.forget(earlier.email)
    const { hash } = call.who.session
    // A reset meanwhile ends what the old password began.
    const changed = await people.changePerson(person.id, (latest) =>
      hasSession(latest, hash) ? withLink(latest, link) : latest,
    )
    if (changed === null || !hasSession(changed, hash)) return goTo('/sign-in')
    await mailer.send(email, newEmailMessage(`${origin}/email?token=${token}`))
  }
  await mailer.send(person.email, emailChangeMessage(clock.now(), `${origin}/forgot`))
  return goTo('/settings?done=email-sent')
}

async function endSessions(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { person, session } = call.who
  const named = call.fields.get('session') ?? ''
  const isOther = person.sessions.some(({ id }) => id === named)
  if (named !== 'others' && !isOther) return refuse(call, 'session', 'This session has ended already.')
  const event = eventOf(deps, call, 'session-ended')
  await deps.people.changePerson(person.id, (latest) =>
    withEvent(named === 'others' ? withoutSessions(latest, session.hash) : withoutSession(latest, named), event),
  )
  return named === session.id ? signedOut(deps, '/') : goTo('/settings?done=session-ended')
}

async function download(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const event = eventOf(deps, call, 'exported')
  const person = await deps.people.changePerson(call.who.person.id, (latest) => withEvent(latest, event))
  const content = await exportPerson(deps, person ?? call.who.person, call.who.account)
  return file('application/json; charset=utf-8', content, 'riftline-account.json')
}

async function remove(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { person } = call.who
  const typed = parseEmail(call.fields.get('email') ?? '')
  if (typed === null || comparedEmail(typed) !== person.emailKey) {
    return refuse(call, 'delete', 'Type the e-mail of this account to delete it.')
  }
  try {
    await deletePerson(deps, person)
  } catch (error) {
    if (!isPaymentUnderWay(error)) throw error
    const message =
      'A payment of yours is under way. Your account can be deleted once it has arrived or failed: see Credits.'
    return refuse(call, 'delete', message)
  }
  return signedOut(deps, '/?done=deleted')
}

function refuse(call: OwnCall, field: string, message: string): Reply {
  const errors = [{ field, message }]
  return refused(title, errors, page(call, errors))
}

function page({ who, fields }: OwnCall, errors: readonly FieldError[]): JSX.Element {
  return <SettingsPage person={who.person} session={who.session} fields={fields} errors={errors} />
}
