// People store and administration for commands, without the pages

export type {
  MailedLink,
  PendingSignUp,
  PeopleStore,
  Person,
  PersonEvent,
  PersonQuery,
  PersonSession,
} from './people/person.ts'

// Stores

export { type FilePeopleOptions, openFilePeopleStore, type PeopleView, readPeople } from './people/file-people-store.ts'
export { createMemoryPeopleStore, type MemoryPeopleOptions } from './people/live-people.ts'
export { openPostgresPeopleStore, type PostgresPeopleOptions } from './people/postgres/postgres-people-store.ts'

// Waiting mails

export type { Mail, MailQueue } from './mail/mail-queue.ts'
export { createFileMailQueue } from './mail/mail-queue.ts'

// Administration for operators

export type {
  Invitation,
  PaymentLine,
  PaymentsQuery,
  PeopleAdministration,
  PersonLine,
} from './actions/people-administration.ts'
export type { PartsOptions } from './open-parts.ts'
export { type OpenPeopleAdministration, openPeopleAdministration } from './open-parts.ts'
