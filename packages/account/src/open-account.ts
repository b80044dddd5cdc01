import type { RequestListener } from 'node:http'
import { requireOptions } from '@riftline/base'
import type { AccountDeps } from './account-deps.ts'
import { createPeopleAdministration, type PeopleAdministration } from './actions/people-administration.ts'
import { watchAccounts } from './actions/watch-accounts.ts'
import { createPages } from './app.tsx'
import { createBlockedDomains } from './mail/email.ts'
import { openParts, type PartsOptions, partsOptions } from './open-parts.ts'
import { createAttempts } from './people/attempts.ts'
import { createPasswordHasher } from './people/password-hasher.ts'

/** Options that only the server process can supply: the ledger, `/v1` and the HTTP checks, besides files and settings. */
export interface OpenAccountOptions extends PartsOptions, Pick<AccountDeps, 'apiUrl' | 'admit' | 'ledger' | 'api'> {}

/** Opened account page: request listener, operators' administration, and `close`. */
export interface AccountPage {
  readonly app: RequestListener
  readonly administration: PeopleAdministration
  close(): Promise<void>
}

/** Opens people, payments and mail, and begins to watch accounts. @throws RiftlineError `people_unusable`, `database_unreachable` */
export async function openPages(options: OpenAccountOptions): Promise<AccountPage> {
  requireOptions(options, [...partsOptions, 'apiUrl', 'admit', 'api'])
  const { files, clock, randomBytes, timers } = options
  const parts = await openParts(options, true)
  const { people, mailer, payments } = parts
  const deps: AccountDeps = {
    ...options,
    ...parts,
    hasher: createPasswordHasher({ randomBytes, timers }),
    attempts: createAttempts(clock),
    isBlockedDomain: createBlockedDomains(files.blockedDomains),
    terms: files.terms,
    privacy: files.privacy,
  }
  payments.start()
  const stopMail = mailer.start()
  const stopWatch = watchAccounts(deps)
  return {
    app: createPages(deps),
    administration: createPeopleAdministration(deps),
    async close() {
      await Promise.all([payments.stop(), stopMail(), stopWatch()])
      await people.close()
    },
  }
}
