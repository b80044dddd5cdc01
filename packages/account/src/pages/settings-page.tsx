import type { Child } from 'hono/jsx'
import type { FieldError } from '../frame/reply.ts'
import type { OwnCall } from '../frame/route.ts'
import type { PersonEvent, PersonSession } from '../people/person.ts'
import { ButtonForm, Field, faultMarks, PasswordField, Submit, Username } from './field.tsx'
import { Table, type TableColumn } from './table.tsx'
import { creditsText, Time } from './text.tsx'

interface SettingsProps {
  readonly call: OwnCall
  readonly errors: readonly FieldError[]
  /** Note about the outbox, shown above the page. */
  readonly outbox?: Child
}

export function SettingsPage({ call: { who, fields }, errors, outbox }: SettingsProps) {
  const { person, session } = who
  return (
    <>
      {outbox}
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
          value={fields.email ?? ''}
          errors={errors}
        />
        <Submit name="Change e-mail" />
      </form>
      <h2>Password</h2>
      <form method="post" action="/settings/password" novalidate>
        <Username email={person.email} />
        <PasswordField name="current" label="Current password" errors={errors} />
        <PasswordField label="New password" isNew errors={errors} />
        <Submit name="Change password" />
      </form>
      <h2>Alerts</h2>
      <form method="post" action="/settings/alerts" novalidate>
        <Field
          name="below"
          label="Low balance"
          type="number"
          min={0}
          value={fields.below ?? String(person.alertBelow)}
          hint="A mail when fewer credits than this are left. 0 sends none."
          errors={errors}
        />
        <Submit name="Save" />
      </form>
      <h2>Sessions</h2>
      <Table label="Sessions" columns={sessionColumns(session.id)} rows={person.sessions.toReversed()} />
      <ButtonForm
        action="/settings/sessions"
        name="Sign out everywhere else"
        kind="second"
        hidden={{ session: 'others' }}
        look="actions"
      />
      <h2>Activity</h2>
      <Table label="Activity" columns={activityColumns} rows={person.events.slice(-mostShown).toReversed()} />
      <h2>Your data</h2>
      <ButtonForm action="/settings/export" name="Download my data" kind="second" />
      <h2>Delete account</h2>
      <p>
        Your keys stop, a plan ends, and your e-mail, password and activity are removed. Charges and names of keys stay
        in the ledger, which is a record of money. Credits that are left are lost.
      </p>
      <form method="post" action="/settings/delete" novalidate>
        <div class="field">
          <label for="field-delete">Your e-mail</label>
          {/* Same field name as the e-mail field above, so the id is its own. */}
          <input
            id="field-delete"
            name="email"
            type="email"
            autocomplete="off"
            required
            {...faultMarks(errors, 'delete')}
          />
        </div>
        <Submit name="Delete account" kind="danger" />
      </form>
    </>
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
        <ButtonForm action="/settings/sessions" name="End session" kind="link" hidden={{ session: id }} />
      </>
    ),
  },
  { name: 'Network', isLabelled: true, cell: ({ network }) => network },
  { name: 'Signed in', isLabelled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'Last seen', isLabelled: true, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
]

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
  'key-changed': 'Limits of a key changed',
  'key-expiring': 'Mail about a key that expires',
  'key-revoked': 'Key revoked',
  payment: 'Payment',
  refund: 'Refund',
  'plan-changed': 'Plan changed',
  exported: 'Data downloaded',
  banned: 'Banned',
  unbanned: 'Ban lifted',
}

const mostShown = 50

/** Text of an event: its kind and detail in words, or a link to the page with the detail. */
function eventText({ kind, detail }: PersonEvent): Child {
  if (detail === null) return texts[kind]
  if (kind === 'payment' || kind === 'refund') return <a href={`/credits/payments/${detail}`}>{texts[kind]}</a>
  if (kind === 'plan-changed') return detail === 'cancel' ? 'Plan cancelled' : 'Plan kept'
  if (kind !== 'alerts-changed') return `${texts[kind]}: ${detail}`
  return `${texts[kind]}: ${detail === '0' ? 'none' : `below ${creditsText(Number(detail))}`}`
}

const activityColumns: readonly TableColumn<PersonEvent>[] = [
  { name: 'Time', cell: ({ at }) => <Time at={at} /> },
  { name: 'What', look: 'name', cell: eventText },
  { name: 'Network', isLabelled: true, cell: ({ network }) => network },
  { name: 'Browser', isLabelled: true, look: 'name', cell: ({ browser }) => browser },
]
