import { hasCode } from '@riftline/base'
import type { AccountDeps } from '../account-deps.ts'
import { checkPassword, hashed } from '../actions/check-password.ts'
import { deletePerson } from '../actions/delete-person.ts'
import { exportPerson } from '../actions/downloads.ts'
import { rememberedUntil } from '../actions/evenly.ts'
import { eventOf, newSession, note } from '../actions/visitor.ts'
import { signedIn, signedOut } from '../frame/own-origin.ts'
import { doneText, file, goTo, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { emailChangeMessage, newEmailMessage, notYetMessage, passwordMessage } from '../mail/messages.ts'
import { OutboxNote } from '../pages/notices.tsx'
import { SettingsPage } from '../pages/settings-page.tsx'
import { paymentUnderWay } from '../payments/payment-provider.ts'
import { passwordFault } from '../people/password-rules.ts'
import { findByEmail } from '../people/person.ts'
import {
  hasSession,
  isUnchanged,
  newLink,
  passwordChanged,
  withEvent,
  withLink,
  withoutSession,
  withoutSessions,
  withSession,
} from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import { newEmailFault } from './sign-up.tsx'

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
        const outbox = call.query.done === 'email-sent' && <OutboxNote deps={deps} />
        return shown(title, <SettingsPage call={call} errors={[]} outbox={outbox} />, doneText(call.query))
      }),
    },
    action('password', 'session', ['current', 'password'], changePassword),
    action('alerts', 'session', ['below'], changeAlerts),
    action('email', 'password', ['email'], changeEmail),
    action('sessions', 'password', ['session'], endSessions),
    action('export', 'password', [], download),
    action('delete', 'password', ['email'], remove),
  ]
}

async function changePassword(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { people, mailer, clock, origin } = deps
  const { person } = call.who
  const { password = '', current = '' } = call.fields
  const isRight = await checkPassword(deps, call, { person, email: person.email, password: current })
  if (!isRight) return refuse(call, 'current', 'Wrong password.')
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
  const text = call.fields.below ?? ''
  const below = /^[0-9]{1,10}$/.test(text) ? Number(text) : mostAlert + 1
  if (below > mostAlert) return refuse(call, 'below', 'Enter a whole number of credits; 0 sends no mail.')
  const change = { alertBelow: below, alerted: false }
  await note(deps, call, 'alerts-changed', String(below), (latest) => ({ ...latest, ...change }))
  return goTo('/settings?done=alerts-saved')
}

/** Mails a link to the new address and a notice to the old one. Does the same work for an address that another person has. */
async function changeEmail(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { people, mailer, attempts, clock, origin } = deps
  const { person } = call.who
  const email = parseEmail(call.fields.email ?? '')
  const fault = newEmailFault(deps, email)
  if (email === null || fault !== null) return refuse(call, 'email', fault ?? '')
  if (attempts.linkMail(comparedEmail(email))) {
    const [holder, until] = await Promise.all([findByEmail(people, email), rememberedUntil(deps, email, person.id)])
    const isFree = holder === null || holder.id === person.id
    const { token, link } = newLink(deps, 'email', email)
    const earlier = person.links.filter(({ kind }) => kind === 'email').map((other) => other.hash)
    // The earlier link ends, so its mail is dropped. Other mails to that address may belong to another person.
    if (earlier.length > 0) await mailer.forgetLinks((other) => earlier.includes(tokenHash(other)))
    const { hash } = call.who.session
    // A reset meanwhile ends this session, so no link is added. If another person has the address, nobody ever learns the token.
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
  const named = call.fields.session ?? ''
  const isOther = person.sessions.some(({ id }) => id === named)
  if (named !== 'others' && !isOther) return refuse(call, 'session', 'This session has ended already.')
  await note(deps, call, 'session-ended', null, (latest) =>
    named === 'others' ? withoutSessions(latest, session.hash) : withoutSession(latest, named),
  )
  return named === session.id ? signedOut(deps, '/') : goTo('/settings?done=session-ended')
}

async function download(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const person = await note(deps, call, 'exported')
  const content = await exportPerson(deps, person ?? call.who.person, call.who.account)
  return file('application/json; charset=utf-8', content, 'riftline-account.json')
}

async function remove(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { person } = call.who
  const typed = parseEmail(call.fields.email ?? '')
  if (typed === null || comparedEmail(typed) !== comparedEmail(person.email)) {
    return refuse(call, 'delete', 'Type the e-mail of this account to delete it.')
  }
  try {
    await deletePerson(deps, person)
  } catch (error) {
    if (!hasCode(error, paymentUnderWay)) throw error
    const message =
      'A payment of yours is under way. Your account can be deleted once it has arrived or failed: see Credits.'
    return refuse(call, 'delete', message)
  }
  return signedOut(deps, '/?done=deleted')
}

function refuse(call: OwnCall, field: string, message: string): Promise<Reply> {
  return refusedFor(title, field, message, (errors) => <SettingsPage call={call} errors={errors} />)
}
