// Log of changes in a folder

export { type ChangeFilesOptions, openChangeFiles } from './store/file/open-change-files.ts'
