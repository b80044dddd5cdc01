import type { AddressUse } from '../credit-store.ts'
import { parseBan, parseText, toBan } from '../rules/account-input.ts'
import { usesByOthers } from '../rules/address-uses.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { UseRecorder } from './record-use.ts'
import type { Bans } from './store-parts.ts'

export function createBans({ state, journal, now, account, write }: LiveLedger, uses: UseRecorder): Bans {
  function usesThatCount(address: string, accountId: string, since: number): readonly AddressUse[] {
    const others = usesByOthers(state.addresses, address, accountId, since)
    return others.length === 0 ? others : others.filter((other) => account(other.accountId).ban === null)
  }

  return {
    async ban(idOrName, why) {
      const { account: banned, ban } = account(idOrName)
      const { evidence, reason } = parseBan(why)
      if (ban !== null) return journal.flush()
      await write({ type: 'ban', at: now(), accountId: banned.id, evidence, reason })
    },

    async banOf(idOrName) {
      const { ban } = account(idOrName)
      return ban && toBan(ban.at, ban.evidence ?? null, ban.reason ?? null)
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
      return usesThatCount(address, accountId, since)
    },

    async otherAccountsAt(address, idOrName, since) {
      const { account: asking, ban } = account(idOrName)
      return state.exempt.has(address) || ban !== null ? 0 : usesThatCount(address, asking.id, since).length
    },

    async firstUse(addresses, idOrName) {
      const { uses: own } = account(idOrName)
      const times = addresses.flatMap((address) => own.get(address)?.firstAt ?? [])
      return times.length === 0 ? null : Math.min(...times)
    },

    droppedAddresses: uses.dropped,
  }
}
