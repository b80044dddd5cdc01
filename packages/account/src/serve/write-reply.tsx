import type { ServerResponse } from 'node:http'
import { errorFields } from '@riftline/base/node'
import type { AccountDeps } from '../account-deps.ts'
import type { SessionCookie } from '../frame/own-origin.ts'
import { headingOf, type PageContent, PageError, type Reply } from '../frame/reply.ts'
import type { PageVisit, SignedIn } from '../frame/route.ts'
import { PageLayout } from '../pages/layout.tsx'

interface Refusal {
  readonly visit: PageVisit
  readonly error: PageError
  /** Heading of the requested page. */
  readonly own: string
  readonly who: SignedIn | null
  /** Thrown error, for the log, when the page reveals less. */
  readonly cause?: unknown
}

const html = 'text/html; charset=utf-8'

export type Writer = ReturnType<typeof createWriter>

/** Creates the writer of responses. It is the only place that sets headers. */
export function createWriter(deps: AccountDeps, cookies: SessionCookie) {
  const { log } = deps
  const common = securityHeaders(deps)

  async function document(who: SignedIn | null, path: string, page: PageContent): Promise<string> {
    return `<!doctype html>${await (<PageLayout deps={deps} who={who} path={path} page={page} />).toString()}`
  }

  function refusalPage(who: SignedIn | null, path: string, own: string, error: PageError): Promise<string> {
    const heading = headingOf(error.status, own)
    return document(who, path, { heading, body: <p id="refusal">{error.message}</p> })
  }

  function logFailure({ requestId }: PageVisit, error: unknown): void {
    log({ level: 'error', event: 'page_failed', requestId, ...errorFields(error) })
  }

  return {
    cookies,
    async reply(visit: PageVisit, who: SignedIn | null, reply: Reply): Promise<Response> {
      if (reply.kind === 'redirect') {
        return new Response(null, { status: 303, headers: withCookie({ ...common, Location: reply.to }, reply.cookie) })
      }
      if (reply.kind === 'page') {
        const headers = withCookie({ ...common, 'Content-Type': html }, reply.cookie)
        return new Response(await document(who, visit.path, reply.page), { status: reply.status, headers })
      }
      const { status, type, name, body } = reply
      const disposition = name === undefined ? {} : { 'Content-Disposition': `attachment; filename="${name}"` }
      const content = typeof body === 'string' ? body : await toTextStream(body, (error) => logFailure(visit, error))
      return new Response(content, { status, headers: { ...common, 'Content-Type': type, ...disposition } })
    },
    async refusal({ visit, error, own, who, cause }: Refusal): Promise<Response> {
      const { status, headers } = error
      if (status >= 500 && cause !== undefined && !(cause instanceof PageError)) logFailure(visit, cause)
      const closing = status === 413 || status === 415 ? { Connection: 'close' } : {}
      const body = await refusalPage(who, visit.path, own, error)
      return new Response(body, { status, headers: { ...common, ...closing, 'Content-Type': html, ...headers } })
    },
    asset: (type: string, body: string): Response =>
      new Response(body, {
        headers: { ...common, 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
      }),
    /** Answers before a route is chosen. @param body plain text */
    writeEarly(
      response: ServerResponse,
      status: 200 | 308,
      headers: Readonly<Record<string, string>>,
      body = '',
    ): void {
      response.writeHead(status, { ...common, 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(body)
    },
    async writeRefusal(response: ServerResponse, error: PageError): Promise<void> {
      const text = await refusalPage(null, '', 'riftline', error)
      response.writeHead(error.status, { ...common, 'Content-Type': html, ...error.headers }).end(text)
    },
  }
}

function withCookie(headers: Readonly<Record<string, string>>, cookie: string | undefined): Record<string, string> {
  return cookie === undefined ? { ...headers } : { ...headers, 'Set-Cookie': cookie }
}

function securityHeaders({ origin, payments }: AccountDeps): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    // Chromium also applies it to redirects after a POST, such as those to the payment provider.
    `form-action ${["'self'", ...payments.formActionOrigins].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    // Chromium sends `Origin: null` under no-referrer.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(origin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/** Makes a stream from text parts. A failure of the first part gets an error page; a later one breaks the connection. */
async function toTextStream(parts: AsyncIterable<string>, onLateError: (error: unknown) => void) {
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (let part = first; part.done !== true; part = await iterator.next()) yield Buffer.from(part.value)
    } catch (error) {
      onLateError(error)
      throw error
    } finally {
      await iterator.return?.()
    }
  }
  return ReadableStream.from(bytes())
}
