import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import { describePeopleStore } from './people-store.cases.ts'

describePeopleStore('memory', { open: async () => createMemoryPeopleStore() })
