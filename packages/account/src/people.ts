// People: what commands read and change, without the pages

export type {
  MailedLink,
  PendingSignUp,
  PeopleStore,
  Person,
  PersonEvent,
  PersonQuery,
  PersonSession,
} from './people/person.ts'

// Where they are kept

export { type FilePeopleOptions, openFilePeopleStore, type PeopleView, readPeople } from './people/file-people-store.ts'
export { createMemoryPeopleStore, type MemoryPeopleOptions } from './people/live-people.ts'
export { openPostgresPeopleStore, type PostgresPeopleOptions } from './people/postgres/postgres-people-store.ts'

// Mails that wait

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
