import { createSerial } from '@riftline/base/node'
import type { Served } from '../http/common-headers.ts'
import { compressBody, type PreparedBody, prepareBody } from '../http/prepared-body.ts'
import type { CatalogueItems } from './catalogue-items.ts'

/**
 * The four free lists, those of teams and players also of the active or the inactive alone; null is all. Each is made at the
 * first request, which is answered as it is; later ones find it compressed.
 */
export type DiscoveryLists = Readonly<Record<keyof CatalogueItems, (active?: boolean | null) => PreparedBody>>

export function createDiscoveryLists(items: () => CatalogueItems, envelope: Served): DiscoveryLists {
  // One after the other: the threads that compress are those that write the journal.
  const inTurn = createSerial()
  const list = (name: keyof CatalogueItems): ((active?: boolean | null) => PreparedBody) => {
    const prepared = new Map<boolean | null, PreparedBody>()
    return (active = null) => {
      const known = prepared.get(active)
      if (known !== undefined) return known
      const shown: readonly object[] = items()[name].filter(
        (item) => active === null || !('active' in item) || item.active === active,
      )
      const plain = prepareBody({ count: shown.length, ...envelope, [name]: shown })
      prepared.set(active, plain)
      // A body that cannot be compressed is sent as it is.
      const compress = inTurn(async () => {
        prepared.set(active, await compressBody(plain))
      })
      compress.catch(() => {})
      return plain
    }
  }
  return {
    teams: list('teams'),
    players: list('players'),
    champions: list('champions'),
    tournaments: list('tournaments'),
  }
}
