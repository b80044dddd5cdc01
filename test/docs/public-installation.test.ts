import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { isPublic, parseAccountConfig } from '@riftline/account'
import { readPeople } from '@riftline/account/people'
import { silentLog, systemClock } from '@riftline/base/node'
import { openFileStore, verifyLedger } from '@riftline/ledger/file'
import { createApiKey, parseConfig } from '@riftline/server'
import { expect, it, onTestFinished } from 'vitest'
import { parsePlans } from '#account/payments/plans.ts'
import { readSource } from '../package/workspace.ts'
import { runsAll } from '../support/amount.ts'
import { freePort } from '../support/free-port.ts'
import { startServe } from '../support/serve-process.ts'
import { runShell, shellBlocks } from '../support/shell.ts'

const document = readFileSync('docs/public-installation.md', 'utf8')
const by = (heading: string): string => shellBlocks('public-installation.md', heading)
const blocksOf = (language: string): readonly string[] =>
  [...document.matchAll(new RegExp(`^ *\`\`\`${language}\n([^\`]+?)^ *\`\`\`$`, 'gm'))].map(([, block = '']) => block)

/** Settings of the documented file, as systemd parses it. */
const settings = Object.fromEntries(
  [...(blocksOf('ini')[0] ?? '').matchAll(/^(RIFTLINE_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const plans = blocksOf('json')[0] ?? ''

it('the settings of docs/public-installation.md give a public account page with sales', () => {
  const config = parseConfig(settings)
  const account = parseAccountConfig(settings, config) ?? expect.fail('off')
  expect(isPublic(account)).toBe(true)
  expect(account).toMatchObject({ port: 8082, portGiven: true, payments: 'stripe', signUp: 'open' })
  expect(config).toMatchObject({ publicHttps: true, port: 8080, docsUrl: `${account.url}/docs` })
  expect(parsePlans(plans, 'plans.json')).toMatchObject({ packs: [{ id: 'small' }], plans: [{ id: 'starter' }] })
})

it('docs/public-installation.md sets every variable that a public account page requires', () => {
  const config = parseConfig(settings)
  for (const name of ['ACCOUNT_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'STRIPE_SECRET_KEY']) {
    const { [`RIFTLINE_${name}`]: _, ...others } = settings
    const parse = () => parseAccountConfig({ ...others, RIFTLINE_ACCOUNT_HOST: '0.0.0.0' }, config)
    expect(parse, name).toThrow(`RIFTLINE_${name}: `)
  }
})

it('the proxies of docs/public-installation.md forward to both ports and log no links', () => {
  const [nginx = ''] = blocksOf('nginx')
  expect(nginx.match(/server 127\.0\.0\.1:\d+/g)).toEqual(['server 127.0.0.1:8080', 'server 127.0.0.1:8082'])
  expect(nginx.match(/proxy_set_header Host \$host;/g)).toHaveLength(2)
  expect(nginx.match(/proxy_set_header X-Forwarded-For \$remote_addr;/g)).toHaveLength(2)
  expect(/log_format.*/.exec(nginx)?.[0]).not.toMatch(/\$(request|args|request_uri|http_referer)\b/)
  const [caddy = ''] = blocksOf('caddyfile')
  expect(caddy.match(/reverse_proxy \S+/g)).toEqual(['reverse_proxy 127.0.0.1:8080', 'reverse_proxy 127.0.0.1:8082'])
})

it('docs/public-installation.md explains every warning of the account page', () => {
  const [, table = ''] = /^\| Log event[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(document) ?? []
  const told = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z]+(?:_[a-z]+)+/g) ?? [])
  const written = readSource('account').flatMap(({ text }) =>
    [...text.matchAll(/\bevent(?:: |\] = )(.*)/g)].flatMap(
      ([, code = '']) => code.match(/(?<=')[a-z]+(?:_[a-z]+)+(?=')/g) ?? [],
    ),
  )
  const good = ['payment_settled', 'people_unfinished_removed']
  const warnings = new Set(written.filter((name) => !good.includes(name)))
  expect([...told].sort()).toEqual([...warnings, 'account_page_unusable'].sort())
})

it.runIf(runsAll)(
  'the commands of docs/public-installation.md work beside a server with the documented settings',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riftline-public-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // The import is here because the tests above do not need the module.
    const { startStripeStandIn } = await import('../account/stripe-stand-in.ts')
    const stripe = await startStripeStandIn(systemClock)
    onTestFinished(() => stripe.stop())
    const mail = await startMailServer()
    const files = { TERMS_FILE: '# Terms\nBe kind.\n', PRIVACY_FILE: 'We keep little.\n', PLANS_FILE: plans }
    const given = Object.entries(files).map(([name, content]) => {
      writeFileSync(join(folder, name), content)
      return [`RIFTLINE_${name}`, join(folder, name)] as const
    })
    const accountPort = await freePort()
    const here: Readonly<Record<string, string>> = {
      ...settings,
      ...Object.fromEntries(given),
      RIFTLINE_ACCOUNT_PORT: String(accountPort),
      RIFTLINE_SMTP_URL: mail.url,
      RIFTLINE_STRIPE_API_URL: stripe.url,
      RIFTLINE_OPS_PORT: 'any',
    }
    const { RIFTLINE_DATA_DIR: _, RIFTLINE_ARTIFACTS_DIR: __, ...ofServer } = here
    const { key, id, sha256 } = createApiKey(randomBytes)
    const server = await startServe({
      env: Object.fromEntries(Object.entries(ofServer).map(([name, value]) => [name.replace('RIFTLINE_', ''), value])),
      key,
      async before(dataFolder) {
        const store = await openLedger(dataFolder)
        const { id: accountId } = await store.createAccount('acme')
        await store.addKey({ id, accountId, name: 'first', sha256 })
        await store.close()
      },
    })
    const env = { ...here, RIFTLINE_DATA_DIR: server.dataFolder }
    writeFileSync(
      join(folder, 'riftline.env'),
      Object.entries(env)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
    )
    chmodSync(join(folder, 'riftline.env'), 0o600)
    const follow = async (script: string): Promise<string> => {
      const local = script.replace('/etc/riftline/riftline.env', join(folder, 'riftline.env'))
      const { code, output } = await runShell(local, { folder, env: { RIFTLINE_DATA_DIR: server.dataFolder } })
      expect(code, output).toBe(0)
      return output
    }

    const home = await get(accountPort, '/', 'account.example.com')
    expect(home.body).toContain('https://api.example.com/v1/predict')
    expect(home.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await get(accountPort, '/terms', 'account.example.com')).body).toContain('Be kind.')
    expect((await get(accountPort, '/', `127.0.0.1:${accountPort}`)).statusCode).toBe(421)
    expect((await get(accountPort, '/healthz', 'anything')).body).toBe('ok')
    const refused = await get(server.port, '/v1/usage', 'api.example.com')
    expect(refused.headers.link).toContain('<https://account.example.com/docs/errors')

    expect(await follow(by('Mail'))).toContain('https://account.example.com/invite?token=')
    expect(await mail.next()).toMatch(/^To: you@example\.com$/m)
    expect(await follow(by('Customers'))).toMatch(/acme|owner@example\.com +invited/)
    expect(await follow(by('Back up'))).toContain('ledger is sound: 1 accounts')
    await follow(by('Stripe'))

    const copied = await readPeople(join(folder, 'copy'))
    expect((await copied.people()).map(({ email }) => email)).toEqual(['you@example.com', 'new@example.com'])
    expect(await verifyLedger(join(folder, 'copy'))).toMatchObject({ sound: true })
    await server.stop()
  },
  300_000,
)

function openLedger(dataFolder: string): ReturnType<typeof openFileStore> {
  return openFileStore({ clock: systemClock, randomBytes, freeCredits: 20, dataFolder, log: silentLog })
}

/** Sends a request as the proxy does, with the customer's `Host`. */
async function get(port: number, path: string, host: string): Promise<IncomingMessage & { readonly body: string }> {
  const headers = { Host: host, 'X-Forwarded-For': '192.0.2.1' }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject).end()
  })
  return Object.assign(response, { body: await textOf(response) })
}

/** Starts a mail server that accepts every mail; `next` returns the oldest unread one. */
async function startMailServer(): Promise<{ readonly url: string; next(): Promise<string> }> {
  const { SMTPServer } = await import('smtp-server')
  const came: string[] = []
  let wake = (): void => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      void textOf(stream).then((mail) => {
        came.push(mail.replaceAll('\r', ''))
        wake()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next() {
      while (came.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return came.shift() ?? ''
    },
  }
}
