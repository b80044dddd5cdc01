import type { ServerResponse } from 'node:http'
import { errorFields, type Log } from '@riftline/base/node'
import type { AccountConfig } from '../config.ts'
import type { SessionCookie } from '../frame/own-origin.ts'
import { headingOf, type PageContent, PageError, type Reply } from '../frame/reply.ts'
import type { PageVisit, SignedIn } from '../frame/route.ts'
import { PageLayout } from '../pages/layout.tsx'
import type { StaticFiles } from '../pages/static-files.ts'

export interface WriterDeps {
  readonly config: AccountConfig
  readonly origin: string
  readonly log: Log
  readonly cookies: SessionCookie
  readonly payments: { readonly formActionOrigins: readonly string[] }
  readonly statics: Pick<StaticFiles, 'stylePath' | 'scriptPath'>
  readonly terms: string | null
  readonly privacy: string | null
}

export interface Refusal {
  readonly visit: PageVisit
  readonly error: PageError
  /** The heading of the page that was asked for. */
  readonly own: string
  readonly who: SignedIn | null
  /** The thrown error, when the page says less than it. */
  readonly cause?: unknown
}

/** Turns what routes answer into responses: the only place where headers are set. */
export interface Writer {
  readonly cookies: SessionCookie
  reply(visit: PageVisit, who: SignedIn | null, reply: Reply): Promise<Response>
  refusal(refusal: Refusal): Promise<Response>
  asset(type: string, body: string): Response
  /** Without a route; `body` is plain text. */
  writeEarly(
    response: ServerResponse,
    status: 200 | 308,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): void
  writeRefusal(response: ServerResponse, error: PageError): Promise<void>
}

const html = 'text/html; charset=utf-8'

export function createWriter(deps: WriterDeps): Writer {
  const { config, origin, log, cookies } = deps
  const common = securityHeaders({
    isHttps: origin.startsWith('https:'),
    formTargets: deps.payments.formActionOrigins,
  })

  async function document(who: SignedIn | null, path: string, page: PageContent): Promise<string> {
    const frame = {
      who,
      path,
      ...deps.statics,
      supportEmail: config.supportEmail,
      isOpen: config.signUp === 'open',
      hasTerms: deps.terms !== null,
      hasPrivacy: deps.privacy !== null,
    }
    return `<!doctype html>${await (<PageLayout frame={frame} page={page} />).toString()}`
  }

  function refusalPage({ visit, error, own, who }: Refusal): Promise<string> {
    const heading = headingOf(error.status, own)
    return document(who, visit.path, { heading, body: <p id="refusal">{error.message}</p> })
  }

  return {
    cookies,
    async reply(visit, who, reply) {
      if (reply.kind === 'redirect') {
        return new Response(null, { status: 303, headers: withCookie({ ...common, Location: reply.to }, reply.cookie) })
      }
      if (reply.kind === 'file') {
        const named = reply.name === undefined ? {} : { 'Content-Disposition': `attachment; filename="${reply.name}"` }
        const body =
          typeof reply.body === 'string'
            ? reply.body
            : await toTextStream(reply.body, (error) =>
                log({ level: 'error', event: 'page_failed', requestId: visit.requestId, ...errorFields(error) }),
              )
        return new Response(body, {
          status: reply.status,
          headers: { ...common, 'Content-Type': reply.type, ...named },
        })
      }
      const body = await document(who, visit.path, reply.page)
      const headers = withCookie({ ...common, 'Content-Type': html }, reply.cookie)
      return new Response(body, { status: reply.status, headers })
    },
    async refusal(refusal) {
      const { visit, error, cause } = refusal
      if (error.status >= 500 && cause !== undefined && !(cause instanceof PageError))
        log({ level: 'error', event: 'page_failed', requestId: visit.requestId, ...errorFields(cause) })
      const closing = error.status === 413 || error.status === 415 ? { Connection: 'close' } : {}
      const headers = { ...common, ...closing, 'Content-Type': html, ...error.headers }
      return new Response(await refusalPage(refusal), { status: error.status, headers })
    },
    asset: (type, body) =>
      new Response(body, {
        headers: { ...common, 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
      }),
    writeEarly(response, status, headers, body = '') {
      response.writeHead(status, { ...common, 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(body)
    },
    async writeRefusal(response, { status, message, headers }) {
      const page = { heading: headingOf(status, 'riftline'), body: <p id="refusal">{message}</p> }
      const text = await document(null, '', page)
      response.writeHead(status, { ...common, 'Content-Type': html, ...headers }).end(text)
    },
  }
}

function withCookie(headers: Readonly<Record<string, string>>, cookie: string | undefined): Record<string, string> {
  return cookie === undefined ? { ...headers } : { ...headers, 'Set-Cookie': cookie }
}

/** Headers of every answer. */
export interface SecurityOptions {
  readonly isHttps: boolean
  /** Where a form may lead beside this site: the payment provider's origins. */
  readonly formTargets: readonly string[]
}

function securityHeaders({ isHttps, formTargets }: SecurityOptions): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    // Chromium holds redirects after a POST to it as well.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    // Under no-referrer, Chromium sends `Origin: null`.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/**
 * Text in parts as the body of an answer: the next is made when the last was taken. The first is made before the answer begins, so that
 * what fails at once is answered as a failure; later, the connection breaks.
 *
 * @param onError told of a later failure
 */
async function toTextStream(
  parts: AsyncIterable<string>,
  onError: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const iterator = parts[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<string>> | null = Promise.resolve(await iterator.next())
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await (next ?? iterator.next())
        next = null
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        onError(error)
        throw error
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
