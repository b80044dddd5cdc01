import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PersonEvent } from '../people/person.ts'
import { Head, Table } from './table.tsx'
import { Time } from './time.tsx'

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

/** The latest of what happened. */
export function Activity({ events }: { readonly events: readonly PersonEvent[] }): JSX.Element {
  return (
    <Table label="Activity">
      <Head columns={[{ name: 'Time' }, { name: 'What' }, { name: 'Network' }, { name: 'Browser' }]} />
      <tbody>
        {events
          .slice(-mostShown)
          .toReversed()
          .map(({ at, kind, network, browser, detail }) => (
            <tr>
              <td>
                <Time at={at} />
              </td>
              <td class="name">
                {texts[kind]}
                {detail === null ? '' : `: ${detail}`}
              </td>
              <td>{network}</td>
              <td class="name">{browser}</td>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}
