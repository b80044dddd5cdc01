import type { AccountDeps } from '../account-deps.ts'
import { checkPassword } from '../actions/check-password.ts'
import { newSession } from '../actions/new-session.ts'
import { type FieldError, goTo, type Reply, refused, safeNext, shown } from '../frame/reply.ts'
import type { OwnCall, Route } from '../frame/route.ts'
import { PasswordForm } from '../pages/field.tsx'
import { hasSession, isUnchanged, withSessionInPlaceOf } from '../people/sessions.ts'
import { own, signedIn } from './session.ts'

const title = 'Enter your password'

/** Asked again before what would hurt most in the hands of somebody who found a browser open. */
export function passwordRoutes(deps: AccountDeps, isPage: (path: string) => boolean): readonly Route[] {
  const nextOf = (text: string | undefined): string => safeNext(text, isPage)
  return [
    {
      path: '/password',
      title,
      get: {
        access: 'session',
        show: own(({ query, who }) => shown(title, form(who.person.email, nextOf(query.get('next')), []))),
      },
      post: {
        access: 'session',
        fields: ['password', 'next'],
        evenBanned: true,
        act: own((call) => enter(deps, call, nextOf(call.fields.get('next')))),
      },
    },
  ]
}

async function enter(deps: AccountDeps, call: OwnCall, next: string): Promise<Reply> {
  const { person, session } = call.who
  const password = call.fields.get('password') ?? ''
  if (!(await checkPassword(deps, call, { person, email: person.email, password }))) {
    const errors = [{ field: 'password', message: 'Wrong password.' }]
    return refused(title, errors, form(person.email, next, errors))
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

function form(email: string, next: string, errors: readonly FieldError[]): ReturnType<typeof PasswordForm> {
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
