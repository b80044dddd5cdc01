import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { script, style } from '#account/pages/static-files.ts'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { seedMonthOfUse } from './month-of-use.ts'
import { acceptInvitation, newVisitor, type Visitor } from './visitor.ts'

const { skip, why } = browserTests

/** Names that a page has exactly once each: accessible names of links and buttons, labels of fields, and ids. */
interface Names {
  readonly h1: string
  readonly h2?: readonly string[]
  readonly links?: readonly string[]
  readonly buttons?: readonly string[]
  readonly labels?: readonly string[]
  readonly ids?: readonly string[]
}

const openPages: Readonly<Record<string, Names>> = {
  '/': { h1: 'riftline', h2: ['Prices', 'Quick start', 'Fair use'], links: ['Sign up', 'Sign in', 'Docs'] },
  '/docs': { h1: 'API reference', ids: ['#reference'] },
  '/docs/errors': { h1: 'Errors', ids: ['section#missing_api_key', 'section#validation_error'] },
  '/record': { h1: 'Record' },
  '/terms': { h1: 'Terms' },
  '/privacy': { h1: 'Privacy' },
  '/sign-up': {
    h1: 'Create your account',
    buttons: ['Create account'],
    labels: ['E-mail', 'Password', 'I accept the terms'],
    ids: ['#ip-rule'],
  },
  '/check-inbox': { h1: 'Check your inbox' },
  '/sign-in': {
    h1: 'Sign in',
    buttons: ['Sign in'],
    links: ['Forgotten password?'],
    labels: ['E-mail', 'Password'],
  },
  '/forgot': { h1: 'Forgotten password', buttons: ['Send link'], labels: ['E-mail'] },
}

const navigation = ['Dashboard', 'Keys', 'Usage', 'Credits', 'Console', 'Docs', 'Record', 'Settings']
const numbers = ['balance', 'balance-free', 'balance-plan', 'balance-topup']

const ownPages: Readonly<Record<string, Names>> = {
  '/dashboard': {
    h1: 'Dashboard',
    ids: [
      'svg#usage-chart[role=img]',
      'table#usage-days',
      'table#usage-calls',
      ...[...numbers, 'used-today', 'used-month', 'rate'].map((id) => `data#${id}[value]`),
      'time#free-resets[datetime]',
    ],
  },
  '/keys': { h1: 'Keys', buttons: ['Create key'], labels: ['Name'], links: ['Manage Key 1', 'Manage Key 2'] },
  '/usage': { h1: 'Usage', buttons: ['Show'], labels: ['Month', 'Key'], links: ['Older', 'Download CSV'] },
  '/usage?page=2': { h1: 'Usage', links: ['Newer'] },
  '/credits': {
    h1: 'Credits',
    buttons: ['Buy Small pack', 'Buy Large pack', 'Subscribe to Basic', 'Subscribe to Pro'],
    ids: numbers.map((id) => `data#${id}[value]`),
  },
  '/settings': {
    h1: 'Settings',
    buttons: [
      ...['Change e-mail', 'Change password', 'Save', 'End session', 'Sign out everywhere else'],
      ...['Download my data', 'Delete account'],
    ],
    labels: ['New e-mail', 'Current password', 'New password', 'Low balance', 'Your e-mail'],
  },
  '/password': { h1: 'Enter your password', buttons: ['Continue'], labels: ['Password'] },
  '/console': {
    h1: 'Console',
    buttons: ['Send request'],
    labels: ['Operation', 'Id', 'Query', 'Body', 'API key'],
  },
}

