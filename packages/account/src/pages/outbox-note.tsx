import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'

/** Where a mail is that was promised, while no mail server is set. */
export function OutboxNote({
  config,
  dataFolder,
}: {
  readonly config: AccountDeps['config']
  readonly dataFolder: string | undefined
}): JSX.Element | null {
  if (config.smtpUrl !== null || dataFolder === undefined) return null
  return (
    <p class="notice" id="outbox">
      No mail server is set here, so the mail is a file in <code>{dataFolder}/account/outbox</code>, where riftline
      runs. The command <code>riftline account outbox</code> prints it.
    </p>
  )
}
