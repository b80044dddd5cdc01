import type { OpenPeopleAdministration } from '@riftline/account/people'
import { nodeFs, silentLog, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'

/** People beside a ledger that this process holds, without an account page. @throws RiftlineError `invalid_config`, `people_unusable` */
export async function openOwnPeople(
  ledger: CreditStore,
  { store, databaseUrl, ...config }: ServerConfig,
  env: CliIo['env'],
): Promise<OpenPeopleAdministration> {
  const [{ parseAccountConfig, readAccountFiles }, { openPeopleAdministration }] = await Promise.all([
    import('@riftline/account'),
    import('@riftline/account/people'),
  ])
  // Whether a server shows the page makes no difference to the people.
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
