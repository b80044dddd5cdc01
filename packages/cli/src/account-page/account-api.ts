import type { Api, ApiDocs, ApiOperation, PriceLine } from '@riftline/account'
import { systemRandomBytes } from '@riftline/base/node'
import { modelNames } from '@riftline/predictor'
import {
  apiKeyId,
  apiKeyPrefix,
  createApiKey,
  hashApiKey,
  prices,
  type RunningServer,
  type ServerConfig,
} from '@riftline/server'
import { exampleBody } from '../serve/start-messages.ts'

/** Connects the account page with `/v1`. The contract and the docs are loaded on first use. */
export function accountApi(server: RunningServer, config: ServerConfig, origin: string): Api {
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
  }
}

function priceLines(): readonly PriceLine[] {
  const { detail, odds, prediction } = prices
  return [
    { what: 'Lists, schedule, usage', credits: '0' },
    { what: 'Statistics of a team, player or tournament', credits: String(detail) },
    { what: 'Odds of the winner', credits: String(odds.winner) },
    { what: 'Odds of all markets', credits: String(odds.all) },
    ...modelNames.map((model) => ({
      what: `Prediction, or every market of a series: ${model}`,
      credits: String(prediction[model]),
    })),
  ]
}

/** Operations for the console: those that need a key. */
async function consoleOperations(): Promise<readonly ApiOperation[]> {
  const { operations } = await import('@riftline/server/openapi')
  return operations
    .filter(({ keyed, path }) => keyed && path.startsWith('/v1'))
    .map(({ id, method, path, summary }) => ({ id, method: method === 'get' ? 'GET' : 'POST', path, summary }))
}
