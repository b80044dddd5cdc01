import type { AccountDeps } from '../account-deps.ts'
import { eventOf } from '../actions/new-session.ts'
import { rememberAddress, rememberedUntil } from '../actions/remembered.ts'
import { deadLink } from '../frame/page-error.ts'
import { goTo, type Reply, shown } from '../frame/reply.ts'
import type { Call, Route } from '../frame/route.ts'
import { Hidden, Submit } from '../pages/field.tsx'
import { withEvent } from '../people/events.ts'
import { liveLink } from '../people/links.ts'
import type { Link, Person } from '../people/person.ts'
import { emailChanged } from '../people/sessions.ts'
import { tokenHash } from '../people/tokens.ts'

const title = 'Confirm your new e-mail'

/** The link to a new address: opening it changes nothing, its button does. */
export function emailRoute(deps: AccountDeps): Route {
  return {
    path: '/email',
    title,
    get: {
      access: 'open',
      async show({ query }) {
        const token = query.get('token') ?? ''
        const { link } = await find(deps, token)
        return shown(
          title,
          <form method="post" action="/email">
            <Hidden name="token" value={token} />
            <p>
              From now on mail goes to <strong>{link.email}</strong>, and you sign in with it.
            </p>
            <Submit name="Confirm" />
          </form>,
        )
      },
    },
    post: { access: 'open', fields: ['token'], act: (call) => confirm(deps, call) },
  }
}

async function confirm(deps: AccountDeps, call: Call): Promise<Reply> {
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
async function find({ people, clock }: AccountDeps, token: string): Promise<{ person: Person; link: Link }> {
  const hash = tokenHash(token)
  const person = await people.findPerson({ linkHash: hash })
  const link = person === null ? null : liveLink(person, hash, clock.now(), 'email')
  if (person?.status !== 'active' || link === null || link.email === null) throw deadLink()
  return { person, link }
}
