// Credits in a folder: a journal with one writer

export { type FileStoreOptions, importIntoFiles, openFileStore } from './file/file-store.ts'
export { type LedgerView, readAccounts, readLedger } from './file/read-ledger.ts'
export { type LedgerReport, verifyLedger } from './file/verify-ledger.ts'
