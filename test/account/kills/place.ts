import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Mail } from '#account/mail/mail-queue.ts'
import type { Payment } from '#account/payments/payment.ts'
import { readPeople } from '#account/people/file-people-store.ts'
import type { Person } from '#account/people/person.ts'
import { openPostgresPeopleStore } from '#account/people/postgres/postgres-people-store.ts'
import { freePort } from '../../support/free-port.ts'
import { sharedPostgres } from '../../support/postgres.ts'
import { stillTimers } from '../../support/postgres-store.ts'
import { type RiftlineProcess, startRiftline } from '../../support/riftline-process.ts'
import { artifactsFolder } from '../../support/tiny-artifacts-folder.ts'

export const pack = { id: 'small', name: 'Small pack', credits: 1000, amount: 900 }

/** A `riftline serve` that is started again after each kill. */
export interface Server {
  /** URLs of the account page and of `/v1`. */
  readonly url: string
  readonly apiUrl: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Stops the process and returns its exit code. */
  stop(): Promise<number | null>
  /** Error lines in the logs of all its runs. */
  errors(): readonly string[]
}

/** Servers on one store, and the content of the store. */
export interface Place {
  readonly servers: readonly Server[]
  /** URL of the database; null for files. */
  readonly databaseUrl: string | null
  readonly dataFolder: string
  people(): Promise<readonly Person[]>
  payments(accountId: string): Promise<readonly Payment[]>
  /** Mails in the queue, newest first. */
  mails(): Promise<readonly Mail[]>
  /** Files or tables that hold a text. */
  whereIs(text: string): Promise<readonly string[]>
  unfinishedFiles(): readonly string[]
}

const common = { RIFTLINE_OPS_PORT: 'any', RIFTLINE_ACCOUNT_PORT: 'any', RIFTLINE_PAYMENTS: 'test' }

export async function openFilePlace(): Promise<Place> {
  const { dataFolder, artifacts } = await folders()
  return {
    ...parts(dataFolder, [serverOn(dataFolder, artifacts, common)]),
    databaseUrl: null,
    people: async () => (await readPeople(dataFolder)).people(),
    payments: async (accountId) => (await readPeople(dataFolder)).payments(accountId),
    mails: async () => (await readPeople(dataFolder)).mails.list(),
    whereIs: async (text) => filesOf(dataFolder).filter((path) => isIn(path, text)),
  }
}

/** Two servers on one database. Their SMTP port is closed, so that mails stay in the queue. */
export async function openDatabasePlace(): Promise<Place> {
  const cluster = await sharedPostgres()
  const databaseUrl = await cluster.createDatabase()
  const { dataFolder, artifacts } = await folders()
  const env = {
    ...common,
    RIFTLINE_STORE: 'postgres',
    RIFTLINE_DATABASE_URL: databaseUrl,
    RIFTLINE_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  }
  const servers = ['a', 'b'].map((name) => serverOn(join(dataFolder, name), artifacts, env, dataFolder))
  let store: ReturnType<typeof openPostgresPeopleStore> | undefined
  const opened = () => (store ??= openPostgresPeopleStore({ databaseUrl, log: () => {}, timers: stillTimers }))
  onTestFinished(async () => (await store)?.close())
  return {
    ...parts(dataFolder, servers),
    databaseUrl,
    people: async () => (await opened()).people(),
    payments: async (accountId) => (await opened()).payments(accountId),
    mails: async () => (await opened()).mails.list(),
    async whereIs(text) {
      const tables = await cluster.query<{ name: string }>(
        databaseUrl,
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      )
      const rows = await Promise.all(
        tables.map(({ name }) =>
          cluster
            .query(databaseUrl, `SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0`, [text])
            .then((found) => found.map(() => name)),
        ),
      )
      return [...rows.flat(), ...filesOf(dataFolder).filter((path) => isIn(path, text))]
    },
  }
}

async function folders(): Promise<{ readonly dataFolder: string; readonly artifacts: string }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-account-kills-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  writeFileSync(join(dataFolder, 'plans.json'), JSON.stringify({ currency: 'eur', packs: [pack], plans: [] }))
  return { dataFolder, artifacts: await artifactsFolder() }
}

function parts(
  dataFolder: string,
  servers: readonly Server[],
): Pick<Place, 'dataFolder' | 'servers' | 'unfinishedFiles'> {
  return { dataFolder, servers, unfinishedFiles: () => filesOf(dataFolder).filter((path) => path.endsWith('.tmp')) }
}

function serverOn(
  dataFolder: string,
  artifacts: string,
  env: Readonly<Record<string, string>>,
  plansFolder: string = dataFolder,
): Server {
  const lives: RiftlineProcess[] = []
  let [url, apiUrl] = ['', '']
  const newest = (): RiftlineProcess => {
    const life = lives.at(-1)
    if (life === undefined) throw new Error('never started')
    return life
  }
  return {
    get url() {
      return url
    },
    get apiUrl() {
      return apiUrl
    },
    async start() {
      const life = startRiftline({
        args: ['serve', '--port', '0', '--artifacts', artifacts, '--data', dataFolder],
        env: { ...env, RIFTLINE_PLANS_FILE: join(plansFolder, 'plans.json') },
      })
      lives.push(life)
      const [, page = ''] = await life.printed('stdout', /account page on (\S+)\n/)
      url = page
      apiUrl = /listens on (\S+)\n/.exec(life.output.stdout)?.[1] ?? ''
    },
    async kill() {
      newest().signal('SIGKILL')
      await newest().code
    },
    stop() {
      newest().signal('SIGTERM')
      return newest().code
    },
    errors: () =>
      lives.flatMap(({ output }) => output.stderr.split('\n').filter((line) => line.includes('"level":"error"'))),
  }
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function isIn(path: string, text: string): boolean {
  try {
    return readFileSync(path).includes(text)
  } catch {
    // The file was removed meanwhile.
    return false
  }
}
