import { createOpenApi } from '../contract/openapi.ts'
import { readParameters } from '../http/target.ts'
import { docsPage } from '../observe/docs-page.ts'
import { docsStyle } from '../observe/docs-style.ts'
import type { Route } from '../router.ts'

/**
 * `/docs`, for people: one page made of the OpenAPI document, without scripts. `/docs/errors` is the same page, so that
 * with `DOCS_URL` at `/docs` the help link of an error leads to its code.
 */
export function docsRoutes(config: { readonly ratePerMinute: number }): readonly Route[] {
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

function textRoute(path: string, type: string, body: () => Buffer): Route {
  const headers = { 'Content-Type': type, 'Content-Security-Policy': "default-src 'self'" }
  return {
    path,
    methods: ['GET', 'HEAD'],
    handle: ({ target }) => {
      readParameters(target)
      return { status: 200, headers, body: body() }
    },
  }
}
