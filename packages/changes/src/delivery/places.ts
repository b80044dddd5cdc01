import { createSingle, errorFields, type Log } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'

/** Key of a reader. */
export interface KeyOfReader {
  readonly id: string
  readonly sha256: string
}

/** Place of an open stream or a waiting call. */
export interface Place {
  readonly key: KeyOfReader
  /** Ends the stream or the waiting. */
  close: () => void
}

/** Returns for each key, by its SHA-256, whether it may still read. */
export type AreValid = (sha256s: readonly string[]) => Promise<readonly boolean[]>

/** Creates the check of keys: one that was revoked, has expired, may not read or is of a banned account is not valid. */
export function createKeyCheck(credits: Pick<CreditStore, 'findKeys' | 'now'>): AreValid {
  return async (sha256s) =>
    (await credits.findKeys(sha256s)).map((holder) => {
      if (holder === null || holder.banned) return false
      const { revokedAt, expiresAt, scopes } = holder.key
      const end = Math.min(revokedAt ?? Number.POSITIVE_INFINITY, expiresAt ?? Number.POSITIVE_INFINITY)
      return credits.now() < end && (scopes === null || scopes.includes('read'))
    })
}

/** Most places of one key, and of all. */
const mostOfKey = 3
const mostOfAll = 2000

/** Limits streams and waiting calls to three a key and 2,000 in all. */
export function createPlaces(areValid: AreValid, log: Log) {
  const byKey = new Map<string, Set<Place>>()
  let all = 0
  let isFailing = false

  const sweeping = createSingle(async () => {
    const keys = [...byKey.keys()]
    try {
      const valid = keys.length === 0 ? [] : await areValid(keys)
      const places = keys.flatMap((key, at) => (valid[at] === true ? [] : [...(byKey.get(key) ?? [])]))
      for (const { close } of places) close()
      isFailing = false
    } catch (error) {
      // A store that does not answer says nothing about keys.
      if (!isFailing) log({ level: 'error', event: 'keys_of_streams_unknown', ...errorFields(error) })
      isFailing = true
    }
  })

  return {
    /** Takes a place; null if there is none. */
    take(key: KeyOfReader): Place | null {
      const own = byKey.get(key.sha256) ?? new Set()
      if (own.size >= mostOfKey || all >= mostOfAll) return null
      const place: Place = { key, close: () => {} }
      byKey.set(key.sha256, own.add(place))
      all += 1
      return place
    },
    leave(place: Place): void {
      const own = byKey.get(place.key.sha256)
      if (own?.delete(place) !== true) return
      all -= 1
      if (own.size === 0) byKey.delete(place.key.sha256)
    },
    /** Ends what keys have open that may not read any more. Never rejects. */
    sweep: () => sweeping.run(),
    closeAll(): void {
      for (const { close } of [...byKey.values()].flatMap((own) => [...own])) close()
    },
  }
}
