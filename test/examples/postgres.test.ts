import { execFile } from 'node:child_process'
import { accessSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isPublic, parseAccountConfig } from '@riftline/account'
import { parseConfig } from '@riftline/server'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseServeOptions } from '#cli/serve/serve-options.ts'
import { commandOf, type Instruction, readDockerfile, variablesOf } from '../support/dockerfile.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { examples } from '../support/run-example.ts'
import { startServe } from '../support/serve-process.ts'

const folder = `${examples}postgres`
const root = join(examples, '..')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const stages = readDockerfile(read('Dockerfile'))
const [build = [], image = []] = stages
const only = (stage: readonly Instruction[], name: string): Instruction => {
  const found = stage.filter((instruction) => instruction.name === name)
  expect(found, name).toHaveLength(1)
  return found[0]!
}
const variables = variablesOf(only(image, 'ENV'))
const healthCheck = commandOf(only(image, 'HEALTHCHECK'))

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly ports?: readonly string[]
  readonly volumes: readonly string[]
  readonly healthcheck?: object
  readonly stop_grace_period?: string
}
const compose = parse(read('compose.yaml')) as {
  readonly services: Readonly<Record<'database' | 'riftline', Service>>
  readonly volumes: object
}
const { database, riftline } = compose.services

/** Settings of the container from the image and from compose. */
const settings = Object.fromEntries(
  Object.entries({ ...variables, ...riftline.environment }).filter(([name]) => name.startsWith('RIFTLINE_')),
)

describe('the Dockerfile of the PostgreSQL example', () => {
  it('the Dockerfile copies only files that exist and that .dockerignore admits', () => {
    const ignored = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    const isIgnored = (path: string): boolean =>
      ignored.some((pattern) =>
        pattern.startsWith('**/') ? path.split('/').includes(pattern.slice(3)) : `${path}/`.startsWith(`${pattern}/`),
      )
    const needed = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...manifest.workspaces]
    for (const path of needed) accessSync(join(root, path))
    expect(needed.filter(isIgnored)).toEqual([])
    expect(
      ['.git/HEAD', 'node_modules/zod', 'packages/core/dist', 'data/ledger'].filter((path) => !isIgnored(path)),
    ).toEqual([])
    expect(only(build, 'COPY').rest).toBe('. .')
  })

  it('the Dockerfile runs existing commands of this repository', () => {
    const commands = only(build, 'RUN').rest.split(' && ')
    expect(commands).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev'])
    expect(manifest.scripts).toHaveProperty('build')
    const [command = ''] = commandOf(only(image, 'CMD'))
    expect(variables.PATH).toBe('/app/node_modules/.bin:$PATH')
    expect(statSync(join(root, 'node_modules/.bin', command)).mode & 0o111).not.toBe(0)
    expect(only(image, 'COPY').rest).toBe('--from=build /app .')
    const workdirs = (stage: readonly Instruction[]) =>
      stage.flatMap(({ name, rest }) => (name === 'WORKDIR' ? [rest] : []))
    // The last working directory is where a sync writes ./artifacts, because the rest of the file system is read-only.
    expect(stages.map(workdirs)).toEqual([['/app'], ['/app', variables.RIFTLINE_DATA_DIR]])
  })

  it('the Dockerfile switches to a user that is not root and that owns the data folder', () => {
    expect(only(image, 'USER').rest).toBe('node')
    expect(only(image, 'RUN').rest).toContain(`--owner=node --group=node --mode=700 ${variables.RIFTLINE_DATA_DIR}`)
    const order = image.map(({ name }) => name)
    expect(order.lastIndexOf('RUN')).toBeLessThan(order.indexOf('USER'))
  })

  it("the Dockerfile's health check requests /readyz on the exposed port", () => {
    expect(healthCheck.slice(0, 2)).toEqual(['node', '--eval'])
    expect(healthCheck[2]).toContain(`'http://127.0.0.1:${only(image, 'EXPOSE').rest}/readyz'`)
    expect(parseConfig(settings).port).toBe(Number(only(image, 'EXPOSE').rest))
  })
})

