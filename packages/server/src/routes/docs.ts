import type { PublicHandler } from '../call.ts'
import type { AppConfig } from '../config.ts'
import type { DocsLimits, DocsSource } from '../docs/docs-source.ts'
import { docsStyle, pageStyle } from '../docs/style.ts'
import type { Route } from '../router.ts'
import { loadOpenApi } from './load-openapi.ts'

/**
 * Pages made of the OpenAPI document, without scripts; with `DOCS_URL` at `/docs` the help links of errors lead to them.
 * @param baseUrl asked when a page is first asked for
 */
export function docsRoutes(
  config: Pick<AppConfig, 'ratePerMinute'> & DocsLimits,
  baseUrl: () => string,
): readonly Route<PublicHandler>[] {
  let pages: Promise<Pages> | undefined
  const shown = async (name: keyof Pages): Promise<Buffer> => {
    pages ??= loadOpenApi(config).then((document) =>
      makePages({ document, baseUrl: baseUrl(), docsUrl: '/docs', limits: config }),
    )
    return (await pages)[name]
  }
  return [
    textRoute('/docs', 'text/html; charset=utf-8', () => shown('reference')),
    textRoute('/docs/errors', 'text/html; charset=utf-8', () => shown('errors')),
    textRoute('/docs/style.css', 'text/css; charset=utf-8', () => pageStyle + docsStyle),
  ]
}

interface Pages {
  readonly reference: Buffer
  readonly errors: Buffer
}

async function makePages(source: DocsSource): Promise<Pages> {
  const { docsPage, errorsPage } = await import('../docs/pages.ts')
  return { reference: Buffer.from(docsPage(source)), errors: Buffer.from(errorsPage(source)) }
}

function textRoute(path: string, type: string, body: () => string | Promise<Buffer>): Route<PublicHandler> {
  const headers = { 'Content-Type': type, 'Content-Security-Policy': "default-src 'self'" }
  return { path, methods: ['GET', 'HEAD'], handle: async () => ({ status: 200, headers, body: await body() }) }
}
