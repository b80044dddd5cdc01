import { createSerial } from '@riftline/ledger'
import { compressBody, type PreparedBody, prepareBody } from '../http/prepared-body.ts'
import type { CatalogueItems } from './catalogue-items.ts'

/** The four free lists. Each is made at the first request, which is answered as it is; later ones find it compressed. */
export type DiscoveryLists = Readonly<Record<keyof CatalogueItems, () => PreparedBody>>

export function createDiscoveryLists(items: CatalogueItems, dataThroughUtc: string): DiscoveryLists {
  // One after the other: the threads that compress are those that write the journal.
  const inTurn = createSerial()
  const list = (name: keyof CatalogueItems): (() => PreparedBody) => {
    let prepared: PreparedBody | null = null
    return () => {
      if (prepared === null) {
        const plain = prepareBody({ count: items[name].length, dataThroughUtc, [name]: items[name] })
        prepared = plain
        // What cannot be compressed is sent as it is.
        const compress = inTurn(async () => {
          prepared = await compressBody(plain)
        })
        compress.catch(() => {})
      }
      return prepared
    }
  }
  return {
    teams: list('teams'),
    players: list('players'),
    champions: list('champions'),
    tournaments: list('tournaments'),
  }
}
