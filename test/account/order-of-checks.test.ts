import { describe, expect, it } from 'vitest'
import { routesOf } from '#account/app.tsx'
import type { Access, PageRoute } from '#account/frame/route.ts'
import { openPage, plans } from './account-page.ts'
import { expectSecure } from './secure-answer.ts'
import type { Visitor } from './visitor.ts'

const env = { RIFTLINE_PAYMENTS: 'test' }
const quarterMs = 15 * 60_000

/** Every route of the page; `sent` is its path with a value for each parameter. */
async function allRoutes(): Promise<readonly (PageRoute & { readonly sent: string })[]> {
  const { deps } = await openPage({ plans, env })
  return routesOf(deps).map((route) => ({ ...route, sent: route.path.replace('{id}', 'key_000000000000') }))
}

/** A form body with the given fields. */
function bodyOf(fields: readonly string[] = []): string {
  return new URLSearchParams(
    fields.map((name): [string, string] => [name, name === 'form' ? 'A'.repeat(22) : 'x']),
  ).toString()
}

function send(visitor: Visitor, path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  return visitor.post(path, {}, { body, headers })
}

describe('every route', () => {
  it('every route refuses methods that it does not take, and lists the others in Allow', async () => {
    const page = await openPage({ plans, env })
    const visitor = page.visitor()
    for (const { get, post, hook, sent, path } of await allRoutes()) {
      const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post || hook ? ['POST'] : [])].join(', ')
      const refused = ['DELETE', 'PUT', 'OPTIONS', ...(get ? [] : ['GET', 'HEAD']), ...(post || hook ? [] : ['POST'])]
      for (const method of refused) {
        const answer = await visitor.ask(method, sent)
        expect([path, method, answer.status, answer.headers.allow]).toEqual([path, method, 405, allow])
        expectSecure(answer, `${method} ${path}`)
      }
    }
  })

  it('every route with a form checks its origin, type, size, fields, session and password in this order', async () => {
    const page = await openPage({ plans, env })
    const stranger = page.visitor()
    const member = await page.member()
    page.clock.advance(quarterMs)
    const before = await page.state()
    const wrongSite = { 'Sec-Fetch-Site': 'cross-site' }
    const wrongType = { 'Content-Type': 'text/plain' }
    const tooLong = 'a'.repeat(17 * 1024)
    for (const { post, sent, path } of await allRoutes()) {
      if (post === undefined) continue
      const statusOf = async (...args: Parameters<typeof send>) => {
        const answer = await send(...args)
        expectSecure(answer, path)
        return answer.status
      }
      expect([path, await statusOf(stranger, sent, tooLong, { ...wrongSite, ...wrongType })]).toEqual([path, 403])
      expect([path, await statusOf(stranger, sent, tooLong, wrongType)]).toEqual([path, 415])
      expect([path, await statusOf(stranger, sent, tooLong)]).toEqual([path, 413])
      expect([path, await statusOf(stranger, sent, `${bodyOf(post.fields)}&more=1`)]).toEqual([path, 400])
      const [field] = post.fields
      if (field !== undefined) {
        expect([path, await statusOf(stranger, sent, `${bodyOf(post.fields)}&${field}=1`)]).toEqual([path, 400])
      }
      if (post.access === 'open') continue
      const away = await send(stranger, sent, bodyOf(post.fields))
      const form = formPage(path, sent)
      expect([path, away.status, away.location]).toEqual([path, 303, `/sign-in?next=${form}`])
      if (post.access !== 'password') continue
      const again = await send(member, sent, bodyOf(post.fields))
      expect([path, again.status, again.location]).toEqual([path, 303, `/password?next=${form}`])
    }
    expect(await page.state()).toBe(before)
  })

  it('every route that needs a session redirects strangers to the sign-in, HEAD too', async () => {
    const page = await openPage({ plans, env })
    for (const { get, sent, path } of await allRoutes()) {
      if (get === undefined || get.access === 'open') continue
      const answer = await page.visitor().get(`${sent}?a=1`)
      expect([path, answer.status, answer.location]).toEqual([path, 303, `/sign-in?next=${sent}%3Fa%3D1`])
      expectSecure(answer, path)
      const head = await page.visitor().ask('HEAD', sent)
      expect([path, head.status, head.location, head.text]).toEqual([path, 303, `/sign-in?next=${sent}`, ''])
    }
  })

  it('every open route answers strangers, to HEAD without a body', async () => {
    const page = await openPage({ plans, env, terms: '# One\n\ntext' })
    const visitor = page.visitor()
    for (const { get, sent, path } of await allRoutes()) {
      if (get?.access !== 'open' || ['/privacy', '/confirm', '/reset', '/invite', '/email'].includes(path)) continue
      const answer = await visitor.get(sent)
      expect([path, answer.status]).toEqual([path, 200])
      expectSecure(answer, path)
      const head = await visitor.ask('HEAD', sent)
      expect([path, head.status, head.text]).toEqual([path, 200, ''])
    }
  })

  it('every route with a form has the access and the fields of the contract', async () => {
    const routes = await allRoutes()
    const posts = routes.flatMap(({ path, post }) => (post ? [[path, post.access, post.fields.join(' ')]] : []))
    expect(posts).toEqual(
      (
        [
          ['/sign-up', 'open', 'email password terms'],
          ['/confirm', 'open', 'token password'],
          ['/sign-in', 'open', 'email password next'],
          ['/sign-out', 'session', ''],
          ['/password', 'session', 'password next'],
          ['/forgot', 'open', 'email'],
          ['/reset', 'open', 'token password'],
          ['/invite', 'open', 'token password'],
          ['/email', 'open', 'token'],
          ['/keys', 'password', 'name form limit expires scope-read scope-predict scope-usage'],
          ['/keys/{id}/limits', 'password', 'limit expires scope-read scope-predict scope-usage'],
          ['/keys/{id}/rotate', 'password', 'stops form'],
          ['/keys/{id}/revoke', 'session', ''],
          ['/credits/checkout', 'session', 'item form'],
          ['/credits/plan', 'session', 'action'],
          ['/credits/portal', 'session', ''],
          ['/credits/test/{id}', 'session', 'action'],
          ['/credits/payments/{id}/cancel', 'session', ''],
          ['/settings/password', 'session', 'current password'],
          ['/settings/alerts', 'session', 'below'],
          ['/settings/email', 'password', 'email'],
          ['/settings/sessions', 'password', 'session'],
          ['/settings/export', 'password', ''],
          ['/settings/delete', 'password', 'email'],
          ['/console', 'session', 'operation id query body key'],
        ] satisfies readonly (readonly [string, Access, string])[]
      ).map((row) => [...row]),
    )
  })
})

/** Path of the page that has the form of a route. */
function formPage(path: string, sent: string): string {
  if (path.startsWith('/settings/')) return '/settings'
  if (path.startsWith('/keys/')) return sent.replace(/\/(limits|rotate|revoke)$/, '')
  if (path.startsWith('/credits/') && !path.startsWith('/credits/test/')) return '/credits'
  return path === '/sign-out' ? '/dashboard' : sent
}
