import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newVisitor, password, signIn, signUp } from './visitor.ts'

const { skip, why } = browserTests
const email = 'customer@example.com'
const newEmail = 'customer.new@example.com'
const newPassword = 'another long secret phrase'

describe.skipIf(skip)(`a customer in Chromium${why}`, () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  it.each([
    { javaScriptEnabled: true, how: 'with script' },
    { javaScriptEnabled: false, how: 'without script' },
  ])(
    'a customer signs up, calls, pays, limits and changes keys, changes password and address, and deletes the account $how; the ledger is sound',
    async (how) => {
      const { javaScriptEnabled } = how
      const server = await startAccountServer()
      try {
        const visitor = await newVisitor(browser, server, { javaScriptEnabled })
        const { page, go, fill, press } = visitor
        const status = page.getByRole('status')

        await signUp(visitor, server, email)
        await expectText(status, 'Your account is ready. Create your first key.')
        await expectHeading(page, 'Keys')

        await fill({ Name: 'laptop' })
        await press('Create key')
        await expectHeading(page, 'Your new key')
        const oldKey = await page.locator('#new-key').innerText()
        expect(await page.getByRole('button', { name: 'Copy key' }).isVisible()).toBe(javaScriptEnabled)
        const command = await page.locator('#curl').innerText()
        const answer = JSON.parse(await sh(command))
        expect(answer).toMatchObject({ blueTeam: { name: 'T1' }, redTeam: { name: 'Gen.G' } })

        await go('/usage')
        const charge = page.locator('tr[data-kind=capture]')
        expect(await charge.count()).toBe(1)
        const credits = -Number(await charge.locator('td').last().innerText())
        expect(credits).toBeGreaterThan(0)
        await go('/dashboard')
        const balance = await numberOf(page, 'balance')
        expect(await numberOf(page, 'used-today')).toBe(credits)
        expect(await numberOf(page, 'used-month')).toBe(credits)
        expect(balance).toBe(20 - credits)
        expect(await page.locator('#usage-days tbody tr').count()).toBe(1)

        await go('/keys')
        await follow(page, 'Manage laptop')
        await fill({ 'Monthly limit': String(credits) })
        await press('Save limits')
        await expectText(status, 'The limits are saved. They count from the next call on.')
        expect(await page.locator('dl').innerText()).toContain(`${credits} of ${credits} credits, limit reached`)
        expect(JSON.parse(await sh(command)).error).toBe('key_limit_reached')
        await fill({ 'Monthly limit': '', 'Expires on': '2099-01-01' })
        await page.getByLabel('predict', { exact: true }).uncheck()
        await press('Save limits')
        expect(JSON.parse(await sh(command)).error).toBe('scope_missing')
        await page.getByLabel('predict', { exact: true }).check()
        await press('Save limits')
        expect(await page.getByLabel('Expires on', { exact: true }).inputValue()).toBe('2099-01-01')

        await go('/credits')
        await press('Buy Small pack')
        expect(await page.getByText('No money moves').count()).toBe(1)
        await press('Pay')
        await expectText(status, 'Thank you. Your credits are there.')
        expect(await numberOf(page, 'balance')).toBe(balance + 1000)
        expect(await numberOf(page, 'balance-topup')).toBe(1000)
        expect(await page.locator('tr[data-payment]').getAttribute('data-status')).toBe('granted')

        await go('/keys')
        await follow(page, 'Manage laptop')
        await fill({ 'Old key stops': 'now' })
        await press('Rotate key')
        await expectHeading(page, 'Your new key')
        const key = await page.locator('#new-key').innerText()
        expect(await statusOf(server, oldKey)).toBe(401)
        expect(await statusOf(server, key)).toBe(200)

        await press('Send this request')
        expect(await page.locator('#answer-status').innerText()).toBe('200')
        const { blueTeam, redTeam, model } = answer
        expect(JSON.parse(await page.locator('#answer').innerText())).toMatchObject({ blueTeam, redTeam, model })
        expect(await page.content()).not.toContain(key)
        await go('/dashboard')
        expect(await numberOf(page, 'balance')).toBe(balance + 1000 - credits)

        await go('/settings')
        await fill({ 'Low balance': '50' })
        await press('Save')
        await expectText(status, 'Saved.')
        await fill({ 'Current password': password, 'New password': newPassword })
        await press('Change password')
        await expectText(status, 'Your password is changed. Other sessions have ended.')
        await fill({ 'New e-mail': newEmail })
        await press('Change e-mail')
        await expectText(status, 'Open the link in the mail to your new address.')
        expect(server.subjectsTo(email)).toContain('Your riftline e-mail is being changed')
        await go(server.linkTo(newEmail))
        await press('Confirm')
        expect(await page.getByText(newEmail).count()).toBe(1)

        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download my data' }).click()
        expect((await download).suggestedFilename()).toBe('riftline-account.json')

        await fill({ 'Your e-mail': newEmail })
        await press('Delete account')
        await expectText(status, 'Your account is deleted.')
        await signIn(visitor, newEmail, newPassword)
        await expectText(page.locator('#errors'), 'Wrong e-mail or password.')
        expect(await statusOf(server, key)).toBe(401)
        expect(visitor.complaints).toEqual([])
        await visitor.close()

        expect(await server.stop()).toBe(0)
        expect(await server.run('ledger', 'verify')).toMatchObject({ sound: true })
      } finally {
        await server.remove()
      }
    },
    300_000,
  )
})

async function expectText(place: Locator, text: string): Promise<void> {
  expect((await place.innerText()).trim()).toBe(text)
}

async function expectHeading(page: Page, text: string): Promise<void> {
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(text)
}

async function follow(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name, exact: true }).click()])
}

/** Reads a figure from the `value` attribute of its `data` element. */
async function numberOf(page: Page, id: string): Promise<number> {
  return Number(await page.locator(`data#${id}`).getAttribute('value'))
}

/** Runs a copied command in a shell. */
async function sh(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command])
  return stdout
}

/** Makes a free call with a key and returns the status of its answer. */
async function statusOf({ apiUrl }: AccountServer, key: string): Promise<number> {
  const response = await fetch(`${apiUrl}/v1/usage`, { headers: { Authorization: `Bearer ${key}` } })
  await response.body?.cancel()
  return response.status
}
