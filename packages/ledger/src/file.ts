// Credits in a folder: a journal with one writer

export { type FileStoreOptions, openFileStore } from './file/file-store.ts'
export { importIntoFiles } from './file/import-ledger.ts'
export { type LedgerView, readAccounts, readLedger } from './file/read-ledger.ts'
export { type LedgerReport, verifyLedger } from './file/verify-ledger.ts'
