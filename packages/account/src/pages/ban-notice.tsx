import type { Ban } from '@riftline/ledger'
import type { JSX } from 'hono/jsx/jsx-runtime'
import { banReason } from '../people/ban-reason.ts'
import { Time } from './time.tsx'

/** On every page of a banned person: why, when, by which own request, and where to write. */
export function BanNotice(props: { readonly ban: Ban; readonly supportEmail: string | null }): JSX.Element {
  const { ban, supportEmail } = props
  return (
    <section id="ban" aria-labelledby="ban-heading">
      <h2 id="ban-heading">This account is banned</h2>
      <p>{banReason(ban)}</p>
      <dl>
        <dt>Since</dt>
        <dd>
          <Time at={ban.at} />
        </dd>
        {ban.evidence !== null && <Evidence evidence={ban.evidence} />}
      </dl>
      <p>
        Calls with its keys are refused.{' '}
        {supportEmail === null ? (
          'Write to the operator of this service to appeal.'
        ) : (
          <span>
            To appeal, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </span>
        )}
      </p>
    </section>
  )
}

/** Its own side of the meeting; the other account is nobody's business. */
function Evidence({ evidence }: { readonly evidence: NonNullable<Ban['evidence']> }): JSX.Element {
  return (
    <>
      <dt>Your request</dt>
      <dd>
        <code>{evidence.requestId}</code>
      </dd>
      <dt>Your address</dt>
      <dd>
        <code>{evidence.address}</code>
      </dd>
    </>
  )
}
