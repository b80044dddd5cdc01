import { requireOptions } from '@riftline/base'
import { createPeopleAdministration, type PeopleAdministration } from './actions/people-administration.ts'
import { openParts, type PartsOptions, partsOptions } from './open-parts.ts'

/** The administration, until it is closed. */
export interface OpenPeopleAdministration {
  readonly administration: PeopleAdministration
  close(): Promise<void>
}

/**
 * People for an operator, without pages: mails that it promises leave with the next server that has them on its way.
 * For the process that holds the ledger.
 *
 * @throws RiftlineError `people_unusable`, `database_unreachable`
 */
export async function openPeopleAdministration(options: PartsOptions): Promise<OpenPeopleAdministration> {
  requireOptions(options, partsOptions)
  const parts = await openParts(options, false)
  return {
    administration: createPeopleAdministration({ ...options, ...parts }),
    close: () => parts.people.close(),
  }
}
