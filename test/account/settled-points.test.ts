import { StorageError } from '@riftline/ledger'
import { describe, expect, it } from 'vitest'
import { lowMessage } from '#account/mail/messages.ts'
import { creditsText } from '#account/pages/text.tsx'
import { parsePlans } from '#account/payments/plans.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import { tokenHash } from '#account/people/tokens.ts'
import { goodPassword, openPage, plans } from './account-page.ts'
import { allScopes } from './keys-of-page.ts'

const hourMs = 3_600_000

describe('the promise of a mail', () => {
  it('the page promises no mail when the mail cannot be stored', async () => {
    const people = createMemoryPeopleStore()
    const page = await openPage({ people })
    await page.member('ada@example.org')
    people.mails.add = async () => {
      throw new StorageError('no space left')
    }
    const password = goodPassword
    for (const [path, fields] of [
      ['/sign-up', { email: 'eve@example.org', password }],
      ['/sign-up', { email: 'ada@example.org', password }],
      ['/forgot', { email: 'ada@example.org' }],
    ] as const) {
      const answer = await page.visitor().post(path, fields)
      expect([path, answer.status, answer.h1, answer.headers['retry-after']]).toEqual([
        path,
        503,
        'Try again soon',
        '5',
      ])
    }
  })
})

describe('a confirmation', () => {
  it('a confirmation repeated after a crash signs in within the hour, and is refused later', async () => {
    const page = await openPage()
    await page.visitor().post('/sign-up', { email: 'ada@example.org', password: goodPassword })
    const token = await page.token('ada@example.org')
    const waiting = await page.people.pending(tokenHash(token))
    const confirm = () => page.visitor().post('/confirm', { token, password: goodPassword })
    expect((await confirm()).status).toBe(303)
    expect((await confirm()).status).toBe(410)
    await page.people.addPending(waiting!)
    const again = await confirm()
    expect([again.status, again.location]).toEqual([303, '/keys?done=welcome'])
    expect(await page.ledger.accounts()).toHaveLength(1)
    await page.people.addPending(waiting!)
    page.clock.advance(hourMs)
    expect((await confirm()).status).toBe(410)
    expect(await page.people.people()).toHaveLength(1)
  })

  it('a confirmation uses the account that a crash left without a person', async () => {
    const page = await openPage()
    await page.visitor().post('/sign-up', { email: 'ada@example.org', password: goodPassword })
    const token = await page.token('ada@example.org')
    const left = await page.ledger.createAccount(`web-${tokenHash(token).slice(0, 12)}`)
    expect((await page.visitor().post('/confirm', { token, password: goodPassword })).status).toBe(303)
    const [person] = await page.people.people()
    expect(person?.accountId).toBe(left.id)
  })

  it('a confirmation of one sign-up ends the others that wait for the address', async () => {
    const page = await openPage()
    await page.visitor().post('/sign-up', { email: 'ada@example.org', password: 'the password of a stranger' })
    const first = await page.token('ada@example.org')
    await page.visitor().post('/sign-up', { email: 'Ada+x@example.org', password: goodPassword })
    const second = await page.token('Ada+x@example.org')
    expect((await page.visitor().post('/confirm', { token: second, password: goodPassword })).status).toBe(303)
    const late = await page.visitor().post('/confirm', { token: first, password: 'the password of a stranger' })
    expect(late.status).toBe(410)
    expect(await page.people.people()).toHaveLength(1)
  })

  it('the link of a confirmation expires after a day', async () => {
    const page = await openPage()
    await page.visitor().post('/sign-up', { email: 'ada@example.org', password: goodPassword })
    const token = await page.token('ada@example.org')
    page.clock.advance(24 * hourMs)
    expect((await page.visitor().get(`/confirm?token=${token}`)).status).toBe(410)
    expect((await page.visitor().post('/confirm', { token, password: goodPassword })).status).toBe(410)
  })
})

describe('a key', () => {
  it('a key may have a name of 64 characters of any script, keeps it when it is rotated, and stays listed', async () => {
    const page = await openPage()
    const member = await page.member()
    const name = '\u{1f511}'.repeat(64)
    expect((await member.post('/keys', { ...allScopes, name, form: 'A'.repeat(22) })).status).toBe(200)
    const [account] = await page.ledger.accounts()
    const [old] = await page.ledger.keys(account?.id ?? '')
    const rotated = await member.post(`/keys/${old?.id}/rotate`, { stops: '24h', form: 'B'.repeat(22) })
    expect([rotated.status, rotated.h1]).toEqual([200, 'Your new key'])
    const keys = await page.ledger.keys(account?.id ?? '')
    expect(keys.map((key) => key.name)).toEqual([name, name])
    const rows = async () =>
      [...(await member.get('/keys')).text.matchAll(/data-status="(\w+)"/g)].map(([, status]) => status).sort()
    expect(await rows()).toEqual(['active', 'ending'])
    expect((await member.post(`/keys/${old?.id}/rotate`, { stops: 'now', form: 'C'.repeat(22) })).status).toBe(409)
    await member.post(`/keys/${old?.id}/revoke`)
    expect(await rows()).toEqual(['active', 'revoked'])
    const wrong = await member.post(`/keys/${keys[1]?.id}/rotate`, { stops: 'tomorrow', form: 'D'.repeat(22) })
    expect([wrong.status, wrong.title.startsWith('Error: ')]).toEqual([422, true])
  })
})

