import type { IncomingMessage, ServerResponse } from 'node:http'
import { StorageError } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { networksOf, senderOf } from '../actions/visitor.ts'
import { isOwnOrigin } from '../frame/own-origin.ts'
import { readForm, VisitAborted } from '../frame/read-body.ts'
import {
  barred,
  goTo,
  PageError,
  type Reply,
  safeNext,
  tooMany,
  tryLater,
  withNext,
  wrongMethod,
} from '../frame/reply.ts'
import type { Access, PageCall, PageRoute, PageVisit, SignedIn, Texts } from '../frame/route.ts'
import { budgets } from '../limits/budgets.ts'
import { whyLater } from '../payments/payment-provider.ts'
import type { Allowed, Attempt } from '../people/attempts.ts'
import { isRecent, liveSession, touched } from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import type { Writer } from './write-reply.tsx'

export interface ServeDeps extends AccountDeps {
  readonly writer: Writer
  readonly isPage: (path: string) => boolean
}

interface Asked {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly visit: PageVisit
  readonly id: string
}

/** Runs the checks of a request in order, answers it by its route and logs the outcome. */
export async function serveRoute(deps: ServeDeps, route: PageRoute, asked: Asked): Promise<Response> {
  const { writer, clock, log } = deps
  const { visit, incoming } = asked
  const startedMs = clock.monotonicMs()
  const reached: { who: SignedIn | null } = { who: null }
  let response: Response
  try {
    if (route.hook === undefined || incoming.method !== 'POST') countVisit(deps, visit)
    response = await writer.reply(visit, ...(await answer(deps, route, asked, reached)))
  } catch (cause) {
    const error = toPageError(cause)
    // A refusal for too many calls must stay cheap, so it looks nobody up.
    if (error.status !== 429) reached.who ??= await whoIs(deps, incoming)
    response = await writer.refusal({ visit, error, own: route.title, who: reached.who, cause })
  }
  log({
    level: 'info',
    event: 'page',
    requestId: visit.requestId,
    method: incoming.method ?? '',
    route: route.path,
    status: response.status,
    ms: Math.round(1000 * (clock.monotonicMs() - startedMs)) / 1000,
    personId: reached.who?.person.id ?? null,
  })
  return response
}

/** Finds the visitor for the frame of a refusal page; null also when the look-up fails. */
export function whoIs(deps: ServeDeps, { headers }: IncomingMessage): Promise<SignedIn | null> {
  return findSignedIn(deps, deps.writer.cookies.read(headers.cookie)).catch(() => null)
}

/** Counts a request for its network before anything is looked up. @throws PageError 429 */
export function countVisit({ attempts }: ServeDeps, visit: PageVisit): void {
  allowed(attempts.visit(networksOf({ visit })))
}

async function answer(
  deps: ServeDeps,
  route: PageRoute,
  { incoming, outgoing, visit, id }: Asked,
  reached: { who: SignedIn | null },
): Promise<readonly [who: SignedIn | null, reply: Reply]> {
  const { get, post } = route
  const query = Object.fromEntries(visit.query.toReversed())
  const userAgent = incoming.headers['user-agent'] ?? ''
  const cookie = deps.writer.cookies.read(incoming.headers.cookie)
  const nextOf = ({ next }: Texts): string => safeNext(next, deps.isPage)
  const open: PageCall = { visit, id, query, fields: {}, next: nextOf(query), userAgent, cookie, who: null }
  const find = async (): Promise<SignedIn | null> => {
    reached.who = await findSignedIn(deps, cookie)
    return reached.who
  }

  if (isReading(incoming) && get !== undefined) {
    const who = await find()
    const away = turnedAway(deps, get.access, who, incoming.url ?? '/')
    if (away !== null) return [who, away]
    const call = { ...open, who }
    return [who, await withinBudget(deps, `GET ${route.path}`, call, get.show)]
  }
  if (incoming.method === 'POST' && route.hook !== undefined) {
    const attempt = allowed(deps.attempts.act(`POST ${route.path}`, senderOf(open)))
    const { status } = await route.hook({ request: incoming, response: outgoing })
    if (status !== 400) attempt.takeBack()
    const body = JSON.stringify({ received: status === 200 })
    return [null, { kind: 'file', status, type: 'application/json; charset=utf-8', body }]
  }
  if (incoming.method !== 'POST' || post === undefined) throw wrongMethod(methodsOf(route))
  if (!isOwnOrigin(incoming.headers, deps.origin)) throw barred('This form was not sent from its own page.')
  const fields = await readForm({ request: incoming, response: outgoing }, post.fields)
  const who = await find()
  const call: PageCall = { ...open, fields, next: nextOf(fields), who }
  const away = turnedAway(deps, post.access, who, post.from?.(call) ?? visit.path)
  if (away !== null) return [who, away]
  if (post.access !== 'open' && who?.ban != null && !post.evenBanned) throw barred('A banned account cannot do this.')
  const reply = await withinBudget(deps, `POST ${route.path}`, call, post.act)
  // The action may have ended the session.
  return [reply.kind === 'redirect' ? who : await find(), reply]
}

