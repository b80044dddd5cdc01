import { OddsBook } from './odds-book.ts'
import type { OddsStore } from './odds-store.ts'
import { winnerPrices } from './winner-prices.ts'

/** Captured odds that end with the process, for tests and embedding. */
export function createMemoryOddsStore(): OddsStore {
  const book = new OddsBook()
  return {
    nextSnapshot: async (teamA, teamB, now) => book.next(teamA, teamB, now),
    seriesBetween: async (teamA, teamB, now) => book.between(teamA, teamB, now),
    winnerPrices: async (from, until, now) => winnerPrices(book.scheduled(from, until, now)),
    closingLine: async (esportsMatchId, now) => book.closing(esportsMatchId, now),
    async add(snapshots) {
      const added = book.newOnes(snapshots)
      for (const snapshot of added) book.add(snapshot)
      return { imported: added.length, duplicates: snapshots.length - added.length }
    },
    close: async () => {},
  }
}
