import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { checkPassword, hashed } from '../actions/check-password.ts'
import { deletePerson } from '../actions/delete-person.ts'
import { exportPerson } from '../actions/downloads.ts'
import { rememberAddress, rememberedUntil } from '../actions/remembered.ts'
import { eventOf, newSession } from '../actions/visitor.ts'
import { signedIn, signedOut } from '../frame/own-origin.ts'
import { deadLink, doneText, type FieldError, file, goTo, type Reply, refusedFor, shown } from '../frame/reply.ts'
import {
  type OwnCall,
  openAction,
  openPage,
  ownAction,
  ownPage,
  type PageCall,
  type PageRoute,
} from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { emailChangeMessage, newEmailMessage, notYetMessage, passwordMessage } from '../mail/messages.ts'
import { Hidden, Submit } from '../pages/field.tsx'
import { OutboxNote } from '../pages/notices.tsx'
import { SettingsPage } from '../pages/settings-page.tsx'
import { isPaymentUnderWay } from '../payments/payment-provider.ts'
import { passwordFault } from '../people/password-rules.ts'
import { findByEmail } from '../people/people-store.ts'
import type { MailedLink, Person } from '../people/person.ts'
import {
  emailChanged,
  hasSession,
  isUnchanged,
  liveLink,
  newLink,
  passwordChanged,
  withEvent,
  withLink,
  withoutSession,
  withoutSessions,
  withSession,
} from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'

const title = 'Settings'
const mostAlert = 1_000_000_000

export function settingsRoutes(deps: AccountDeps): readonly PageRoute[] {
  const action = (
    name: string,
    access: 'session' | 'password',
    fields: readonly string[],
    act: (deps: AccountDeps, call: OwnCall) => Reply | Promise<Reply>,
  ): PageRoute => ({
    path: `/settings/${name}`,
    title,
    post: ownAction(fields, (call) => act(deps, call), { access, from: () => '/settings', evenBanned: true }),
  })
  return [
    {
      path: '/settings',
      title,
      get: ownPage((call) => {
        const done = call.query.get('done')
        const note = done === 'email-sent' && <OutboxNote config={deps.config} dataFolder={deps.dataFolder} />
        return shown(title, page(call, [], note), { status: doneText(done) })
      }),
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

function refuse(call: OwnCall, field: string, message: string): Promise<Reply> {
  return refusedFor(title, field, message, (errors) => page(call, errors))
}

function page({ who, fields }: OwnCall, errors: readonly FieldError[], note: JSX.Element | false = false): JSX.Element {
  return (
    <>
      {note}
      <SettingsPage person={who.person} session={who.session} fields={fields} errors={errors} />
    </>
  )
}

const emailTitle = 'Confirm your new e-mail'

/** The link to a new address: opening it changes nothing, its button does. */
function emailRoute(deps: AccountDeps): PageRoute {
  return {
    path: '/email',
    title: emailTitle,
    get: openPage(async ({ query }) => {
      const token = query.get('token') ?? ''
      const { link } = await find(deps, token)
      return shown(
        emailTitle,
        <form method="post" action="/email">
          <Hidden name="token" value={token} />
          <p>
            From now on mail goes to <strong>{link.email}</strong>, and you sign in with it.
          </p>
          <Submit name="Confirm" />
        </form>,
      )
    }),
    post: openAction(['token'], (call) => confirm(deps, call)),
  }
}

async function confirm(deps: AccountDeps, call: PageCall): Promise<Reply> {
  const { people, clock, mailer } = deps
  const { person, link } = await find(deps, call.fields.get('token') ?? '')
  const event = eventOf(deps, call, 'email-changed')
  const ownHash = call.cookie === null ? undefined : tokenHash(call.cookie)
  if (link.email !== null && (await rememberedUntil(deps, link.email, person.id)) !== null) throw deadLink()
  // First: cut off in between, nobody would find what waits for the old address any more.
  await mailer.forget(person.email)
  await rememberAddress(deps, person)
  const changed = await people.changePerson(person.id, (latest) => {
    const live = liveLink(latest, link.hash, clock.now(), 'email')
    if (latest.status !== 'active' || live === null || live.email === null) throw deadLink()
    return withEvent(emailChanged(latest, live.email, ownHash), event)
  })
  // Somebody else may have signed up with the address meanwhile.
  if (changed === null) throw deadLink()
  return goTo('/settings?done=email-changed')
}

/** @throws PageError 410 */
async function find({ people, clock }: AccountDeps, token: string): Promise<{ person: Person; link: MailedLink }> {
  const hash = tokenHash(token)
  const person = await people.findPerson({ linkHash: hash })
  const link = person === null ? null : liveLink(person, hash, clock.now(), 'email')
  if (person?.status !== 'active' || link === null || link.email === null) throw deadLink()
  return { person, link }
}
