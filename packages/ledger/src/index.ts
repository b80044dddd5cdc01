// Interface of every store, and its types

export type * from './account-reports.ts'
export type * from './credit-store.ts'
export { StorageError } from './credit-store.ts'
export { type KeyLimits, type KeyScope, keyScopes } from './key-limits.ts'

// Store in memory, for tests and embedding

export { createMemoryStore, type StoreOptions } from './store/memory-store.ts'

// Export and import: JSON Lines that every store reads and writes

export { exportLedger, ledgerContent } from './document/ledger-content.ts'
export { type ContentLine, createTotals, differences } from './document/ledger-document.ts'
export { type LedgerImport, parseExport } from './document/ledger-import.ts'

// Counters

export { counters, histograms, type Labels, type LedgerMetrics, noMetrics } from './ledger-metrics.ts'
