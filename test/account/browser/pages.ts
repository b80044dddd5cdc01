import type { Page } from 'playwright-core'
import type { AccountServer } from './account-server.ts'
import { password, signIn, signUp, type Visitor } from './visitor.ts'

/** Steps that lead to a page, and the answer of the page. */
export interface PageCase {
  readonly name: string
  readonly status: number
  readonly heading: string
  /** Brings the visitor to the page. */
  readonly reach: () => Promise<unknown>
}

type Go = (path: string) => () => Promise<unknown>

interface Visited {
  readonly visitor: Visitor
  readonly server: AccountServer
}

/** Every page that needs no session, and the errors of its forms. */
export function openPages({ visitor, server }: Visited): readonly PageCase[] {
  const { press, fill } = visitor
  const go: Go = (path) => () => visitor.go(path)
  const sent =
    (path: string, button: string, fields: Readonly<Record<string, string>> = {}) =>
    async () => {
      await visitor.go(path)
      await fill(fields)
      await press(button)
    }
  const wrong = { 'E-mail': 'nobody@example.com', Password: password }
  return [
    { name: 'home', status: 200, heading: 'riftline', reach: go('/') },
    { name: 'home after a deletion', status: 200, heading: 'riftline', reach: go('/?done=deleted') },
    { name: 'docs', status: 200, heading: 'API reference', reach: go('/docs') },
    { name: 'record', status: 200, heading: 'Record', reach: go('/record') },
    { name: 'errors', status: 200, heading: 'Errors', reach: go('/docs/errors') },
    { name: 'terms', status: 200, heading: 'Terms', reach: go('/terms') },
    { name: 'privacy', status: 200, heading: 'Privacy', reach: go('/privacy') },
    { name: 'sign-up', status: 200, heading: 'Create your account', reach: go('/sign-up') },
    { name: 'sign-up refused', status: 422, heading: 'Create your account', reach: sent('/sign-up', 'Create account') },
    { name: 'check inbox', status: 200, heading: 'Check your inbox', reach: go('/check-inbox') },
    { name: 'sign-in', status: 200, heading: 'Sign in', reach: go('/sign-in') },
    { name: 'sign-in refused', status: 422, heading: 'Sign in', reach: sent('/sign-in', 'Sign in', wrong) },
    { name: 'forgotten password', status: 200, heading: 'Forgotten password', reach: go('/forgot') },
    { name: 'no such page', status: 404, heading: 'Not found', reach: go('/nowhere') },
    {
      name: 'wrong method',
      status: 405,
      heading: 'Not allowed',
      reach: async () => {
        await visitor.go('/')
        await submitForm(visitor.page, { action: '/docs' })
      },
    },
    {
      name: 'form too large',
      status: 413,
      heading: 'Not allowed',
      reach: async () => {
        await visitor.go('/')
        await submitForm(visitor.page, { action: '/sign-in', fields: { email: 'x'.repeat(17_000) } })
      },
    },
    {
      name: 'form of another type',
      status: 415,
      heading: 'Not allowed',
      reach: async () => {
        await visitor.go('/')
        await submitForm(visitor.page, { action: '/sign-in', type: 'multipart/form-data' })
      },
    },
    {
      name: 'form with a field too much',
      status: 400,
      heading: 'Sign in',
      reach: async () => {
        await visitor.go('/')
        await submitForm(visitor.page, { action: '/sign-in', fields: { more: '1' } })
      },
    },
    {
      name: 'form of another site',
      status: 403,
      heading: 'Not allowed',
      reach: async () => {
        await visitor.page.goto('about:blank')
        await submitForm(visitor.page, { action: `${server.origin}/sign-in` })
      },
    },
    {
      name: 'another host',
      status: 421,
      heading: 'Wrong address',
      reach: () => visitor.page.goto(server.origin.replace('127.0.0.1', 'other.example')),
    },
    ...['/confirm', '/reset', '/invite', '/email'].map((path) => ({
      name: `dead link ${path}`,
      status: 410,
      heading: 'This link no longer works',
      reach: go(`${path}?token=x`),
    })),
  ]
}

