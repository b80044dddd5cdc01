import type { PublicHandler } from '../call.ts'
import type { AppConfig } from '../config.ts'
import type { OpenApiDocument } from '../contract/openapi.ts'
import { compressBody, type PreparedBody, prepareBody, preparedAnswer } from '../http/prepared-body.ts'
import type { Route } from '../router.ts'
import { docsRoutes } from './docs.ts'

/** Makes the document; its code is loaded at the first call, so that a starting server does not wait for zod and all schemas. */
export async function loadOpenApi(config: { readonly ratePerMinute: number }): Promise<OpenApiDocument> {
  const { createOpenApi } = await import('../contract/openapi.ts')
  return createOpenApi(config)
}

/** Routes of the contract: for programs, and for people where the port shows it to them. */
export function contractRoutes(config: AppConfig, baseUrl: () => string): readonly Route<PublicHandler>[] {
  return [openApiRoute(config), ...(config.publicDocs ? docsRoutes(config, baseUrl) : [])]
}

/** `GET /openapi.json`: the contract, without a key, cacheable by anybody. It is made when it is first asked for. */
function openApiRoute(config: Pick<AppConfig, 'ratePerMinute'>): Route<PublicHandler> {
  let prepared: Promise<PreparedBody> | undefined
  return {
    path: '/openapi.json',
    methods: ['GET', 'HEAD'],
    handle: async ({ exchange }) => {
      prepared ??= loadOpenApi(config).then((document) => compressBody(prepareBody(document)))
      return preparedAnswer(await prepared, exchange.request.headers, 'public')
    },
  }
}
