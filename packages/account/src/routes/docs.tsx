import { raw } from 'hono/html'
import type { AccountDeps } from '../account-deps.ts'
import { file, shown } from '../frame/reply.ts'
import type { Page, Route } from '../frame/route.ts'

const markdown = 'text/plain; charset=utf-8'

const files = ['/docs/viewer.js', '/docs/viewer.css', '/docs/start.js']

/** The reference of `/v1`, which the server makes of its contract. */
export function docsRoutes({ api }: AccountDeps): readonly Route[] {
  const page = (show: Page['show']): Page => ({ access: 'open', show })
  return [
    {
      path: '/docs',
      title: 'API reference',
      get: page(async () => shown('API reference', raw((await api.docs()).reference))),
    },
    { path: '/docs/errors', title: 'Errors', get: page(async () => shown('Errors', raw((await api.docs()).errors))) },
    { path: '/llms.txt', title: 'llms.txt', get: page(async () => file(markdown, (await api.docs()).llms)) },
    ...files.map(
      (path): Route => ({
        path,
        title: 'API reference',
        get: page(async () => {
          const { [path]: found } = (await api.docs()).files
          return found === undefined ? file(markdown, '') : file(found.type, found.body.toString())
        }),
      }),
    ),
  ]
}
