// Pages and texts made of the document of `createOpenApi`

export { errorReference } from './docs/errors.ts'
export type { DocsSource } from './docs/reference.ts'
export { type DocsFile, llmsText, referenceFiles, referenceHtml } from './docs/reference.ts'
