import type { AppConfig } from '../config.ts'
import type { OpenApiDocument } from '../contract/openapi.ts'
import { referencePaths } from '../docs/reference.ts'
import { compressBody, type PreparedBody, prepareBody, preparedAnswer } from '../http/answer.ts'
import { type PublicHandler, type Route, routeOf } from '../router.ts'

/** Makes the document; its code is loaded at the first call, so that a starting server does not wait for zod and all schemas. */
async function loadOpenApi(config: { readonly ratePerMinute: number }): Promise<OpenApiDocument> {
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
  return routeOf('getOpenApi', async ({ exchange }) => {
    prepared ??= loadOpenApi(config).then((document) => compressBody(prepareBody(document)))
    return preparedAnswer(await prepared, exchange.request.headers, 'public')
  })
}

/** Only the files beside a page are loaded, and no script stands in it. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'"

/**
 * Serves the reference and the errors; with `DOCS_URL` at `/docs` the help links of errors lead to them.
 * @param baseUrl called when a page is first asked for
 */
function docsRoutes(config: Pick<AppConfig, 'ratePerMinute'>, baseUrl: () => string): readonly Route<PublicHandler>[] {
  let made: ReturnType<typeof makeDocs> | undefined
  return (['/docs', '/docs/errors', ...referencePaths] as const).map((path) => ({
    path,
    methods: ['GET', 'HEAD'],
    async handle() {
      made ??= makeDocs(config, baseUrl())
      const { type, body } = (await made)[path]
      return { status: 200, headers: { 'Content-Type': type, 'Content-Security-Policy': policy }, body }
    },
  }))
}

async function makeDocs(config: Pick<AppConfig, 'ratePerMinute'>, baseUrl: string) {
  const [document, { errorReference, referenceFiles, referenceHtml }] = await Promise.all([
    loadOpenApi(config),
    import('../docs.ts'),
  ])
  return {
    '/docs': page('API reference', `<p><a href="/docs/errors">Errors</a></p>\n${referenceHtml}`),
    '/docs/errors': page('Errors', `<p><a href="/docs">API reference</a></p>\n${errorReference(document)}`),
    ...(await referenceFiles({ document, baseUrl })),
  }
}

function page(title: string, content: string) {
  const body = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - riftline</title>
<link rel="stylesheet" href="/docs/viewer.css">
</head>
<body class="docs-page">
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`)
  return { type: 'text/html; charset=utf-8', body }
}
