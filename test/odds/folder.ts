import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '#base/node/clock.ts'
import { type OddsStore, type OddsStoreOptions, openOddsStore } from '#odds/book/odds-store.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'

export interface OpenedStore {
  readonly store: OddsStore
  readonly dataFolder: string
  readonly clock: ManualClock
  readonly log: LogEntry[]
}

/** Opens a store on a new folder, or another store on a given one. */
export async function openStore(options: Partial<OddsStoreOptions> = {}): Promise<OpenedStore> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'riftline-odds-')))
  const clock = createManualClock()
  const log: LogEntry[] = []
  const store = await openOddsStore({ clock, log: (entry) => log.push(entry), ...options, dataFolder })
  return { store, dataFolder, clock, log }
}
