import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { checkPassword } from '../actions/check-password.ts'
import { eventOf, newSession, placeOf } from '../actions/visitor.ts'
import { signedIn, signedOut } from '../frame/own-origin.ts'
import { doneText, type FieldError, goTo, type Reply, refusedFor, safeNext, shown } from '../frame/reply.ts'
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
import { Field, Hidden, PasswordForm, Submit } from '../pages/field.tsx'
import { findByEmail } from '../people/people-store.ts'
import type { Person } from '../people/person.ts'
import { hasSession, isUnchanged, withEvent, withoutSession, withSessionInPlaceOf } from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'

const title = 'Sign in'
/** A text that is no address is counted as one, cut to this length. */
const mostTyped = 254

export function signInRoutes(deps: AccountDeps, isPage: (path: string) => boolean): readonly PageRoute[] {
  const nextOf = (text: string | undefined): string => safeNext(text, isPage)
  return [
    {
      path: '/sign-in',
      title,
      get: openPage(({ query }) => {
        const status = doneText(query.get('done'))
        return shown(title, <SignInForm email="" next={nextOf(query.get('next'))} errors={[]} />, { status })
      }),
      post: openAction(['email', 'password', 'next'], (call) => signIn(deps, call, nextOf(call.fields.get('next')))),
    },
    {
      path: '/sign-out',
      title: 'Sign out',
      post: ownAction([], (call) => signOut(deps, call), { evenBanned: true, from: () => '/dashboard' }),
    },
  ]
}

async function signIn(deps: AccountDeps, call: PageCall, next: string): Promise<Reply> {
  const { people, mailer, clock, origin } = deps
  const typed = call.fields.get('email') ?? ''
  const email = parseEmail(typed) ?? typed.slice(0, mostTyped)
  const password = call.fields.get('password') ?? ''
  const found = await findByEmail(people, email)
  const person = found?.status === 'active' ? found : null
  if (!(await checkPassword(deps, call, { person, email, password })) || person === null) {
    return refusedFor(title, 'password', 'Wrong e-mail or password.', (errors) => (
      <SignInForm email={typed} next={next} errors={errors} />
    ))
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
  return signedIn(deps, created, next)
}

/** Whether the person came from this network with this browser before: then a mail would say nothing new. */
function wasHere({ events }: Person, call: PageCall): boolean {
  const place = placeOf(call)
  return events.some(
    ({ kind, network, browser }) =>
      (kind === 'signed-in' || kind === 'signed-up') && network === place.network && browser === place.browser,
  )
}

async function signOut(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { person, session } = call.who
  const event = eventOf(deps, call, 'signed-out')
  await deps.people.changePerson(person.id, (latest) => withEvent(withoutSession(latest, session.id), event))
  return signedOut(deps, '/')
}

function SignInForm(props: {
  readonly email: string
  readonly next: string
  readonly errors: readonly FieldError[]
}): JSX.Element {
  const { email, next, errors } = props
  return (
    <form method="post" action="/sign-in" novalidate>
      <Hidden name="next" value={next} />
      <Field name="email" label="E-mail" type="email" autocomplete="email" value={email} errors={errors} />
      <Field name="password" label="Password" type="password" autocomplete="current-password" errors={errors} />
      <Submit name="Sign in" />
      <p>
        <a href="/forgot">Forgotten password?</a>
      </p>
    </form>
  )
}

const passwordTitle = 'Enter your password'

/** Asked again before what would hurt most in the hands of somebody who found a browser open. */
export function passwordRoutes(deps: AccountDeps, isPage: (path: string) => boolean): readonly PageRoute[] {
  const nextOf = (text: string | undefined): string => safeNext(text, isPage)
  return [
    {
      path: '/password',
      title: passwordTitle,
      get: ownPage(({ query, who }) =>
        shown(passwordTitle, passwordForm(who.person.email, nextOf(query.get('next')), [])),
      ),
      post: ownAction(['password', 'next'], (call) => enter(deps, call, nextOf(call.fields.get('next'))), {
        evenBanned: true,
      }),
    },
  ]
}

async function enter(deps: AccountDeps, call: OwnCall, next: string): Promise<Reply> {
  const { person, session } = call.who
  const password = call.fields.get('password') ?? ''
  if (!(await checkPassword(deps, call, { person, email: person.email, password }))) {
    return refusedFor(passwordTitle, 'password', 'Wrong password.', (errors) =>
      passwordForm(person.email, next, errors),
    )
  }
  const created = newSession(deps, call)
  const kept = { ...created.session, id: session.id, createdAt: session.createdAt }
  const changed = await deps.people.changePerson(person.id, (latest) =>
    isUnchanged(latest, person) && hasSession(latest, session.hash)
      ? withSessionInPlaceOf(latest, session.hash, kept)
      : latest,
  )
  return changed !== null && hasSession(changed, kept.hash) ? signedIn(deps, created, next) : goTo('/sign-in')
}

function passwordForm(email: string, next: string, errors: readonly FieldError[]): ReturnType<typeof PasswordForm> {
  return (
    <PasswordForm
      action="/password"
      label="Password"
      button="Continue"
      email={email}
      hidden={{ next }}
      errors={errors}
      isNew={false}
    />
  )
}
