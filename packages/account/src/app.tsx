import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { AccountDeps } from './account-deps.ts'
import { createPageHosts, createSessionCookie } from './frame/own-origin.ts'
import { drain } from './frame/read-body.ts'
import { misdirected, notFound, PageError, wrongMethod } from './frame/reply.ts'
import type { PageRoute, PageVisit } from './frame/route.ts'
import { createStaticFiles, type StaticFiles } from './pages/static-files.ts'
import { routesOf } from './routes/routes.ts'
import { countVisit, isReading, serveRoute, whoIs } from './serve/serve-route.ts'
import { createWriter, type Writer } from './serve/write-reply.tsx'

interface Bindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** All pages as a function of a request and its response. It never listens. */
export function createPages(deps: AccountDeps): RequestListener {
  const visits = new WeakMap<IncomingMessage, PageVisit>()
  const hosts = createPageHosts(deps.origin, deps.config.url !== null)
  const statics = createStaticFiles()
  const writer = createWriter({ ...deps, statics, cookies: createSessionCookie(deps.origin.startsWith('https:')) })
  const app = createRouter({ ...deps, writer }, statics, (incoming) => visits.get(incoming))
  const listener = getRequestListener(
    async (request, env) => {
      const response = await app.fetch(request, env)
      await drain(env.incoming, env.outgoing, deps.timers)
      return response
    },
    { overrideGlobalObjects: false },
  )
  const refuse = async (request: IncomingMessage, response: ServerResponse, error: PageError): Promise<void> => {
    await drain(request, response, deps.timers)
    await writer.writeRefusal(response, error)
  }

  return (request, response) => {
    const visit = deps.admit(request, response)
    if (visit === null) return
    const { host } = request.headers
    if (visit.path === '/healthz') {
      if (!isReading(request)) return void refuse(request, response, wrongMethod(reading))
      return writer.writeEarly(response, 200, {}, 'ok')
    }
    if (!hosts.isOwn(host)) {
      if (hosts.isAlias(host) && isReading(request)) {
        return writer.writeEarly(response, 308, { Location: `${deps.origin}${request.url ?? '/'}` })
      }
      return void refuse(request, response, misdirected())
    }
    // Decoded once, by hand: a router that decodes it again would find slashes that were hidden.
    const [, query] = (request.url ?? '').split(/\?(.*)/s)
    const path = visit.path.split('/').map(encodeURIComponent).join('/')
    request.url = query === undefined ? path : `${path}?${query}`
    visits.set(request, visit)
    void listener(request, response)
  }
}

function createRouter(
  deps: AccountDeps & { readonly writer: Writer },
  { files }: StaticFiles,
  visitOf: (incoming: IncomingMessage) => PageVisit | undefined,
): Hono<{ Bindings: Bindings }> {
  const { writer } = deps
  const app = new Hono<{ Bindings: Bindings }>()
  let hasPage = (_path: string): boolean => false
  const isPage = (path: string): boolean => hasPage(path)
  const routes = routesOf(deps, isPage)
  hasPage = createPageFinder(routes)
  const required = (incoming: IncomingMessage): PageVisit => {
    const visit = visitOf(incoming)
    if (visit === undefined) throw new Error('a request without its visit')
    return visit
  }
  for (const [path, { type, body }] of files) {
    app.all(path, ({ env }) => {
      if (!isReading(env.incoming)) throw wrongMethod(reading)
      return writer.asset(type, body)
    })
  }
  for (const route of routes) {
    app.all(route.path.replace('{id}', ':id'), ({ env, req }) =>
      serveRoute({ ...deps, isPage }, route, {
        ...env,
        visit: required(env.incoming),
        id: req.param('id') ?? '',
      }),
    )
  }
  app.notFound(async ({ env: { incoming } }) => {
    const visit = required(incoming)
    countVisit({ ...deps, isPage }, visit)
    const who = await whoIs({ ...deps, isPage }, incoming)
    return writer.refusal({ visit, error: notFound(), own: 'riftline', who })
  })
  app.onError((error, { env }) => {
    const known = error instanceof PageError ? error : new PageError(500, 'Nothing was changed. Try again in a moment.')
    return writer.refusal({ visit: required(env.incoming), error: known, own: 'riftline', who: null, cause: error })
  })
  return app
}

/** Whether a path has a page, for where a sign-in may lead. */
function createPageFinder(routes: readonly PageRoute[]): (path: string) => boolean {
  const withPage = routes.filter(({ get }) => get !== undefined).map(({ path }) => path)
  const exact = new Set(withPage)
  const open = new Set(withPage.filter((path) => path.endsWith('/{id}')).map((path) => path.slice(0, -'{id}'.length)))
  return (path) => exact.has(path) || (open.has(path.slice(0, path.lastIndexOf('/') + 1)) && !path.endsWith('/'))
}

const reading = 'GET, HEAD'
