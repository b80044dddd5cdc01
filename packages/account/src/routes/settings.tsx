import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { checkPassword, hashed } from '../actions/check-password.ts'
import { deletePerson } from '../actions/delete-person.ts'
import { exportPerson } from '../actions/export-person.ts'
import { eventOf, newSession } from '../actions/new-session.ts'
import { rememberedUntil } from '../actions/remembered.ts'
import { doneText, type FieldError, file, goTo, type Reply, refused, shown } from '../frame/reply.ts'
import type { OwnCall, Route } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { emailChangeMessage, newEmailMessage, notYetMessage, passwordMessage } from '../mail/messages.ts'
import { OutboxNote } from '../pages/notices.tsx'
import { SettingsPage } from '../pages/settings-page.tsx'
import { isPaymentUnderWay } from '../payments/provider-error.ts'
import { withEvent } from '../people/events.ts'
import { findByEmail } from '../people/find-by-email.ts'
import { newLink, withLink } from '../people/links.ts'
import { passwordFault } from '../people/password-rules.ts'
import {
  hasSession,
  isUnchanged,
  passwordChanged,
  withoutSession,
  withoutSessions,
  withSession,
} from '../people/sessions.ts'
import { tokenHash } from '../people/tokens.ts'
import { emailRoute } from './email.tsx'
import { own, signedIn, signedOut } from './session.ts'

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
        show: own((call) => {
          const done = call.query.get('done')
          return shown(
            title,
            page(call, [], done === 'email-sent' && <OutboxNote config={deps.config} dataFolder={deps.dataFolder} />),
            {
              status: doneText(done),
            },
          )
        }),
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
  const passwordHash = await hashed(deps, call, person.emailKey, (share) => deps.hasher.hash(password, share))
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

/** A mail to each address: the new one must be confirmed, the old one is told. As much is done for an address that another has. */
async function changeEmail(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { people, mailer, attempts, clock, origin } = deps
  const { person } = call.who
  const email = parseEmail(call.fields.get('email') ?? '')
  if (email === null) return refuse(call, 'email', 'Enter an e-mail address such as name@example.com.')
  if (deps.isBlockedDomain(email)) return refuse(call, 'email', 'Addresses of this provider are not taken.')
  if (attempts.linkMail(comparedEmail(email))) {
    const [holder, until] = await Promise.all([findByEmail(people, email), rememberedUntil(deps, email, person.id)])
    const isFree = holder === null || holder.id === person.id
    const { token, link } = newLink(deps, 'email', email)
    const earlier = person.links.filter(({ kind }) => kind === 'email').map((other) => other.hash)
    // A link to another address is over, and with it its mail. What else waits for that address may be somebody else's.
    if (earlier.length > 0) await mailer.forgetLinks((other) => earlier.includes(tokenHash(other)))
    const { hash } = call.who.session
    // A reset meanwhile ends what the old password began. An address that another has gets a link that nobody knows.
    const changed = await people.changePerson(person.id, (latest) =>
      hasSession(latest, hash) ? withLink(latest, link) : latest,
    )
    if (changed === null || !hasSession(changed, hash)) return goTo('/sign-in')
    const message = until === null ? newEmailMessage(`${origin}/email?token=${token}`) : notYetMessage(until)
    await mailer.sendOrPretend(isFree ? email : null, message)
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
  if (typed === null || comparedEmail(typed) !== comparedEmail(person.email)) {
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

function page({ who, fields }: OwnCall, errors: readonly FieldError[], note: JSX.Element | false = false): JSX.Element {
  return (
    <>
      {note}
      <SettingsPage person={who.person} session={who.session} fields={fields} errors={errors} />
    </>
  )
}
