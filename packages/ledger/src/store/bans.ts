import { parseText } from '../rules/account-input.ts'
import { usesByOthers } from '../rules/address-uses.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { UseRecorder } from './record-use.ts'
import type { Bans } from './store-parts.ts'

export function createBans({ state, journal, now, account, write }: LiveLedger, uses: UseRecorder): Bans {
  return {
    async ban(idOrName, evidence) {
      const { account: banned, ban } = account(idOrName)
      if (ban !== null) return journal.flush()
      await write({ type: 'ban', at: now(), accountId: banned.id, evidence })
    },

    async unban(idOrName, by, allowAddresses) {
      const { account: banned, ban } = account(idOrName)
      const operator = parseText('by', by)
      if (ban === null) return journal.flush()
      const address = allowAddresses ? ban.evidence?.address : undefined
      const allow = address === undefined ? undefined : [address]
      await write({ type: 'unban', at: now(), accountId: banned.id, by: operator, allow })
    },

    async useAddress({ accountId, address, requestId }, since) {
      if (state.exempt.has(address) || account(accountId).ban !== null) return []
      uses.note({ type: 'seen', at: now(), accountId, address, requestId })
      const others = usesByOthers(state.addresses, address, accountId, since)
      return others.length === 0 ? others : others.filter((other) => account(other.accountId).ban === null)
    },

    droppedAddresses: uses.dropped,
  }
}
