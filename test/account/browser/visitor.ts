import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import type { AccountServer } from './account-server.ts'

export const password = 'correct horse battery staple'

/** A page of a browser profile of its own, and everything that went wrong on it. */
export interface Visitor {
  readonly page: Page
  /** Console messages, script errors, violations of the content security policy, and requests that leave the site. */
  readonly complaints: readonly string[]
  /** Goes to a path of the account page. */
  go(path: string): Promise<Response>
  /** Presses a button by its name and waits until the next page has loaded. */
  press(name: string): Promise<void>
  /** Sets fields by their labels. */
  fill(fields: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

export async function newVisitor(
  browser: Browser,
  server: Pick<AccountServer, 'origin'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    // Chromium logs this for every page whose status is not 200.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.origin) complaints.push(`asked for ${request.url()}`)
  })
  page.on('response', (response) => {
    const isPart = response.request().resourceType() !== 'document'
    if (isPart && response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`)
  })
  return {
    page,
    complaints,
    async go(path) {
      const response = await page.goto(new URL(path, server.origin).href)
      if (response === null) throw new Error(`no answer for ${path}`)
      return response
    },
    async press(name) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      await Promise.all([page.waitForEvent('load'), button.click()])
    },
    async fill(fields) {
      for (const [label, value] of Object.entries(fields)) {
        const field = page.getByLabel(label, { exact: true })
        const tag = await field.evaluate(({ tagName }) => tagName)
        if (tag === 'SELECT') await field.selectOption(value)
        else await field.fill(value)
      }
    },
    close: () => context.close(),
  }
}

/** Signs up and confirms the address; the browser is then at `/keys`. */
export async function signUp(visitor: Visitor, server: AccountServer, email: string): Promise<void> {
  await visitor.go('/sign-up')
  await visitor.fill({ 'E-mail': email, Password: password })
  await visitor.page.getByLabel('I accept the terms').check()
  await visitor.press('Create account')
  await visitor.go(server.linkTo(email))
  await visitor.fill({ Password: password })
  await visitor.press('Confirm')
}

export async function signIn({ go, fill, press }: Visitor, email: string, secret: string = password): Promise<void> {
  await go('/sign-in')
  await fill({ 'E-mail': email, Password: secret })
  await press('Sign in')
}

/** Accepts the invitation to an account that has a month of use. */
export async function acceptInvitation(
  visitor: Visitor,
  server: AccountServer,
  { email, account }: { readonly email: string; readonly account: string },
): Promise<void> {
  await server.run('account', 'invite', email, '--account', account)
  await visitor.go(server.linkTo(email))
  await visitor.fill({ Password: password })
  await visitor.press('Create account')
}
