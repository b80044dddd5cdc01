import { requireOptions } from '@riftline/base'
import type { Clock, RandomBytes } from '@riftline/base/node'
import type { CreditStore } from '../credit-store.ts'
import { importBatches } from '../document/import-records.ts'
import { exportLedger, ledgerContent } from '../document/ledger-content.ts'
import { isAhead, type LedgerImport, refuseAccounts } from '../document/ledger-import.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { createLedgerState } from '../rules/ledger-state.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { linesBack, startOfStatements } from '../rules/statement.ts'
import { createAccounts, createBans, createKeys, createStatements } from './accounts.ts'
import { createCharges, createClaims } from './charges.ts'
import {
  createLiveLedger,
  type Journal,
  type LiveLedger,
  type LiveLedgerOptions,
  type MovableStore,
} from './live-ledger.ts'
import { createUseRecorder, type UseRecorder } from './record-use.ts'

/** Options of every store. */
export interface StoreOptions {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Free credits of each account per UTC month, granted at its first use in the month; 0 for none. */
  readonly freeCredits: number
}

export const storeOptions: readonly string[] = ['clock', 'randomBytes', 'freeCredits']

/**
 * Creates a store without a disk, for tests and for embedding; it ends with the process.
 *
 * @example
 * const credits = createMemoryStore({ clock: systemClock, randomBytes: systemRandomBytes, freeCredits: 20 })
 * const { id } = await credits.createAccount('example')
 * await credits.grant(id, { kind: 'topup', ref: 'payment 1', credits: 100 })
 * await credits.balance(id) // => 120
 * await credits.close()
 */
export function createMemoryStore(options: StoreOptions): CreditStore {
  requireOptions(options, storeOptions)
  return createLedgerStore({ ...options, state: createLedgerState(), journal: createMemoryJournal() })
}

/** Creates a journal in memory that reaches as far back as statements do. */
export function createMemoryJournal(): Journal {
  let records: LedgerRecord[] = []
  let monthEnd = 0
  let forgotten = 0
  const keep = (record: LedgerRecord): void => {
    if (record.at >= monthEnd) {
      monthEnd = utcMonth(record.at).to
      const oldest = startOfStatements(record.at)
      const kept = records.filter(({ at }) => at >= oldest)
      forgotten += records.length - kept.length
      records = kept
    }
    records.push(record)
  }
  return {
    append: async (record) => keep(record),
    appendLazily: keep,
    flush: async () => {},
    records: async function* () {
      yield* [...records]
    },
    linesBack: (wanted) => linesBack([...records], wanted, forgotten + 1),
    isSound: () => true,
    hasRoom: async () => true,
    failed: new Promise(() => {}),
    close: async () => {},
  }
}

/** Creates a store from a state in memory and a journal; used by the memory store and the file store. */
export function createLedgerStore(options: LiveLedgerOptions): MovableStore {
  const ledger = createLiveLedger(options)
  const { state, journal } = ledger
  const uses = createUseRecorder(state, ledger.writeLazily)
  const claims = createClaims(ledger)
  const { claim, dropClaim } = claims
  uses.restoreOrder()
  return {
    ...createAccounts(ledger),
    ...createKeys(ledger),
    ...createBans(ledger, uses),
    ...createCharges(ledger, claims),
    claim,
    dropClaim,
    ...createStatements(ledger),
    exportLedger: () => exportLedger(ledgerContent({ state, records: journal.records })),
    importLedger: (document) => importInto(ledger, uses, document),
    now: ledger.now,
    isSound: journal.isSound,
    hasRoom: journal.hasRoom,
    failed: journal.failed,
    close: journal.close,
  }
}

async function importInto(ledger: LiveLedger, uses: UseRecorder, document: LedgerImport): Promise<void> {
  refuseAccounts(ledger.state.accounts.size)
  isAhead(document, { clock: ledger.clock })
  for (const records of importBatches(document)) await Promise.all(records.map(ledger.write))
  uses.restoreOrder()
}
