// Pages and texts made of the document of `createOpenApi`

export { errorReference } from './docs/errors.ts'
export { llmsText } from './docs/llms.ts'
export type { DocsSource } from './docs/operations-of.ts'
export { type DocsFile, referenceFiles, referenceHtml } from './docs/reference.ts'
