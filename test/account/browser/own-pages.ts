import type { AccountServer } from './account-server.ts'
import { type PageCase, submitForm } from './pages.ts'
import { password, type Visitor } from './visitor.ts'

/** Every page of a person with a month of use, and the errors of its forms; the order of the cases matters. */
export function ownPages(visitor: Visitor): readonly PageCase[] {
  const { page, press, fill } = visitor
  const go = (path: string) => () => visitor.go(path)
  const sent =
    (path: string, button: string, fields: Readonly<Record<string, string>> = {}) =>
    async () => {
      await visitor.go(path)
      await fill(fields)
      await press(button)
    }
  const first = async (name: RegExp): Promise<void> => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name }).first().click()])
  }
  const form = (path: string, fields: Readonly<Record<string, string>>) => async () => {
    await visitor.go('/credits')
    await submitForm(page, { action: path, fields })
  }
  const one = 'A'.repeat(22)
  const scopes = ['read', 'predict', 'usage']
  const refusedSettings = [
    ['Change e-mail', { 'New e-mail': 'me' }],
    ['Change password', { 'Current password': password, 'New password': 'short' }],
    ['Change password', { 'Current password': 'wrong', 'New password': 'short' }],
    ['Save', { 'Low balance': '-1' }],
    ['Delete account', { 'Your e-mail': 'other@example.com' }],
  ] as const
  let testPayment = ''
  return [
    { name: 'dashboard', status: 200, heading: 'Dashboard', reach: go('/dashboard') },
    { name: 'keys', status: 200, heading: 'Keys', reach: go('/keys?done=revoked') },
    { name: 'key without a name', status: 422, heading: 'Keys', reach: sent('/keys', 'Create key') },
    {
      name: 'wrong limits of a new key',
      status: 422,
      heading: 'Keys',
      reach: async () => {
        await visitor.go('/keys')
        await page.getByText('Limits of this key').click()
        for (const scope of scopes) await page.getByLabel(scope, { exact: true }).uncheck()
        await fill({ Name: 'bot', 'Monthly limit': '1,000', 'Expires on': '2025-01-01' })
        await press('Create key')
      },
    },
    {
      name: 'new key',
      status: 200,
      heading: 'Your new key',
      reach: async () => {
        for (const scope of scopes.slice(0, 2)) await page.getByLabel(scope, { exact: true }).check()
        await fill({ Name: `${'long'.repeat(15)}key`, 'Monthly limit': '2147483647', 'Expires on': '9999-12-31' })
        await press('Create key')
      },
    },
    { name: 'request sent from the new key', status: 200, heading: 'Console', reach: () => press('Send this request') },
    { name: 'console', status: 200, heading: 'Console', reach: go('/console') },
    {
      name: 'console refused',
      status: 422,
      heading: 'Console',
      reach: sent('/console', 'Send request', { Operation: 'getTeam' }),
    },
    {
      name: 'key',
      status: 200,
      heading: 'Key 1',
      reach: async () => {
        await visitor.go('/keys')
        await first(/^Manage Key 1$/)
      },
    },
    {
      name: 'limits refused',
      status: 422,
      heading: 'Key 1',
      reach: async () => {
        for (const scope of scopes) await page.getByLabel(scope, { exact: true }).uncheck()
        await fill({ 'Monthly limit': '-1', 'Expires on': '2025-01-01' })
        await press('Save limits')
      },
    },
    {
      name: 'limits saved',
      status: 200,
      heading: 'Key 1',
      reach: async () => {
        for (const scope of scopes) await page.getByLabel(scope, { exact: true }).check()
        await fill({ 'Monthly limit': '2147483647', 'Expires on': '9999-12-31' })
        await press('Save limits')
      },
    },
    {
      name: 'rotation refused',
      status: 422,
      heading: 'Key 1',
      reach: async () => {
        await page.evaluate(`document.getElementById('field-stops').replaceChildren(new Option('never', 'never'))`)
        await press('Rotate key')
      },
    },
    { name: 'rotated key', status: 200, heading: 'Your new key', reach: () => press('Rotate key') },
    {
      name: 'rotated again',
      status: 409,
      heading: 'Already sent',
      reach: () => page.reload(),
    },
    { name: 'ending key', status: 200, heading: 'Keys', reach: go('/keys') },
    { name: 'usage', status: 200, heading: 'Usage', reach: go('/usage') },
    { name: 'older usage', status: 200, heading: 'Usage', reach: go('/usage?page=2') },
    { name: 'usage of no month', status: 400, heading: 'Usage', reach: go('/usage?month=2026-13') },
    { name: 'credits', status: 200, heading: 'Credits', reach: go('/credits') },
    {
      name: 'what is not sold',
      status: 422,
      heading: 'Credits',
      reach: form('/credits/checkout', { item: 'pack:none', form: one }),
    },
    {
      name: 'no choice about the plan',
      status: 422,
      heading: 'Credits',
      reach: form('/credits/plan', { action: 'x' }),
    },
    {
      name: 'test payment',
      status: 200,
      heading: 'Test payment',
      reach: async () => {
        await sent('/credits', 'Buy Small pack')()
        testPayment = new URL(page.url()).pathname
      },
    },
    {
      name: 'test payment refused',
      status: 422,
      heading: 'Test payment',
      reach: () => form(testPayment, { action: 'x' })(),
    },
    { name: 'declined', status: 200, heading: 'Credits', reach: async () => sent(testPayment, 'Decline')() },
    {
      name: 'paid plan',
      status: 200,
      heading: 'Credits',
      reach: async () => {
        await sent('/credits', 'Subscribe to Basic')()
        await press('Pay')
      },
    },
    { name: 'cancelled plan', status: 200, heading: 'Credits', reach: sent('/credits', 'Cancel plan') },
    { name: 'receipt', status: 200, heading: 'Receipt', reach: () => first(/^Receipt$/) },
    {
      name: 'paid test payment',
      status: 200,
      heading: 'Test payment',
      reach: () => first(/^Test payment$/),
    },
    { name: 'settings', status: 200, heading: 'Settings', reach: go('/settings?done=alerts-saved') },
    ...refusedSettings.map(([button, fields]) => ({
      name: `settings, ${button} refused`,
      status: 422,
      heading: 'Settings',
      reach: sent('/settings', button, fields),
    })),
    {
      name: 'session that ended already',
      status: 422,
      heading: 'Settings',
      reach: form('/settings/sessions', { session: 'gone' }),
    },
    { name: 'password', status: 200, heading: 'Enter your password', reach: go('/password?next=/keys') },
    {
      name: 'wrong password',
      status: 422,
      heading: 'Enter your password',
      reach: sent('/password', 'Continue', { Password: 'wrong' }),
    },
    { name: 'not found, signed in', status: 404, heading: 'Not found', reach: go('/keys/none') },
  ]
}

/** Bans an account, with a reason that its owner reads. */
export async function banned(server: AccountServer, account: string): Promise<void> {
  await server.run('ban', account, '--reason', 'Credits of several accounts were used for one product.')
}
