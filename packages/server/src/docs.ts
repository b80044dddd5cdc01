// What `createOpenApi` makes, for people and for programs that read text

export type { DocsLimits, DocsSource } from './docs/docs-source.ts'
export { llmsFullText, llmsText } from './docs/llms.ts'
export { apiReference, errorReference } from './docs/pages.ts'
export { docsStyle } from './docs/style.ts'
