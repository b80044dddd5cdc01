import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openFilePeopleStore } from '#account/people/file-people-store.ts'
import { aPayment } from '../account/people/examples.ts'
import { createVisitor, type Visitor } from '../account/visitor.ts'
import { runsAll } from '../support/amount.ts'
import { runCliIn } from '../support/cli.ts'
import { start, started } from '../support/serve-in-process.ts'

const password = 'correct horse battery'
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'riftline-people-'))
  return () => rmSync(data, { recursive: true, force: true })
})

type Env = Readonly<Record<string, string>>

async function json(env: Env, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCliIn(env, ...args, '--data', data, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

async function refusal(env: Env, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCliIn(env, ...args, '--data', data)
  expect([code, stdout]).toEqual([1, ''])
  return stderr
}

interface Serving {
  readonly url: string
  readonly visitor: () => Visitor
  readonly output: { readonly stdout: string; readonly stderr: string }
}

async function serve(env: Env = {}): Promise<Serving> {
  const server = await started({
    args: ['--port', '0', '--data', data],
    env: { RIFTLINE_OPS_PORT: 'any', RIFTLINE_ACCOUNT_PORT: 'any', ...env },
  })
  const url = /^account page on (\S+)$/m.exec(server.output.stdout)?.[1] ?? ''
  const port = Number(new URL(url).port)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const options = { port, agent, origin: url, hidden: new Set<string>(), tick: () => {} }
  return { url, visitor: () => createVisitor(options), output: server.output }
}

const tokenOf = (link: unknown): string => new URL(String(link)).searchParams.get('token') ?? ''

describe.each(runsAll ? ['beside a running server', 'without one'] : ['beside a running server'])('%s', (where) => {
  const env = { RIFTLINE_ACCOUNT_URL: 'http://127.0.0.1:9999' }

  async function place(): Promise<void> {
    if (where === 'beside a running server') await serve(env)
  }

  it("an operator invites people, lists people, mails and payments, ends sessions and deletes a person's data", async () => {
    await place()
    const invited = await json(env, 'account', 'invite', 'Ada@example.org')
    expect(invited).toEqual({
      email: 'Ada@example.org',
      account: null,
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9999\/invite\?token=[\w-]{43}$/),
      expiresAtUtc: expect.stringMatching(utc),
    })
    const { account } = await json(env, 'account', 'create', 'acme')
    const second = await json(env, 'account', 'invite', 'eve@example.org', '--account', 'acme')
    expect(second.account).toBe(account)
    expect(await json(env, 'account', 'people')).toEqual({
      people: [
        {
          account: null,
          email: 'Ada@example.org',
          status: 'invited',
          createdAtUtc: expect.stringMatching(utc),
          lastSignInAtUtc: null,
        },
        {
          account,
          email: 'eve@example.org',
          status: 'invited',
          createdAtUtc: expect.stringMatching(utc),
          lastSignInAtUtc: null,
        },
      ],
    })
    const { messages } = await json(env, 'account', 'outbox')
    expect(messages).toEqual(
      [second, invited].map(({ email, link }) => ({
        atUtc: expect.stringMatching(utc),
        to: email,
        subject: 'You are invited to riftline',
        text: expect.stringContaining(`\n${link}\n`),
        link,
      })),
    )
    expect(await json(env, 'account', 'payments')).toEqual({ payments: [] })
    expect(await json(env, 'account', 'sign-out', 'acme')).toEqual({ account, ended: 0 })
    expect(await json(env, 'account', 'forget', 'acme')).toEqual({ account, status: 'deleted' })
    const { people } = await json(env, 'account', 'people')
    expect(people).toHaveLength(1)
    expect(await refusal(env, 'account', 'forget', 'acme')).toContain('has no person')
    expect(await refusal(env, 'account', 'sign-out', 'nobody')).toContain('nobody')
    expect(await refusal(env, 'account', 'invite', 'no address')).toContain('e-mail address')
    expect(statSync(join(data, 'account')).mode & 0o777).toBe(0o700)
  })
})

it.runIf(runsAll)('an operator ends the session of a signed-in customer', async () => {
  const { visitor, url, output } = await serve()
  const { link } = await json({}, 'account', 'invite', 'ada@example.org')
  expect(String(link).startsWith(`${url}/invite?token=`)).toBe(true)
  const ada = visitor()
  expect((await ada.post('/invite', { token: tokenOf(link), password })).location).toBe('/dashboard')
  expect((await ada.get('/dashboard')).status).toBe(200)
  const { people } = (await json({}, 'account', 'people')) as { people: readonly { account: string }[] }
  const account = people[0]?.account ?? ''
  expect(people).toEqual([expect.objectContaining({ status: 'active', lastSignInAtUtc: expect.stringMatching(utc) })])
  expect(await json({}, 'account', 'sign-out', account)).toEqual({ account, ended: 1 })
  expect((await ada.get('/dashboard')).status).toBe(303)
  await ada.post('/sign-in', { email: 'ada@example.org', password })
  await json({}, 'ban', account, '--reason', 'too many accounts')
  expect((await ada.get('/dashboard')).text).toContain('too many accounts')
  expect(await json({}, 'account', 'forget', account)).toEqual({ account, status: 'deleted' })
  expect((await ada.get('/dashboard')).status).toBe(303)
  for (const secret of ['ada@example.org', tokenOf(link), password]) expect(output.stderr).not.toContain(secret)
})

describe('riftline serve', () => {
  async function refused(env: Env): Promise<string> {
    const { code, output } = start({
      args: ['--port', '0', '--data', data],
      env: { RIFTLINE_OPS_PORT: '0', RIFTLINE_ACCOUNT_PORT: 'any', ...env },
    })
    expect([await code, output.stdout]).toEqual([1, ''])
    const lines = output.stderr.trim().split('\n')
    expect(lines).toHaveLength(1)
    return lines[0] ?? ''
  }

  it('riftline serve refuses to start a public page with a missing setting, and names the setting in one line', async () => {
    expect(await refused({ RIFTLINE_ACCOUNT_HOST: '0.0.0.0' })).toContain('RIFTLINE_ACCOUNT_URL')
    const env = { RIFTLINE_ACCOUNT_URL: 'https://riftline.example', RIFTLINE_SMTP_URL: 'http://u:hunter2@mail.example' }
    const line = await refused(env)
    expect(line).toContain('RIFTLINE_SMTP_URL')
    expect(line).not.toContain('hunter2')
  })

  it('payments without an account are listed with the steps for the operator', async () => {
    const accountId = 'acc_that_was_lost'
    const people = await openFilePeopleStore({ dataFolder: data })
    await people.addPayment(aPayment('1', { accountId, status: 'granted' }))
    await people.addPayment(aPayment('2', { accountId, status: 'unclaimed', charge: 'ch_1' }))
    await people.close()
    const shown = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runCliIn({}, 'account', 'payments', ...args, '--data', data)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    const all = await shown()
    expect(all).toMatch(/acc_that_was_lost +\S+ +unclaimed +\d+ +\S+ +ch_1\n/)
    expect(all).toContain('\nunclaimed: the money came in, but its account was deleted, is banned, or is missing')
    expect(all).toContain('Give it back at the payment provider, which finds it by the reference')
    expect(all).not.toContain('mismatch:')
    expect(await shown('--status', 'granted')).not.toContain('unclaimed')
    expect(JSON.parse(await shown('--json', '--status', 'unclaimed')).payments).toMatchObject([{ reference: 'ch_1' }])
  })

  it('riftline serve refuses to start with unreadable plans', async () => {
    expect(await refused({ RIFTLINE_PAYMENTS: 'test' })).toContain('RIFTLINE_PLANS_FILE')
    writeFileSync(join(data, 'plans.json'), '{"currency":"euro","packs":[],"plans":[]}')
    expect(await refused({ RIFTLINE_PAYMENTS: 'test' })).toMatch(/RIFTLINE_PLANS_FILE.*currency/)
    expect(await refused({ RIFTLINE_TERMS_FILE: join(data, 'none.txt') })).toContain('RIFTLINE_TERMS_FILE')
  })

  it.runIf(runsAll)(
    'riftline serve prints the address of the account page, or nothing about the page when it is off',
    async () => {
      const { output } = await started({
        args: ['--port', '0', '--data', data],
        env: { RIFTLINE_OPS_PORT: '0', RIFTLINE_ACCOUNT_PORT: 'any' },
      })
      expect(output.stdout).toMatch(/^riftline listens on \S+\naccount page on http:\/\/127\.0\.0\.1:\d+\n/)
      const other = mkdtempSync(join(tmpdir(), 'riftline-people-'))
      const off = await started({
        args: ['--port', '0', '--data', other],
        env: { RIFTLINE_OPS_PORT: '0', RIFTLINE_ACCOUNT_PORT: '0' },
      })
      expect(off.output.stdout).not.toContain('account page')
      rmSync(other, { recursive: true, force: true })
    },
  )
})
