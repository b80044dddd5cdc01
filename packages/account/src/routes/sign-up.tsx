import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { hashed } from '../actions/check-password.ts'
import { evenly } from '../actions/evenly.ts'
import { rememberedUntil } from '../actions/remembered.ts'
import { barred, type FieldError, goTo, type Reply, refused, shown } from '../frame/reply.ts'
import { openAction, openPage, type PageCall, type PageRoute } from '../frame/route.ts'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import { alreadyMessage, confirmMessage, notYetMessage } from '../mail/messages.ts'
import { Field, faultMarks, passwordHint, Submit } from '../pages/field.tsx'
import { IpRuleNotice, OutboxNote } from '../pages/notices.tsx'
import { passwordFault } from '../people/password-rules.ts'
import { findByEmail } from '../people/people-store.ts'
import type { PendingSignUp } from '../people/person.ts'
import { newToken, tokenHash } from '../people/tokens.ts'
import { confirmRoute } from './confirm.tsx'

const title = 'Create your account'
const dayMs = 86_400_000

export function signUpRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/sign-up',
      title,
      get: openPage(() => {
        refuseUninvited(deps)
        return shown(title, <SignUpForm deps={deps} email="" errors={[]} />)
      }),
      post: openAction(['email', 'password', 'terms'], (call) => signUp(deps, call)),
    },
    {
      path: '/check-inbox',
      title: 'Check your inbox',
      get: openPage(() => shown('Check your inbox', <CheckInbox deps={deps} />)),
    },
    confirmRoute(deps),
  ]
}

/** The answer is the same for an address that is known: whose it is, only a mail tells. */
async function signUp(deps: AccountDeps, call: PageCall): Promise<Reply> {
  refuseUninvited(deps)
  const { fields, visit } = call
  const network = visit.address?.network ?? 'unknown'
  const typed = fields.get('email') ?? ''
  const password = fields.get('password') ?? ''
  const email = parseEmail(typed)
  const errors = faultsOf(deps, { email, password, terms: fields.get('terms') })
  if (email === null || errors.length > 0) {
    return refused(title, errors, <SignUpForm deps={deps} email={typed} errors={errors} />)
  }
  const passwordHash = await hashed(deps, call, null, (share) => deps.hasher.hash(password, share))
  await evenly(deps, () => mailLink(deps, { email, passwordHash, network }))
  return goTo('/check-inbox')
}

/** As much is done for an address that is known, or was this month, as for a new one: each gets a mail, and only one a link that works. */
async function mailLink(
  deps: AccountDeps,
  { email, passwordHash, network }: Pick<PendingSignUp, 'email' | 'passwordHash' | 'network'>,
): Promise<void> {
  const { people, mailer, attempts, clock, randomBytes, origin } = deps
  const emailKey = comparedEmail(email)
  if (!attempts.linkMail(emailKey)) return
  const [known, until] = await Promise.all([findByEmail(people, email), rememberedUntil(deps, email)])
  const now = clock.now()
  const token = newToken(randomBytes)
  const hash = tokenHash(token)
  const isNew = known === null && until === null
  const times = { createdAt: now, expiresAt: isNew ? now + dayMs : now, wrongPasswords: 0 }
  await people.addPending({ hash, email, emailKey, passwordHash, network, ...times })
  if (known !== null) await mailer.send(known.email, alreadyMessage(`${origin}/sign-in`))
  else if (until !== null) await mailer.send(email, notYetMessage(until))
  else await mailer.send(email, confirmMessage(`${origin}/confirm?token=${token}`))
}

interface Wanted {
  readonly email: string | null
  readonly password: string
  readonly terms: string | undefined
}

function faultsOf(deps: AccountDeps, { email, password, terms }: Wanted): readonly FieldError[] {
  const errors: FieldError[] = []
  if (email === null) errors.push({ field: 'email', message: 'Enter an e-mail address such as name@example.com.' })
  else if (deps.isBlockedDomain(email))
    errors.push({ field: 'email', message: 'Addresses of this provider are not taken.' })
  const fault = passwordFault(password, email ?? '')
  if (fault !== null) errors.push({ field: 'password', message: fault })
  if (deps.terms !== null && terms !== 'on') errors.push({ field: 'terms', message: 'Accept the terms to go on.' })
  return errors
}

function refuseUninvited({ config }: AccountDeps): void {
  if (config.signUp === 'invite') throw barred('Accounts here are made by invitation only.')
}

function SignUpForm(props: {
  readonly deps: AccountDeps
  readonly email: string
  readonly errors: readonly FieldError[]
}): JSX.Element {
  const { deps, email, errors } = props
  return (
    <form method="post" action="/sign-up" novalidate>
      <Field name="email" label="E-mail" type="email" autocomplete="email" value={email} errors={errors} />
      <Field
        name="password"
        label="Password"
        type="password"
        autocomplete="new-password"
        hint={passwordHint}
        errors={errors}
      />
      {deps.terms !== null && <Terms errors={errors} />}
      <IpRuleNotice rule={deps.api.ipRule} />
      <Submit name="Create account" />
    </form>
  )
}

function Terms({ errors }: { readonly errors: readonly FieldError[] }): JSX.Element {
  return (
    <div class="field">
      <div class="check">
        <input type="checkbox" id="field-terms" name="terms" value="on" {...faultMarks(errors, 'terms')} />
        <label for="field-terms">I accept the terms</label>
      </div>
      <p class="hint">
        <a href="/terms">Read the terms</a>
      </p>
    </div>
  )
}

function CheckInbox({ deps }: { readonly deps: AccountDeps }): JSX.Element {
  return (
    <>
      <p>If the address can be used, a mail with a link is on its way. Open the link to go on.</p>
      <OutboxNote config={deps.config} dataFolder={deps.dataFolder} />
      <p>Nothing there after some minutes? Look in the spam folder, or ask again.</p>
    </>
  )
}
