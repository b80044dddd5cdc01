import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PersonEvent } from '../people/person.ts'
import { Head, Table } from './table.tsx'
import { Time } from './text.tsx'

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
  if (kind === 'alerts-changed') return <>{`${texts[kind]}: ${detail === '0' ? 'none' : `below ${detail} credits`}`}</>
  return <>{`${texts[kind]}: ${detail}`}</>
}

/** The latest of what happened. */
export function Activity({ events }: { readonly events: readonly PersonEvent[] }): JSX.Element {
  return (
    <Table label="Activity">
      <Head columns={[{ name: 'Time' }, { name: 'What' }, { name: 'Network' }, { name: 'Browser' }]} />
      <tbody>
        {events
          .slice(-mostShown)
          .toReversed()
          .map((event) => (
            <tr>
              <td>
                <Time at={event.at} />
              </td>
              <td class="name">
                <What event={event} />
              </td>
              <td data-label="Network">{event.network}</td>
              <td data-label="Browser" class="name">
                {event.browser}
              </td>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}
