import type { AccountDeps } from '../account-deps.ts'
import { checkPassword } from '../actions/check-password.ts'
import { eventOf, newSession, note, placeOf } from '../actions/visitor.ts'
import { signedIn, signedOut } from '../frame/own-origin.ts'
import { doneText, type FieldError, goTo, type Reply, refusedFor, shown } from '../frame/reply.ts'
import {
  type OwnCall,
  openAction,
  openPage,
  ownAction,
  ownPage,
  type PageCall,
  type PageRoute,
} from '../frame/route.ts'
import { parseEmail } from '../mail/email.ts'
import { signInMessage } from '../mail/messages.ts'
import { Field, Hidden, PasswordField, PasswordForm, Submit } from '../pages/field.tsx'
import { findByEmail, type Person } from '../people/person.ts'
import {
  hasSession,
  isSignIn,
  isUnchanged,
  withEvent,
  withoutSession,
  withSessionInPlaceOf,
} from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'

const title = 'Sign in'
const passwordTitle = 'Enter your password'
/** Text that is no address is counted under itself, cut to this length. */
const mostTyped = 254

export function signInRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/sign-in',
      title,
      get: openPage(({ query, next }) => shown(title, signInForm('', next, []), doneText(query))),
      post: openAction(['email', 'password', 'next'], (call) => signIn(deps, call)),
    },
    {
      path: '/sign-out',
      title: 'Sign out',
      post: ownAction([], (call) => signOut(deps, call), { evenBanned: true, from: () => '/dashboard' }),
    },
    {
      // Password page, asked for again before dangerous actions, in case another person uses an open browser.
      path: '/password',
      title: passwordTitle,
      get: ownPage(({ next, who }) => shown(passwordTitle, passwordForm(who.person.email, next, []))),
      post: ownAction(['password', 'next'], (call) => enterPassword(deps, call), { evenBanned: true }),
    },
  ]
}

async function signIn(deps: AccountDeps, call: PageCall): Promise<Reply> {
  const { people, mailer, clock, origin } = deps
  const { email: typed = '', password = '' } = call.fields
  const email = parseEmail(typed) ?? typed.slice(0, mostTyped)
  const found = await findByEmail(people, email)
  const person = found?.status === 'active' ? found : null
  if (!(await checkPassword(deps, call, { person, email, password })) || person === null) {
    return refusedFor(title, 'password', 'Wrong e-mail or password.', (errors) => signInForm(typed, call.next, errors))
  }
  const created = newSession(deps, call)
  const event = eventOf(deps, call, 'signed-in')
  const before = call.cookie === null ? '' : tokenHash(call.cookie)
  const changed = await people.changePerson(person.id, (latest) =>
    isUnchanged(latest, person) ? withEvent(withSessionInPlaceOf(latest, before, created.session), event) : latest,
  )
  if (changed === null || !hasSession(changed, created.session.hash)) return goTo('/sign-in')
  if (!wasHere(person, call)) {
    const { network, browser } = placeOf(call)
    await mailer.send(person.email, signInMessage(clock.now(), browser, network, `${origin}/forgot`))
  }
  return signedIn(deps, created, call.next)
}

/** Tells whether the person came from this network with this browser before, which makes a mail about the sign-in needless. */
function wasHere({ events }: Person, call: PageCall): boolean {
  const { network, browser } = placeOf(call)
  return events.some((event) => isSignIn(event) && event.network === network && event.browser === browser)
}

async function signOut(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  await note(deps, call, 'signed-out', null, (latest) => withoutSession(latest, call.who.session.id))
  return signedOut(deps, '/')
}

async function enterPassword(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { person, session } = call.who
  const { email } = person
  if (!(await checkPassword(deps, call, { person, email, password: call.fields.password ?? '' }))) {
    const form = (errors: readonly FieldError[]) => passwordForm(email, call.next, errors)
    return refusedFor(passwordTitle, 'password', 'Wrong password.', form)
  }
  const created = newSession(deps, call)
  const entered = { ...created.session, id: session.id, createdAt: session.createdAt }
  const changed = await deps.people.changePerson(person.id, (latest) =>
    isUnchanged(latest, person) && hasSession(latest, session.hash)
      ? withSessionInPlaceOf(latest, session.hash, entered)
      : latest,
  )
  const isSignedIn = changed !== null && hasSession(changed, entered.hash)
  return isSignedIn ? signedIn(deps, created, call.next) : goTo('/sign-in')
}

function signInForm(email: string, next: string, errors: readonly FieldError[]) {
  return (
    <form method="post" action="/sign-in" novalidate>
      <Hidden of={{ next }} />
      <Field name="email" label="E-mail" type="email" autocomplete="email" value={email} errors={errors} />
      <PasswordField errors={errors} />
      <Submit name="Sign in" />
      <p>
        <a href="/forgot">Forgotten password?</a>
      </p>
    </form>
  )
}

function passwordForm(email: string, next: string, errors: readonly FieldError[]) {
  return <PasswordForm action="/password" button="Continue" email={email} hidden={{ next }} errors={errors} />
}
