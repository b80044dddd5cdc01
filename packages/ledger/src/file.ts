// Ledger in a folder: a journal with one writer

export { type FileStoreOptions, importIntoFiles, openFileStore } from './file/file-store.ts'
export { type LedgerReport, type LedgerView, readAccounts, readLedger, verifyLedger } from './file/read-ledger.ts'