/** Pages that links in mails lead to. */
export function linkPages({ visitor, server }: Visited): readonly PageCase[] {
  const { press, fill, page } = visitor
  const asked = async (email: string): Promise<void> => {
    await visitor.go('/sign-up')
    await fill({ 'E-mail': email, Password: password })
    await page.getByLabel('I accept the terms').check()
    await press('Create account')
    await visitor.go(server.linkTo(email))
  }
  const refused = (button: string, label: string) => async () => {
    await fill({ [label]: 'wrong' })
    await press(button)
  }
  return [
    { name: 'confirm', status: 200, heading: 'Confirm your e-mail', reach: () => asked('links@example.com') },
    { name: 'confirm refused', status: 422, heading: 'Confirm your e-mail', reach: refused('Confirm', 'Password') },
    {
      name: 'reset',
      status: 200,
      heading: 'Choose a new password',
      reach: async () => {
        await fill({ Password: password })
        await press('Confirm')
        await visitor.go('/forgot')
        await fill({ 'E-mail': 'links@example.com' })
        await press('Send link')
        await visitor.go(server.linkTo('links@example.com'))
      },
    },
    {
      name: 'reset refused',
      status: 422,
      heading: 'Choose a new password',
      reach: refused('Save password', 'New password'),
    },
    {
      name: 'invitation',
      status: 200,
      heading: 'Accept your invitation',
      reach: async () => {
        await server.run('account', 'invite', 'guest@example.com')
        await visitor.go(server.linkTo('guest@example.com'))
      },
    },
    {
      name: 'invitation refused',
      status: 422,
      heading: 'Accept your invitation',
      reach: refused('Create account', 'Password'),
    },
    {
      name: 'new e-mail',
      status: 200,
      heading: 'Confirm your new e-mail',
      reach: async () => {
        await visitor.go('/settings')
        await fill({ 'New e-mail': 'links2@example.com' })
        await press('Change e-mail')
        await visitor.go(server.linkTo('links2@example.com'))
      },
    },
    {
      name: 'too many wrong passwords',
      status: 429,
      heading: 'Too many attempts',
      reach: async () => {
        await page.context().clearCookies()
        for (let tries = 0; tries < 11; tries++) await signIn(visitor, 'nobody-else@example.com')
      },
    },
  ]
}

/** Every page of an account without keys, calls and payments. */
export function emptyPages({ visitor, server }: Visited): readonly PageCase[] {
  const go: Go = (path) => () => visitor.go(path)
  return [
    { name: 'first keys', status: 200, heading: 'Keys', reach: () => signUp(visitor, server, 'empty@example.com') },
    { name: 'first dashboard', status: 200, heading: 'Dashboard', reach: go('/dashboard') },
    { name: 'no usage', status: 200, heading: 'Usage', reach: go('/usage?month=2025-01') },
    { name: 'no payments', status: 200, heading: 'Credits', reach: go('/credits') },
    { name: 'settings of a day', status: 200, heading: 'Settings', reach: go('/settings') },
  ]
}

/** Pages of a banned person: they have no checkouts and no form for a new key. */
export function bannedPages({ visitor }: Visited): readonly PageCase[] {
  const paths = [
    ['/dashboard', 'Dashboard'],
    ['/keys', 'Keys'],
    ['/usage', 'Usage'],
    ['/credits', 'Credits'],
    ['/settings', 'Settings'],
    ['/console', 'Console'],
    ['/password', 'Enter your password'],
    ['/docs', 'API reference'],
  ] as const
  return [
    ...paths.map(([path, heading]) => ({
      name: `${path}, banned`,
      status: 200,
      heading,
      reach: () => visitor.go(path),
    })),
    {
      name: 'what a ban forbids',
      status: 403,
      heading: 'Not allowed',
      reach: async () => {
        await visitor.go('/console')
        await visitor.press('Send request')
      },
    },
  ]
}

interface SentForm {
  readonly action: string
  readonly fields?: Readonly<Record<string, string>>
  readonly type?: string
}

/** Sends a form that no page has. */
export async function submitForm(page: Page, sent: SentForm): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate(
    `(({ action, fields = {}, type }) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action, ...(type && { enctype: type }) })
      for (const [name, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
      }
      document.body.append(form)
      form.submit()
    })(${JSON.stringify(sent)})`,
  )
  await loaded
}
