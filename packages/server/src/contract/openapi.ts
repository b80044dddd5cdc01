import type { AppConfig } from '../config.ts'
import { errorCodes, statusOf, whenGiven } from '../http/error-codes.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import { componentSchemas } from './components.ts'
import { operations } from './operations.ts'
import { headerObjects, parameterObjects } from './parameters.ts'
import { pathItem, sharedResponses } from './path-item.ts'

/** The contract as `/v1/openapi.json` has it: OpenAPI 3.1 and two extensions. */
export type OpenApiDocument = ReturnType<typeof createOpenApi>

/** Version of `/v1` in `openapi.json`. A change of that file needs a new one, or a line in the changelog. */
const version = '1.1.0'
const contact = { name: 'Whoever runs this server' }
const license = { name: 'MIT', identifier: 'MIT' }

/**
 * The contract as OpenAPI 3.1, made of the schemas that validate. It depends on the configured rate, and on the path of the
 * public address, below which clients find the paths.
 *
 * @example createOpenApi({ ratePerMinute: 120 }).openapi // => '3.1.0'
 */
export function createOpenApi({
  ratePerMinute,
  publicUrl = null,
}: Pick<AppConfig, 'ratePerMinute'> & Partial<Pick<AppConfig, 'publicUrl'>>) {
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Riftline', version, description: introduction(ratePerMinute), contact, license },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: publicUrl === null ? '/' : new URL(publicUrl).pathname }],
    tags,
    security: [{ bearer: [] }, { header: [] }],
    paths: Object.fromEntries(operations.map((operation) => [operation.path, pathItem(operation)])),
    components: {
      schemas: componentSchemas(),
      parameters: parameterObjects(),
      headers: headerObjects(ratePerMinute),
      responses: sharedResponses(operations),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer rl_live_...' },
        header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
    'x-rate-limit': { requests: ratePerMinute, windowSeconds: rateWindowSeconds },
    'x-error-codes': errorCodes.map((code) => ({ code, status: statusOf(code), when: whenGiven(code) })),
  }
}

function introduction(ratePerMinute: number): string {
  return [
    'League of Legends esports data, market odds and win probabilities.',
    'Every call but a free one costs credits, which all keys of an account share; failed calls cost nothing.',
    `A key may send ${ratePerMinute} requests in any ${rateWindowSeconds} seconds.`,
    'Times are UTC. Null is unknown. Callers must ignore response fields they do not know; a list marked closed gets no ' +
      'further values within /v1.',
  ].join('\n\n')
}

const tags = [
  { name: 'Discovery', description: 'The ids and names that other calls take. Free; they change rarely: keep a copy.' },
  { name: 'Statistics', description: 'The 365 days before the data date.' },
  { name: 'Odds', description: 'Captured market odds.' },
  { name: 'Predictions', description: 'Probabilities of a series win, raw and calibrated, with expected value.' },
  { name: 'Account', description: 'What is left.' },
  { name: 'Service', description: 'Without a key.' },
]
