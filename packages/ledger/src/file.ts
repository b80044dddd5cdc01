// Credits in a folder: a journal with one writer

export { type FileStoreOptions, openFileStore } from './file/file-store.ts'
export { importIntoFiles } from './file/import-ledger.ts'
export { readAccounts } from './file/read-accounts.ts'
export { type LedgerView, readLedger } from './file/read-ledger.ts'
export { type LedgerReport, verifyLedger } from './file/verify-ledger.ts'

// Threads beside the one that serves

export { type CoreTime, createIsBusy, isStarved, readCoreTime } from './file/core-time.ts'
export { becomeIdleTask } from './file/yield-core.ts'
