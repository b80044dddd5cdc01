import type { PublicHandler } from '../call.ts'
import { docsStyle } from '../docs/docs-style.ts'
import type { Route } from '../router.ts'
import { loadOpenApi } from './load-openapi.ts'

/** One page made of the OpenAPI document, without scripts; with `DOCS_URL` at `/docs` the help links of errors lead to it. */
export function docsRoutes(config: { readonly ratePerMinute: number }): readonly Route<PublicHandler>[] {
  let page: Promise<Buffer> | undefined
  const shownPage = (): Promise<Buffer> => {
    page ??= makePage(config)
    return page
  }
  const style = Buffer.from(docsStyle)
  return [
    textRoute('/docs', 'text/html; charset=utf-8', shownPage),
    textRoute('/docs/errors', 'text/html; charset=utf-8', shownPage),
    textRoute('/docs/style.css', 'text/css; charset=utf-8', () => style),
  ]
}

async function makePage(config: { readonly ratePerMinute: number }): Promise<Buffer> {
  const { docsPage } = await import('../docs/docs-page.ts')
  return Buffer.from(docsPage(await loadOpenApi(config)))
}

function textRoute(path: string, type: string, body: () => Buffer | Promise<Buffer>): Route<PublicHandler> {
  const headers = { 'Content-Type': type, 'Content-Security-Policy': "default-src 'self'" }
  return { path, methods: ['GET', 'HEAD'], handle: async () => ({ status: 200, headers, body: await body() }) }
}