describe('the compose file of the PostgreSQL example', () => {
  it('the compose file names only existing files, services and volumes', () => {
    expect(existsSync(join(folder, riftline.build!.context, riftline.build!.dockerfile))).toBe(true)
    expect(join(folder, riftline.build!.context, '.')).toBe(join(root, '.'))
    expect(riftline.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(database.healthcheck).toBeDefined()
    const named = [database, riftline].flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]))
    expect(Object.keys(compose.volumes)).toEqual(named)
    expect(riftline.volumes[0]?.split(':')[1]).toBe(variables.RIFTLINE_DATA_DIR)
    expect(riftline.ports?.[0]?.split(':').at(-1)).toBe(only(image, 'EXPOSE').rest)
  })

  it('the compose file gives the server valid settings and the address of its database', () => {
    const config = parseConfig(settings)
    expect(config).toMatchObject({ store: 'postgres', host: '0.0.0.0', noProxies: true })
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = database.environment
    const password = POSTGRES_PASSWORD?.replace(/:\?.*\}/, '}')
    expect(config.databaseUrl).toBe(`postgres://${POSTGRES_USER}:${password}@database:5432/${POSTGRES_DB}`)
    expect(read('.env.example')).toContain('\nPOSTGRES_PASSWORD=\n')
    expect(1000 * Number.parseInt(riftline.stop_grace_period ?? '', 10)).toBeGreaterThan(config.drainMs)
  })

  it("the compose file enables the server's sync and stores its results in a volume", () => {
    const { syncIntervalMs } = parseServeOptions([], { ...settings, RIFTLINE_CONTACT: 'mail@example.com' })
    expect(syncIntervalMs).toBe(6 * 3_600_000)
    expect(settings).not.toHaveProperty('RIFTLINE_ARTIFACTS_DIR')
    expect(riftline.environment.RIFTLINE_CONTACT).toContain('CONTACT:?')
    expect(read('.env.example')).toContain('\nCONTACT=\n')
  })
})

describe('the public compose file of the PostgreSQL example', () => {
  const text = read('public.yaml')
  const { proxy, riftline: shown } = parse(text).services as Readonly<
    Record<
      'proxy' | 'riftline',
      Service & { readonly networks: { readonly default: { readonly ipv4_address: string } } }
    >
  >
  const given: Readonly<Record<string, string>> = {
    API_HOST: 'api.example.com',
    ACCOUNT_HOST: 'account.example.com',
    SMTP_URL: 'smtps://a:b@mail.example.com',
    MAIL_FROM: 'riftline@example.com',
    SUPPORT_EMAIL: 'support@example.com',
  }
  const environment = Object.fromEntries(
    Object.entries({ ...settings, ...shown.environment }).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)[^}]*\}/g, (all, variable: string) => given[variable] ?? all),
    ]),
  )

  it('the public compose file makes a public account page from .env behind one trusted proxy', () => {
    const config = parseConfig(environment)
    const account = parseAccountConfig(environment, config) ?? expect.fail('off')
    expect(isPublic(account)).toBe(true)
    expect(account).toMatchObject({ host: '0.0.0.0', port: 8082, url: 'https://account.example.com' })
    expect(config).toMatchObject({ noProxies: false, trustedProxies: [proxy.networks.default.ipv4_address] })
    for (const name of Object.keys(given)) expect(read('.env.example')).toContain(`\n${name}=\n`)
  })

  it('the public compose file starts a proxy that forwards to both ports of the server', () => {
    const caddy = read('Caddyfile')
    expect(caddy.match(/^\{\$\w+\}/gm)).toEqual(Object.keys(proxy.environment).map((name) => `{$${name}}`))
    expect(caddy.match(/riftline:\d+/g)).toEqual([
      `riftline:${parseConfig(settings).port}`,
      `riftline:${shown.environment.RIFTLINE_ACCOUNT_PORT}`,
    ])
    expect(proxy.volumes[0]).toMatch(/^\.\/Caddyfile:/)
  })
})

it.skipIf(databaseTests.skip)(
  `the server of the PostgreSQL example starts with its settings, and its health check succeeds${databaseTests.why}`,
  async () => {
    const { url } = await createTestDatabase()
    const { RIFTLINE_SYNC_INTERVAL: _, RIFTLINE_CONTACT: __, ...own } = settings
    const env = { ...own, RIFTLINE_DATABASE_URL: url }
    const server = await startServe({
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name.replace('RIFTLINE_', ''), value])),
    })
    expect(await checkHealth(server.baseUrl)).toBe(0)
    await server.stop()
    expect(await checkHealth(server.baseUrl)).toBe(1)
  },
)

/** Exit code of the image's health check, run against another address. */
function checkHealth(baseUrl: string): Promise<unknown> {
  const args = healthCheck.slice(1).map((arg) => arg.replace('http://127.0.0.1:8080', baseUrl))
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error) => resolve(error === null ? 0 : error.code))
  })
}
