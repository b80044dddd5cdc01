import { toUtc } from '@riftline/base'
import type { CreditStore, Usage } from '@riftline/ledger'
import { apiKeyPrefix } from '../auth/api-key.ts'
import { free } from '../charging/charge-call.ts'
import { isSold } from '../charging/prices.ts'
import type { AppConfig } from '../config.ts'
import type { UsageBody } from '../contract/list-schemas.ts'
import type { OpenApiDocument } from '../contract/openapi.ts'
import {
  compressBody,
  jsonAnswer,
  type PreparedBody,
  prepareBody,
  preparedAnswer,
  storageUnavailable,
} from '../http/answer.ts'
import { HttpError } from '../http/http-error.ts'
import { healthy, type Lifecycle, ready } from '../lifecycle.ts'
import { type RateLimiter, rateWindowSeconds } from '../limits/rate-limiter.ts'
import { type Call, type CallHandler, type PublicHandler, type Route, routeOf } from '../router.ts'
import { placeholderPath } from '../serving/logos-file.ts'
import { servedOf } from '../serving/serving.ts'

/** Makes the document. Its code is loaded at the first call, so that a starting server does not wait for zod and all schemas. */
async function loadOpenApi(config: { readonly ratePerMinute: number }): Promise<OpenApiDocument> {
  const { createOpenApi } = await import('../contract/openapi.ts')
  return createOpenApi(config)
}

/** Routes of the contract: the document for programs, and the docs for people on ports that show them. */
export function contractRoutes(config: AppConfig, baseUrl: () => string): readonly Route<PublicHandler>[] {
  let prepared: Promise<PreparedBody> | undefined
  const openApi = routeOf<PublicHandler>('/openapi.json', async ({ exchange }) => {
    prepared ??= loadOpenApi(config).then((document) => compressBody(prepareBody(document)))
    return preparedAnswer(await prepared, exchange.request.headers, 'public')
  })
  return [openApi, ...(config.publicDocs ? docsRoutes(config, baseUrl) : [])]
}

/** Policy of the pages: only files beside the page are loaded, and the page itself contains no script. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'"

/**
 * Serves the reference and the page of errors. With `DOCS_URL` at `/docs`, the help links of errors lead there.
 * @param baseUrl called when a page is asked for the first time
 */
function docsRoutes(config: Pick<AppConfig, 'ratePerMinute'>, baseUrl: () => string): readonly Route<PublicHandler>[] {
  let made: ReturnType<typeof makeDocs> | undefined
  const paths = ['/docs', '/docs/errors', '/docs/viewer.js', '/docs/viewer.css', '/docs/start.js'] as const
  return paths.map((path) => ({
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

/** `/healthz`: the process runs. `/readyz`: traffic may be sent to it. Neither has a key, a rate or credit headers. */
export function serviceRoutes(
  credits: CreditStore,
  lifecycle: Lifecycle,
  limiter: Pick<RateLimiter, 'isSound'>,
): readonly Route<PublicHandler>[] {
  return [
    routeOf('/healthz', async () => jsonAnswer(200, healthy)),
    routeOf('/readyz', async () => {
      if (lifecycle.state !== 'ready') throw new HttpError('shutting_down', 'restarting')
      if (!credits.isSound()) throw new HttpError('storage_unavailable', 'ledger: credits cannot be recorded now')
      if (limiter.isSound?.() === false)
        throw new HttpError('storage_unavailable', 'rate: requests cannot be counted now')
      if (!(await credits.hasRoom())) throw new HttpError('storage_unavailable', 'disk: it is nearly full')
      return jsonAnswer(200, ready)
    }),
  ]
}

/** Refuses calls that cannot be served. @throws HttpError while the server drains, or after its storage has failed */
export function refuseWhenStopped(credits: CreditStore, lifecycle: Lifecycle): void {
  if (lifecycle.state === 'draining') throw new HttpError('shutting_down', 'restarting', { close: true })
  if (!credits.isSound()) throw storageUnavailable()
}

const greyShield = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#999" d="M1 1h6v3L4 7 1 4z"/></svg>',
)

/** `GET /logos/default.svg`: the logo of a team without one. Callers may keep it for good; it needs no key, since pages show it. */
export function logoRoute(): Route<PublicHandler> {
  const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=31536000, immutable' }
  const handle = async () => ({ status: 200, headers, body: greyShield })
  return { path: placeholderPath, methods: ['GET', 'HEAD'], handle }
}

/** `GET /v1/usage` and its alias `/usage`: one handler, the same bytes, never refused for an empty balance. */
export function usageRoutes(credits: CreditStore): readonly Route<CallHandler>[] {
  const handle: CallHandler = async (call) => {
    const { accountId, key } = call.caller
    const [usage, used] = await Promise.all([credits.usage(accountId), credits.usedByKey(key.id)])
    return free(jsonAnswer(200, usageBody(usage, used, call)))
  }
  return [routeOf('/v1/usage', handle), routeOf('/usage', handle)]
}

function usageBody(usage: Usage, usedThisMonth: number, { caller: { key }, rate, serving }: Call): UsageBody {
  const { monthly, remaining: freeRemaining, from, to } = usage.free
  const { limit, remaining, resetSeconds } = rate
  const plan = usage.plan && {
    name: usage.plan.name,
    perPeriod: usage.plan.perPeriod,
    remaining: usage.plan.remaining,
    resetsAtUtc: toUtc(usage.plan.to),
  }
  return {
    creditsRemaining: usage.creditsRemaining,
    free: { monthly, remaining: freeRemaining, periodStartUtc: toUtc(from), resetsAtUtc: toUtc(to) },
    plan,
    topUp: usage.topUp,
    used: usage.used,
    calls: usage.calls.filter(isSold),
    rateLimit: { limit, windowSeconds: rateWindowSeconds, remaining, resetSeconds },
    ...servedOf(serving),
    key: {
      ...{ id: key.id, name: key.name, prefix: apiKeyPrefix(key.id), createdAtUtc: toUtc(key.createdAt) },
      ...{
        monthlyLimit: key.monthlyLimit,
        usedThisMonth,
        expiresUtc: key.expiresAt === null ? null : toUtc(key.expiresAt),
      },
      scopes: key.scopes,
    },
  }
}
