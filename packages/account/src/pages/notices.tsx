import type { Ban } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { banReason } from '../people/person-rules.ts'
import { Facts } from './table.tsx'
import { Time } from './text.tsx'

/** Notice on every page of a banned person: reason, time, the person's own request (the other account stays private) and appeal. */
export function BanNotice(props: { readonly ban: Ban; readonly supportEmail: string | null }) {
  const { ban, supportEmail } = props
  const { evidence } = ban
  const requests =
    evidence === null
      ? []
      : ([
          ['Your request', <code>{evidence.requestId}</code>],
          ['Your address', <code>{evidence.address}</code>],
        ] as const)
  return (
    <section id="ban" aria-labelledby="ban-heading">
      <h2 id="ban-heading">This account is banned</h2>
      <p>{banReason(ban)}</p>
      <Facts of={[['Since', <Time at={ban.at} />], ...requests]} />
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

/** Warning about the rule that bans, shown before it applies. */
export function IpRuleNotice({ rule }: { readonly rule: 'off' | 'flag' | 'enforce' }) {
  if (rule === 'off') return null
  return (
    <p id="ip-rule">
      One account a network address: when a second account calls from an address that another one used within 30 days,{' '}
      {rule === 'enforce' ? 'all accounts seen there are banned' : 'the operator is told of all accounts seen there'}.
      Of IPv6 a /64 counts as one address; a /56 has room for two accounts and a /48 for four. Use several keys of one
      account instead: an office, a home or a cloud network may have one address for everybody in it.
    </p>
  )
}

/** Warning to a person whose network is already used by another account. */
export function IpWarning({ others }: { readonly others: number }) {
  if (others === 0) return null
  return (
    <section id="ip-warning" aria-label="Warning">
      <p>
        <strong>Another account called from your network within 30 days.</strong> A call of yours from here may get both
        accounts banned. Call from another network, or write to the operator first.
      </p>
    </section>
  )
}

/** Path of the outbox, shown with a promised mail while no mail server is configured. */
export function OutboxNote({ deps }: { readonly deps: AccountDeps }) {
  const { config, dataFolder } = deps
  if (config.smtpUrl !== null || dataFolder === undefined) return null
  return (
    <p class="notice" id="outbox">
      No mail server is set here, so the mail is a file in <code>{dataFolder}/account/outbox</code>, where riftline
      runs. The command <code>riftline account outbox</code> prints it.
    </p>
  )
}
