import { OddsBook } from './odds-book.ts'
import type { OddsStore } from './odds-store.ts'
import { fromStored } from './stored-snapshot.ts'

/** Captured odds that end with the process, for tests and embedding. */
export function createMemoryOddsStore(): OddsStore {
  const book = new OddsBook()
  return {
    async nextSnapshot(teamA, teamB, now) {
      const next = book.next(teamA, teamB, now)
      return next && fromStored(next)
    },
    async closingLine(esportsMatchId, now) {
      const closing = book.closing(esportsMatchId, now)
      return closing && { ...fromStored(closing), isClosingLine: true }
    },
    async add(snapshots) {
      const added = book.newOnes(snapshots)
      for (const snapshot of added) book.add(snapshot)
      return { imported: added.length, duplicates: snapshots.length - added.length }
    },
    close: async () => {},
  }
}
