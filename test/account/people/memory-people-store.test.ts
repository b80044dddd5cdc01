import { createMemoryPeopleStore } from '#account/people/memory-people-store.ts'
import { describePeopleStore } from './people-store.cases.ts'

describePeopleStore('memory', { open: async () => createMemoryPeopleStore() })
