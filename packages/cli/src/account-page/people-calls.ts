import type { OpenPeopleAdministration, PaymentsQuery, PeopleAdministration } from '@riftline/account/people'
import { RiftlineError } from '@riftline/base'
import { nodeFs, silentLog, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { OperatorCalls, RunningServer, ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'
import type { RunningAccountPage } from './open-account-page.ts'

/** Access to people for operator calls, which wait for it while the server starts. */
type LatePeople = ReturnType<typeof createLatePeople>

export function createLatePeople(env: CliIo['env']) {
  let resolve = (_: () => Promise<PeopleAdministration>): void => {}
  const ready = new Promise<() => Promise<PeopleAdministration>>((done) => {
    resolve = done
  })
  let own: Promise<OpenPeopleAdministration> | null = null
  return {
    /** Called once the server runs. @param page null: people are opened on the first call */
    provide(page: RunningAccountPage | null, server: RunningServer, config: ServerConfig) {
      resolve(async () => {
        if (page !== null) return (await page.opened).administration
        own ??= openOwnPeople(server.credits, config, env)
        return (await own).administration
      })
    },
    get: async () => (await ready)(),
    /** Closes the people that `get` opened without a page. */
    close: async () => (await own)?.close(),
  }
}

/** Operator calls on people. Their names begin with `people`, to differ from those of the ledger. */
export function peopleCalls({ get }: LatePeople): OperatorCalls {
  return {
    peopleInvite: async ([email, account = null]) => (await get()).invite(text('email', email), textOrNull(account)),
    people: async () => (await get()).people(),
    peopleOutbox: async () => (await get()).outbox(),
    peoplePayments: async ([query]) => (await get()).payments(paymentsQuery(query)),
    peopleSignOut: async ([account]) => (await get()).signOut(text('account', account)),
    peopleForget: async ([account]) => (await get()).forget(text('account', account)),
  }
}

function paymentsQuery(value: unknown): PaymentsQuery {
  const { status = null, limit = 1000 }: { readonly status?: unknown; readonly limit?: unknown } = Object(value)
  if (typeof limit !== 'number' || !(limit >= 1))
    throw new RiftlineError('validation_error', 'limit: expected a number')
  return { status: textOrNull(status), limit }
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : text('account', value)
}

function text(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new RiftlineError('validation_error', `${name}: expected a text`)
}

/** Opens people for a ledger held by this process, without an account page. @throws RiftlineError `invalid_config`, `people_unusable` */
export async function openOwnPeople(
  ledger: CreditStore,
  { store, databaseUrl, ...config }: ServerConfig,
  env: CliIo['env'],
): Promise<OpenPeopleAdministration> {
  const [{ parseAccountConfig, readAccountFiles }, { openPeopleAdministration }] = await Promise.all([
    import('@riftline/account'),
    import('@riftline/account/people'),
  ])
  // People exist even if port 0 switches the page off, so that setting is left out.
  const { RIFTLINE_ACCOUNT_PORT: port, ...rest } = env
  const accountConfig = parseAccountConfig(port === '0' ? rest : env, config)
  if (accountConfig === null) throw new Error('the account page is off and on')
  const { dataFolder } = config
  return openPeopleAdministration({
    config: accountConfig,
    files: await readAccountFiles(accountConfig, dataFolder, nodeFs),
    origin: accountConfig.url ?? `http://127.0.0.1:${accountConfig.port}`,
    ledger,
    dataFolder,
    databaseUrl: store === 'postgres' ? databaseUrl : null,
    fs: nodeFs,
    clock: systemClock,
    randomBytes: systemRandomBytes,
    timers: systemTimers,
    log: silentLog,
  })
}