/** Counts a call against its budgets. A refused call, such as a form with a typing error, is uncounted unless its budget forbids that. */
async function withinBudget(
  { attempts }: ServeDeps,
  what: string,
  call: PageCall,
  act: (call: PageCall) => Reply | Promise<Reply>,
): Promise<Reply> {
  const attempt = allowed(attempts.act(what, senderOf(call)))
  const giveBackIf = (isRefused: boolean): void => {
    if (isRefused && budgets[what]?.evenRefused !== true) attempt.takeBack()
  }
  try {
    const reply = await act(call)
    giveBackIf(reply.kind === 'page' && reply.status === 422)
    return reply
  } catch (error) {
    giveBackIf(error instanceof PageError)
    throw error
  }
}

/** Returns an allowed attempt. @throws PageError 429 */
function allowed(attempt: Attempt): Allowed {
  if (!attempt.allowed) throw tooMany(attempt.retryAfterSeconds)
  return attempt
}

export function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Redirect to the sign-in that the visitor must pass first; null when access is granted. */
function turnedAway({ clock, isPage }: ServeDeps, access: Access, who: SignedIn | null, from: string): Reply | null {
  if (access === 'open') return null
  const next = safeNext(from, isPage)
  if (who === null) return goTo(withNext('/sign-in', next))
  return access === 'session' || isRecent(who.session, clock.now()) ? null : goTo(withNext('/password', next))
}

function methodsOf({ get, post, hook }: PageRoute): string {
  const posts = post !== undefined || hook !== undefined
  return [...(get === undefined ? [] : ['GET', 'HEAD']), ...(posts ? ['POST'] : [])].join(', ')
}

function toPageError(thrown: unknown): PageError {
  if (thrown instanceof PageError) return thrown
  if (thrown instanceof StorageError) return tryLater('Nothing can be saved right now.')
  const late = whyLater(thrown)
  if (late !== null) return tryLater(late)
  if (thrown instanceof VisitAborted) return new PageError(400, 'The form did not arrive complete.')
  return new PageError(500, 'The cause is in the log of the service. Try again in a moment.')
}

/** Finds the person of a session cookie; null without a cookie, or when the session has ended. */
export async function findSignedIn(
  { people, ledger, clock }: Pick<AccountDeps, 'people' | 'ledger' | 'clock'>,
  cookie: string | null,
): Promise<SignedIn | null> {
  if (cookie === null) return null
  const sessionHash = tokenHash(cookie)
  const now = clock.now()
  const person = await people.findPerson({ sessionHash })
  if (person === null || person.status !== 'active') return null
  const session = liveSession(person, sessionHash, now)
  if (session === null) return null
  const seen = touched(person, sessionHash, now)
  if (seen !== person) await people.changePerson(person.id, (latest) => touched(latest, sessionHash, now))
  const [account, ban] = await Promise.all([ledger.findAccount(person.accountId), ledger.banOf(person.accountId)])
  return { person: seen, session, account, ban }
}
