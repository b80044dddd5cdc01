import type { RequestListener } from 'node:http'
import type { AccountConfig, AccountFiles, AccountPage, Api, ApiDocs, ApiOperation, PriceLine } from '@riftline/account'
import { type Log, nodeFs, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import { modelNames } from '@riftline/predictor'
import {
  apiKeyId,
  apiKeyPrefix,
  closeServer,
  createAdmission,
  createApiKey,
  giveWay,
  hashApiKey,
  listenOrGiveWay,
  prices,
  type RunningServer,
  type ServerConfig,
} from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'
import { exampleBody } from '../serve/start-messages.ts'
import { createForecastRecord } from './forecast-record.ts'

/** Settings and files of an account page that is switched on. */
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

/** Reads the settings of the account page; null if it is off (its code is then not loaded). @throws RiftlineError `invalid_config` */
export async function prepareAccountPage(env: CliIo['env'], config: ServerConfig): Promise<PreparedAccountPage | null> {
  if (env.RIFTLINE_ACCOUNT_PORT === '0') return null
  const { parseAccountConfig, readAccountFiles } = await import('@riftline/account')
  const accountConfig = parseAccountConfig(env, config)
  if (accountConfig === null) return null
  return { config: accountConfig, files: await readAccountFiles(accountConfig, config.dataFolder, nodeFs) }
}

/** Listens at once and opens the page in the background, while requests wait for it. @throws RiftlineError `cannot_listen` */
export async function openAccountPage(
  { config, files }: PreparedAccountPage,
  server: RunningServer,
  serverConfig: ServerConfig,
  log: Log,
): Promise<RunningAccountPage> {
  const { metrics } = server
  const tools = { log, clock: systemClock, randomBytes: systemRandomBytes, timers: systemTimers }
  let serve: RequestListener = (_request, response) => response.destroy()
  const at = { ...serverConfig, host: config.host, port: config.port }
  const publicHttps = config.url?.startsWith('https:') === true
  const admission = { ...tools, metrics, config: { ...serverConfig, publicHttps } }
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

/** Connects the account page with `/v1`. The contract and the docs are loaded on first use. */
function accountApi(server: RunningServer, config: ServerConfig, origin: string): Api {
  let made: Promise<ApiDocs> | null = null
  const make = async (): Promise<ApiDocs> => {
    const [{ createOpenApi }, docs] = await Promise.all([
      import('@riftline/server/openapi'),
      import('@riftline/server/docs'),
    ])
    const source = {
      document: createOpenApi(config),
      baseUrl: config.publicUrl ?? server.baseUrl,
      docsUrl: `${origin}/docs`,
    }
    return {
      reference: docs.referenceHtml,
      files: await docs.referenceFiles(source),
      errors: docs.errorReference(source.document),
      llms: docs.llmsText(source),
    }
  }
  return {
    newKey: () => createApiKey(systemRandomBytes),
    keyPrefix: apiKeyPrefix,
    keyId: apiKeyId,
    keyHash: hashApiKey,
    ratePerMinute: config.ratePerMinute,
    freeCredits: config.freeCredits,
    ipRule: config.ipRule,
    prices: priceLines(),
    operations: consoleOperations,
    exampleBody: exampleBody(server.catalogue) ?? '{}',
    docs: () => {
      made ??= make()
      return made
    },
    call: server.call,
    record: createForecastRecord(server),
  }
}

function priceLines(): readonly PriceLine[] {
  const { detail, odds, prediction } = prices
  return [
    { what: 'Lists, schedule, usage, performance', credits: '0' },
    { what: 'Statistics of a team, player or tournament', credits: String(detail) },
    { what: 'A page of results with their forecasts', credits: String(prices.results) },
    { what: 'Odds of the winner', credits: String(odds.winner) },
    { what: 'Odds of all markets', credits: String(odds.all) },
    ...modelNames.map((model) => ({
      what: `Prediction, or every market of a series: ${model}`,
      credits: String(prediction[model]),
    })),
  ]
}

async function consoleOperations(): Promise<readonly ApiOperation[]> {
  const { operations } = await import('@riftline/server/openapi')
  return operations
    .filter(({ keyed, path }) => keyed && path.startsWith('/v1'))
    .map(({ id, method, path, summary }) => ({ id, method: method === 'get' ? 'GET' : 'POST', path, summary }))
}
