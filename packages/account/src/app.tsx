import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { AccountDeps } from './account-deps.ts'
import { createPageHosts, createSessionCookie } from './frame/own-origin.ts'
import { drain } from './frame/read-body.ts'
import { notFound, PageError, wrongMethod } from './frame/reply.ts'
import type { PageRoute, PageVisit } from './frame/route.ts'
import { staticFiles } from './pages/static-files.ts'
import { consoleRoutes } from './routes/console.tsx'
import { creditsRoutes } from './routes/credits.tsx'
import { dashboardRoutes } from './routes/dashboard.tsx'
import { docsPages, homeRoutes } from './routes/home.tsx'
import { keyRoutes } from './routes/keys.tsx'
import { mailedLinkRoutes } from './routes/mailed-links.tsx'
import { recordPages } from './routes/record.tsx'
import { settingsRoutes } from './routes/settings.tsx'
import { signInRoutes } from './routes/sign-in.tsx'
import { signUpRoutes } from './routes/sign-up.tsx'
import { usagePages } from './routes/usage.tsx'
import { countVisit, isReading, type ServeDeps, serveRoute, whoIs } from './serve/serve-route.ts'
import { createWriter } from './serve/write-reply.tsx'

/** All page routes, in the order in which a customer meets them. */
export function routesOf(deps: AccountDeps): readonly PageRoute[] {
  return [
    ...homeRoutes(deps),
    ...docsPages(deps),
    ...recordPages(deps),
    ...signUpRoutes(deps),
    ...signInRoutes(deps),
    ...mailedLinkRoutes(deps),
    ...dashboardRoutes(deps),
    ...keyRoutes(deps),
    ...usagePages(deps),
    ...creditsRoutes(deps),
    ...settingsRoutes(deps),
    ...consoleRoutes(deps),
  ]
}

interface Bindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Creates the pages as a request listener. It opens no port. */
export function createPages(deps: AccountDeps): RequestListener {
  const visits = new WeakMap<IncomingMessage, PageVisit>()
  const hosts = createPageHosts(deps.origin, deps.config.url !== null)
  const writer = createWriter(deps, createSessionCookie(deps.origin.startsWith('https:')))
  const routes = routesOf(deps)
  const app = createRouter({ ...deps, writer, isPage: createPageFinder(routes) }, routes, visits)
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
      return void refuse(
        request,
        response,
        new PageError(421, 'This page answers at another address.', { Connection: 'close' }),
      )
    }
    // The path is decoded once, here; a router that decodes it again would turn encoded slashes into real ones.
    const [, query] = (request.url ?? '').split(/\?(.*)/s)
    const path = visit.path.split('/').map(encodeURIComponent).join('/')
    request.url = query === undefined ? path : `${path}?${query}`
    visits.set(request, visit)
    void listener(request, response)
  }
}

function createRouter(deps: ServeDeps, routes: readonly PageRoute[], visits: WeakMap<IncomingMessage, PageVisit>) {
  const { writer } = deps
  const app = new Hono<{ Bindings: Bindings }>()
  const visitOf = (incoming: IncomingMessage): PageVisit => {
    const visit = visits.get(incoming)
    if (visit === undefined) throw new Error('a request without its visit')
    return visit
  }
  for (const [path, { type, body }] of staticFiles) {
    app.all(path, ({ env }) => {
      if (!isReading(env.incoming)) throw wrongMethod(reading)
      return writer.asset(type, body)
    })
  }
  for (const route of routes) {
    app.all(route.path.replace('{id}', ':id'), ({ env, req }) =>
      serveRoute(deps, route, { ...env, visit: visitOf(env.incoming), id: req.param('id') ?? '' }),
    )
  }
  app.notFound(async ({ env: { incoming } }) => {
    const visit = visitOf(incoming)
    countVisit(deps, visit)
    const who = await whoIs(deps, incoming)
    return writer.refusal({ visit, error: notFound(), own: 'riftline', who })
  })
  app.onError((cause, { env }) => {
    const error = cause instanceof PageError ? cause : new PageError(500, 'Nothing was changed. Try again in a moment.')
    return writer.refusal({ visit: visitOf(env.incoming), error, own: 'riftline', who: null, cause })
  })
  return app
}

/** Makes the test of whether a path has a page, so that a sign-in leads only to existing pages. */
function createPageFinder(routes: readonly PageRoute[]): (path: string) => boolean {
  const withPage = routes.filter(({ get }) => get !== undefined).map(({ path }) => path)
  const exact = new Set(withPage)
  const open = new Set(withPage.filter((path) => path.endsWith('/{id}')).map((path) => path.slice(0, -'{id}'.length)))
  return (path) => exact.has(path) || (open.has(path.slice(0, path.lastIndexOf('/') + 1)) && !path.endsWith('/'))
}

const reading = 'GET, HEAD'
