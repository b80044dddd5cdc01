// Pages and texts made of the document of `createOpenApi`

export type { DocsSource } from './docs/reference.ts'
export { type DocsFile, errorReference, llmsText, referenceFiles, referenceHtml } from './docs/reference.ts'
