import type { JSX } from 'hono/jsx/jsx-runtime'
import type { FieldError } from '../frame/reply.ts'
import type { Person, PersonEvent, PersonSession } from '../people/person.ts'
import { Field, faultMarks, Hidden, passwordHint, Submit, Username } from './field.tsx'
import { Table, type TableColumn } from './table.tsx'
import { creditsText, Time } from './text.tsx'

export interface SettingsProps {
  readonly person: Person
  /** The one that asks. */
  readonly session: PersonSession
  /** Values that were typed, when a form is shown again. */
  readonly fields: ReadonlyMap<string, string>
  readonly errors: readonly FieldError[]
}

export function SettingsPage({ person, session, fields, errors }: SettingsProps): JSX.Element {
  return (
    <>
      <h2>E-mail</h2>
      <p>
        Your address is <strong>{person.email}</strong>.
      </p>
      <form method="post" action="/settings/email" novalidate>
        <Field
          name="email"
          label="New e-mail"
          type="email"
          autocomplete="email"
          value={fields.get('email') ?? ''}
          errors={errors}
        />
        <Submit name="Change e-mail" />
      </form>
      <h2>Password</h2>
      <form method="post" action="/settings/password" novalidate>
        <Username email={person.email} />
        <Field
          name="current"
          label="Current password"
          type="password"
          autocomplete="current-password"
          errors={errors}
        />
        <Field
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          hint={passwordHint}
          errors={errors}
        />
        <Submit name="Change password" />
      </form>
      <h2>Alerts</h2>
      <form method="post" action="/settings/alerts" novalidate>
        <Field
          name="below"
          label="Low balance"
          type="number"
          min={0}
          value={fields.get('below') ?? String(person.alertBelow)}
          hint="A mail when fewer credits than this are left. 0 sends none."
          errors={errors}
        />
        <Submit name="Save" />
      </form>
      <Sessions person={person} own={session} />
      <h2>Activity</h2>
      <Table label="Activity" columns={activityColumns} rows={person.events.slice(-mostShown).toReversed()} />
      <h2>Your data</h2>
      <form method="post" action="/settings/export">
        <Submit name="Download my data" kind="second" />
      </form>
      <h2>Delete account</h2>
      <p>
        Your keys stop, a plan ends, and your e-mail, password and activity are removed. Charges and names of keys stay
        in the ledger, which is a record of money. Credits that are left are lost.
      </p>
      <form method="post" action="/settings/delete" novalidate>
        <DeleteField errors={errors} />
        <Submit name="Delete account" kind="danger" />
      </form>
    </>
  )
}

/** Its form field is `email`, as that of the other form: the id is its own. */
function DeleteField({ errors }: { readonly errors: readonly FieldError[] }): JSX.Element {
  return (
    <div class="field">
      <label for="field-delete">Your e-mail</label>
      <input
        id="field-delete"
        name="email"
        type="email"
        autocomplete="off"
        required
        {...faultMarks(errors, 'delete')}
      />
    </div>
  )
}

const sessionColumns = (own: string): readonly TableColumn<PersonSession>[] => [
  {
    name: 'Browser',
    look: 'name',
    cell: ({ id, browser }) => (
      <>
        {browser}
        {id === own && ' (this one)'}
        <form method="post" action="/settings/sessions">
          <Hidden name="session" value={id} />
          <Submit name="End session" kind="link" />
        </form>
      </>
    ),
  },
  { name: 'Network', isLabelled: true, cell: ({ network }) => network },
  { name: 'Signed in', isLabelled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'Last seen', isLabelled: true, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
]

function Sessions({ person, own }: { readonly person: Person; readonly own: PersonSession }): JSX.Element {
  return (
    <>
      <h2>Sessions</h2>
      <Table label="Sessions" columns={sessionColumns(own.id)} rows={person.sessions.toReversed()} />
      <form method="post" action="/settings/sessions" class="actions">
        <Hidden name="session" value="others" />
        <Submit name="Sign out everywhere else" kind="second" />
      </form>
    </>
  )
}

const texts: Readonly<Record<PersonEvent['kind'], string>> = {
  'signed-up': 'Signed up',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Wrong password',
  'signed-out': 'Signed out',
  'password-changed': 'Password changed',
  'email-changed': 'E-mail changed',
  'alerts-changed': 'Alert changed',
  'session-ended': 'Session ended',
  'key-created': 'Key created',
  'key-rotated': 'Key rotated',
  'key-revoked': 'Key revoked',
  payment: 'Payment',
  refund: 'Refund',
  'plan-changed': 'Plan changed',
  exported: 'Data downloaded',
  banned: 'Banned',
  unbanned: 'Ban lifted',
}

const mostShown = 50

/** The kind, with what it was about in words, or as a link to a page that says so. */
function What({ event: { kind, detail } }: { readonly event: PersonEvent }): JSX.Element {
  if (detail === null) return <>{texts[kind]}</>
  if (kind === 'payment' || kind === 'refund') return <a href={`/credits/payments/${detail}`}>{texts[kind]}</a>
  if (kind === 'plan-changed') return <>{detail === 'cancel' ? 'Plan cancelled' : 'Plan kept'}</>
  if (kind === 'alerts-changed')
    return <>{`${texts[kind]}: ${detail === '0' ? 'none' : `below ${creditsText(Number(detail))}`}`}</>
  return <>{`${texts[kind]}: ${detail}`}</>
}

const activityColumns: readonly TableColumn<PersonEvent>[] = [
  { name: 'Time', cell: ({ at }) => <Time at={at} /> },
  { name: 'What', look: 'name', cell: (event) => <What event={event} /> },
  { name: 'Network', isLabelled: true, cell: ({ network }) => network },
  { name: 'Browser', isLabelled: true, look: 'name', cell: ({ browser }) => browser },
]