describe.skipIf(skip)(`names in the contract of the account page${why}`, () => {
  let server: AccountServer
  let browser: Browser
  let visitor: Visitor

  beforeAll(async () => {
    server = await startAccountServer({ before: (folder) => seedMonthOfUse(folder, 'seeded') })
    browser = await launchChromium()
    visitor = await newVisitor(browser, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  it('each name in the contract occurs once on the pages without a session', async () => {
    for (const [path, names] of Object.entries(openPages)) {
      await visitor.go(path)
      expect(await missing(visitor.page, names), path).toEqual([])
    }
    for (const { path, ...names } of await linkPages()) {
      await visitor.go(path)
      expect(await missing(visitor.page, names), path).toEqual([])
    }
  }, 300_000)

  it('each name in the contract occurs once on the pages of a customer, and all have the same navigation', async () => {
    const { page, go, press, fill } = visitor
    const see = async (names: Names): Promise<void> => {
      expect(await missing(page, names), page.url()).toEqual([])
    }
    await acceptInvitation(visitor, server, { email: 'names@example.com', account: 'seeded' })
    for (const [path, names] of Object.entries(ownPages)) {
      await go(path)
      await see(names)
      const main = page.getByRole('navigation', { name: 'Main', exact: true })
      expect(await main.getByRole('link').allInnerTexts()).toEqual(navigation)
      expect(await main.getByRole('button', { name: 'Sign out', exact: true }).count()).toBe(1)
    }
    await go('/keys')
    expect(await page.locator('tr[data-key][data-status=active]').count()).toBe(2)
    await page.getByText('Limits of this key').click()
    await see({ h1: 'Keys', labels: ['Name', 'Monthly limit', 'Expires on', 'read', 'predict', 'usage'] })
    await page.getByRole('link', { name: 'Manage Key 1', exact: true }).click()
    await see({
      h1: 'Key 1',
      h2: ['Limits', 'Rotate', 'Revoke'],
      buttons: ['Save limits', 'Revoke key', 'Rotate key'],
      labels: ['Monthly limit', 'Expires on', 'read', 'predict', 'usage', 'Old key stops'],
    })
    const stops = page.getByLabel('Old key stops').locator('option')
    const offered = await Promise.all((await stops.all()).map((option) => option.getAttribute('value')))
    expect(offered).toEqual(['now', '1h', '24h', '7d'])

    await go('/usage')
    expect(await page.locator('tr[data-kind][data-request]').count()).toBe(50)

    await go('/keys')
    await fill({ Name: 'named' })
    await press('Create key')
    await see({
      h1: 'Your new key',
      buttons: ['Copy key', 'Copy command', 'Send this request'],
      ids: ['code#new-key', 'pre#curl'],
    })
    await press('Send this request')
    await see({ h1: 'Console', ids: ['#answer-status', '#answer'] })

    await go('/credits')
    await press('Subscribe to Basic')
    await see({ h1: 'Test payment', buttons: ['Pay', 'Decline'] })
    await press('Pay')
    await see({ h1: 'Credits', buttons: ['Cancel plan'], links: ['Receipt'], ids: ['time#plan-renews', '#status'] })
    await press('Cancel plan')
    await see({
      h1: 'Credits',
      buttons: ['Keep plan'],
      ids: ['time#plan-expires', 'tr[data-payment][data-status=granted]'],
    })
    expect(visitor.complaints).toEqual([])
  }, 300_000)

  it('the title of a refused form begins with Error, and each wrong field refers to its message', async () => {
    const refused = await newVisitor(browser, server)
    const { page, go, press } = refused
    await go('/sign-up')
    await press('Create account')
    expect(await page.title()).toBe('Error: Create your account · riftline')
    expect(await page.getByRole('alert').getAttribute('id')).toBe('errors')
    for (const label of ['E-mail', 'Password', 'I accept the terms']) {
      const field = page.getByLabel(label, { exact: true })
      expect(await field.getAttribute('aria-invalid'), label).toBe('true')
      const [id] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
      expect(await page.locator(`#errors #${id}`).count(), label).toBe(1)
    }
    await refused.close()
  })

  it('Copy key and Copy command copy the text beside them; the script has under 2 kB, the style sheet under 200 lines', async () => {
    const copying = await newVisitor(browser, server, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = copying
    await acceptInvitation(copying, server, { email: 'copying@example.com', account: await newAccount() })
    await copying.go('/keys')
    await copying.fill({ Name: 'copied' })
    await copying.press('Create key')
    for (const [name, id] of [
      ['Copy key', 'new-key'],
      ['Copy command', 'curl'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.locator(`[data-copy=${id}]`, { hasText: 'Copied' }).waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied).toBe(await page.locator(`#${id}`).textContent())
    }
    expect(copying.complaints).toEqual([])
    await copying.close()
    expect(Buffer.byteLength(script)).toBeLessThan(2000)
    expect(style.split('\n').length).toBeLessThan(200)
  })

  it('the command of the home page has a button that copies it', async () => {
    const copying = await newVisitor(browser, server, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = copying
    await copying.go('/')
    await page.getByRole('button', { name: 'Copy command', exact: true }).click()
    await page.locator('[data-copy]', { hasText: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.locator('main pre').textContent())
    expect(copying.complaints).toEqual([])
    await copying.close()
  })

  async function newAccount(): Promise<string> {
    const { account } = (await server.run('account', 'create', 'copying')) as { readonly account: string }
    return account
  }

  async function linkPages(): Promise<readonly (Names & { readonly path: string })[]> {
    await server.run('account', 'invite', 'invited@example.com')
    const path = server.linkTo('invited@example.com')
    return [{ path, h1: 'Accept your invitation', buttons: ['Create account'], labels: ['Password'] }]
  }
})

/** Lists the names that are not on the page exactly once. */
async function missing(
  page: Page,
  { h1, h2 = [], links = [], buttons = [], labels = [], ids = [] }: Names,
): Promise<readonly string[]> {
  const role = (kind: 'link' | 'button' | 'heading', name: string) => page.getByRole(kind, { name, exact: true })
  const all = [
    { what: `h1 ${h1}`, found: page.getByRole('heading', { level: 1, name: h1, exact: true }) },
    { what: 'h1', found: page.getByRole('heading', { level: 1 }) },
    ...h2.map((name) => ({ what: `h2 ${name}`, found: role('heading', name) })),
    ...links.map((name) => ({ what: `link ${name}`, found: role('link', name) })),
    ...buttons.map((name) => ({ what: `button ${name}`, found: role('button', name) })),
    ...labels.map((name) => ({ what: `label ${name}`, found: page.getByLabel(name, { exact: true }) })),
    ...ids.map((selector) => ({ what: selector, found: page.locator(selector) })),
  ]
  const wrong: string[] = []
  for (const { what, found } of all) {
    const count = await found.count()
    if (count !== 1) wrong.push(`${what}: ${count}`)
  }
  return wrong
}
