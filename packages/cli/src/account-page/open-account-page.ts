import type { RequestListener } from 'node:http'
import type { AccountConfig, AccountFiles, AccountPage } from '@riftline/account'
import { type Log, nodeFs, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import {
  closeServer,
  createAdmission,
  giveWay,
  listenOrGiveWay,
  type RunningServer,
  type ServerConfig,
} from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'
import { accountApi } from './account-api.ts'

/** Settings and files of an account page that is not switched off. */
export interface PreparedAccountPage {
  readonly config: AccountConfig
  readonly files: AccountFiles
}

export interface RunningAccountPage {
  readonly url: string
  /** Resolves when the page is open; rejects if it cannot be opened. */
  readonly opened: Promise<AccountPage>
  close(): Promise<void>
}

/** Reads the settings of the account page; null when it is off, and then none of its code is loaded. @throws RiftlineError `invalid_config` */
export async function prepareAccountPage(env: CliIo['env'], config: ServerConfig): Promise<PreparedAccountPage | null> {
  if (env.RIFTLINE_ACCOUNT_PORT === '0') return null
  const { parseAccountConfig, readAccountFiles } = await import('@riftline/account')
  const accountConfig = parseAccountConfig(env, config)
  if (accountConfig === null) return null
  return { config: accountConfig, files: await readAccountFiles(accountConfig, config.dataFolder, nodeFs) }
}

/**
 * Listens at once and opens the page in the background: requests wait for it, the start of the server does not.
 * @throws RiftlineError `cannot_listen`
 */
export async function openAccountPage(
  { config, files }: PreparedAccountPage,
  server: RunningServer,
  serverConfig: ServerConfig,
  log: Log,
): Promise<RunningAccountPage> {
  const { metrics } = server
  const tools = {
    log,
    clock: systemClock,
    randomBytes: systemRandomBytes,
    timers: systemTimers,
  }
  let serve: RequestListener = (_request, response) => response.destroy()
  const at = { ...serverConfig, host: config.host, port: config.port }
  const admission = {
    ...tools,
    metrics,
    config: { ...serverConfig, publicHttps: config.url?.startsWith('https:') === true },
  }
  const app = giveWay({ ...admission, overload: server.givesWay }, (request, response) => serve(request, response))
  const listening = await listenOrGiveWay({ ...tools, metrics, app, config: at }, config.portGiven, 'RIFTLINE_ACCOUNT')
  const origin = config.url ?? `http://127.0.0.1:${listening.port}`
  const open = async (): Promise<AccountPage> => {
    const { openAccount } = await import('@riftline/account')
    return openAccount({
      ...tools,
      config,
      files,
      origin,
      apiUrl: serverConfig.publicUrl ?? server.baseUrl,
      dataFolder: serverConfig.dataFolder,
      databaseUrl: serverConfig.store === 'postgres' ? serverConfig.databaseUrl : null,
      fs: nodeFs,
      ledger: server.credits,
      api: accountApi(server, serverConfig, origin),
      admit: createAdmission(admission),
    })
  }
  const opened = open()
  serve = (request, response) => {
    opened.then(
      ({ app }) => app(request, response),
      () => response.destroy(),
    )
  }
  return {
    url: origin,
    opened,
    async close() {
      await closeServer(listening.server, systemTimers.wait(closeMs))
      await opened.then(
        (page) => page.close(),
        () => {},
      )
    },
  }
}

const closeMs = 2000
