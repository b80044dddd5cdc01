// Kept forecasts in a folder

export { type VerifyKeptOptions, verifyKeptFiles } from './kept/file/kept-files.ts'
export { type KeptFilesOptions, openKeptFiles } from './kept/file/open-kept-files.ts'