describe('credits of a plan', () => {
  it('the page shows the end of the paid period, although the credits last a day longer', async () => {
    const page = await openPage({ env: { RIFTLINE_PAYMENTS: 'test' }, plans })
    const member = await page.member()
    const form = await member.form('/credits')
    const { location } = await member.post('/credits/checkout', { item: 'plan:pro', form })
    await member.post(new URL(location).pathname, { action: 'pay' })
    const end = /id="plan-renews" datetime="([^"]+)"/.exec((await member.get('/credits')).text)?.[1] ?? ''
    await member.post('/credits/plan', { action: 'cancel' })
    page.clock.advanceTo(Date.parse(end) + hourMs)
    const later = page.visitor()
    await later.post('/sign-in', { email: (await page.people.people())[0]?.email ?? '', password: goodPassword })
    for (const path of ['/credits', '/dashboard']) {
      const { text } = await later.get(path)
      expect(text).toContain('id="balance-plan" value="5000"')
      expect(text).toContain(`id="plan-expires" datetime="${end}"`)
    }
  })

  it('the page shows the end that an operator set for plan credits', async () => {
    const page = await openPage()
    const member = await page.member()
    const [account] = await page.ledger.accounts()
    const expiresAt = page.clock.now() + 30 * 24 * hourMs
    await page.ledger.grant(account!.id, { kind: 'plan', ref: 'r', credits: 5, name: 'Pro', expiresAt })
    expect((await member.get('/credits')).text).toMatch(
      new RegExp(`id="plan-expires" datetime="${new Date(expiresAt).toISOString().slice(0, 16)}`),
    )
  })
})

describe('a test payment', () => {
  it('a test payment has a page with its receipt', async () => {
    const page = await openPage({ plans, env: { RIFTLINE_PAYMENTS: 'test' } })
    const member = await page.member()
    await member.post('/credits/checkout', { item: 'pack:small', form: await member.form('/credits') })
    const [payment] = await page.people.payments()
    await member.post(`/credits/test/${payment?.id}`, { action: 'pay' })
    const receipt = await member.get(`/credits/payments/${payment?.id}`)
    expect([receipt.status, receipt.h1]).toEqual([200, 'Receipt'])
  })
})

describe('the list of people for operators', () => {
  it('the list of people has invited people, but no unconfirmed sign-ups', async () => {
    const page = await openPage()
    await page.visitor().post('/sign-up', { email: 'pending@example.org', password: goodPassword })
    await page.administration.invite('invited@example.org', null)
    await page.member('ada@example.org')
    const lines = await page.administration.people()
    expect(lines.map(({ email, status }) => [email, status])).toEqual([
      ['invited@example.org', 'invited'],
      ['ada@example.org', 'active'],
    ])
    const [, ada] = lines
    await page.ledger.ban(ada?.account ?? '', { reason: 'spam' })
    expect((await page.administration.people())[1]?.status).toBe('banned')
  })
})

describe('the watch over accounts', () => {
  it('pages and mails write “1 credit” and “2 credits”', async () => {
    const sold = parsePlans(
      JSON.stringify({
        currency: 'eur',
        packs: [1, 2].map((credits) => ({ id: `of-${credits}`, name: `Pack ${credits}`, credits, amount: 100 })),
        plans: [],
      }),
      'plans.json',
    )
    const page = await openPage({ plans: sold, env: { RIFTLINE_PAYMENTS: 'test' } })
    const member = await page.member('ada@example.org')
    const offers = (await member.get('/credits')).text
    expect(offers.match(/\b\d+ credits?\b/g)).toEqual(expect.arrayContaining(['1 credit', '2 credits']))
    expect(offers).not.toMatch(/\b1 credits\b/)
    for (const below of ['1', '2']) await member.post('/settings/alerts', { below })
    expect((await member.get('/settings')).text.match(/below \d+ credits?\b/g)).toEqual([
      'below 2 credits',
      'below 1 credit',
    ])
    expect(
      [lowMessage(creditsText(1), 2, '/'), lowMessage(creditsText(2), 3, '/')].map(({ paragraphs }) => paragraphs[0]),
    ).toEqual([
      expect.stringContaining('Your account has 1 credit left,'),
      expect.stringContaining('Your account has 2 credits left,'),
    ])
  })

  it('the watch over accounts mails a ban once, and low credits once each time the balance falls below the limit', async () => {
    const page = await openPage()
    const member = await page.member('ada@example.org')
    await member.post('/settings/alerts', { below: '50' })
    const subjects = async () => (await page.mails('ada@example.org')).map(({ subject }) => subject)
    for (let i = 0; i < 3; i++) await page.watch()
    expect((await subjects()).filter((subject) => subject === 'Your riftline credits are low')).toHaveLength(1)
    const [account] = await page.ledger.accounts()
    const id = account?.id ?? ''
    await page.ledger.grant(id, { kind: 'topup', ref: 'x', credits: 100 })
    await page.watch()
    await page.ledger.ban(id, { reason: 'spam' })
    for (let i = 0; i < 3; i++) await page.watch()
    const mail = (await page.mails('ada@example.org')).at(-1)
    expect([mail?.subject, mail?.text.includes('spam')]).toEqual(['Your riftline account was banned', true])
    expect((await subjects()).filter((subject) => subject === mail?.subject)).toHaveLength(1)
  })
})
