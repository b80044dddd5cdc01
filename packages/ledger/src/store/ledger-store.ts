import { RiftlineError } from '@riftline/base'
import { isAhead } from '../document/document-times.ts'
import { importBatches } from '../document/import-records.ts'
import { exportLedger, ledgerContent } from '../document/ledger-content.ts'
import type { LedgerImport } from '../document/ledger-import.ts'
import { createAccounts, createBans, createKeys } from './accounts.ts'
import { createCharges, createClaims } from './charges.ts'
import { createLiveLedger, type LiveLedger, type LiveLedgerOptions } from './live-ledger.ts'
import { createUseRecorder, type UseRecorder } from './record-use.ts'
import { createStatements } from './statements.ts'
import type { MovableStore } from './store-parts.ts'

/** The credit rules over a state in memory and a journal: the store in memory, and the one in files. */
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
  if (ledger.state.accounts.size > 0) {
    throw new RiftlineError('ledger_not_empty', 'the ledger has accounts; only an empty one takes an import')
  }
  isAhead(document, { clock: ledger.clock })
  for (const records of importBatches(document)) await Promise.all(records.map(ledger.write))
  uses.restoreOrder()
}
