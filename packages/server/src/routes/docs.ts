import type { PublicHandler } from '../call.ts'
import { createOpenApi } from '../contract/openapi.ts'
import { docsPage } from '../docs/docs-page.ts'
import { docsStyle } from '../docs/docs-style.ts'
import type { Route } from '../router.ts'

/** One page made of the OpenAPI document, without scripts; with `DOCS_URL` at `/docs` the help links of errors lead to it. */
export function docsRoutes(config: { readonly ratePerMinute: number }): readonly Route<PublicHandler>[] {
  let page: Buffer | undefined
  const shownPage = (): Buffer => {
    page ??= Buffer.from(docsPage(createOpenApi(config)))
    return page
  }
  const style = Buffer.from(docsStyle)
  return [
    textRoute('/docs', 'text/html; charset=utf-8', shownPage),
    textRoute('/docs/errors', 'text/html; charset=utf-8', shownPage),
    textRoute('/docs/style.css', 'text/css; charset=utf-8', () => style),
  ]
}

function textRoute(path: string, type: string, body: () => Buffer): Route<PublicHandler> {
  const headers = { 'Content-Type': type, 'Content-Security-Policy': "default-src 'self'" }
  return { path, methods: ['GET', 'HEAD'], handle: () => ({ status: 200, headers, body: body() }) }
}
