import type { OpenApiDocument } from '../contract/openapi.ts'

/** Makes the document with code that is loaded at need: a server that starts would wait for zod and all schemas. */
export async function loadOpenApi(config: { readonly ratePerMinute: number }): Promise<OpenApiDocument> {
  const { createOpenApi } = await import('../contract/openapi.ts')
  return createOpenApi(config)
}
