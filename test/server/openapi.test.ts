import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { errorCodes } from '@riftline/server'
import { createOpenApi } from '@riftline/server/openapi'
import { describe, expect, it } from 'vitest'
import { schemaValidator } from '../support/schema-validator.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by names
type Json = any

const document: Json = JSON.parse(JSON.stringify(createOpenApi({ ratePerMinute: 120 })))
const read = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url))

/** Walks through a tree and gives every node with its path. */
function* walk(node: Json, path: string = ''): Generator<readonly [string, Json]> {
  yield [path, node]
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) yield* walk(value, `${path}/${key}`)
}

const nodes = [...walk(document)]
const operations: readonly (readonly [string, Json])[] = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
)

describe('the OpenAPI document', () => {
  it('the OpenAPI document is OpenAPI 3.1 by its meta-schema', () => {
    const schema = JSON.parse(gunzipSync(read('test/fixtures/openapi/schema-3.1.json.gz')).toString())
    const validate = schemaValidator().compile(schema)
    expect([validate(document), validate.errors ?? []]).toEqual([true, []])
    expect(validate({ ...document, info: {} })).toBe(false)
  })

  it('the OpenAPI document holds schemas that are JSON Schema 2020-12, and examples that fit them', () => {
    const ajv = schemaValidator()
    ajv.addSchema(document, 'openapi.json')
    for (const name of Object.keys(document.components.schemas)) {
      expect(ajv.validateSchema(document.components.schemas[name]), name).toBe(true)
      ajv.compile({ $ref: `openapi.json#/components/schemas/${name}` })
    }
    const media = nodes.filter(([path]) => path.endsWith('/content/application/json'))
    const shown = media.flatMap(([path, { schema, examples = {} }]) =>
      Object.values<Json>(examples).map(({ value }) => ({ path, schema, value })),
    )
    expect(shown.length).toBeGreaterThanOrEqual(16)
    const absolute = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/'))
    for (const { path, schema, value } of shown) {
      const validate = ajv.compile(absolute(schema))
      expect([path, validate(value), validate.errors ?? []]).toEqual([path, true, []])
    }
  })

  it('every reference in the OpenAPI document resolves, and every component is referenced', () => {
    const references = new Set(nodes.filter(([path]) => path.endsWith('/$ref')).map(([, target]) => String(target)))
    for (const reference of references) {
      const keys = reference.slice(2).split('/')
      expect(
        keys.reduce((node, key) => node?.[key], document),
        reference,
      ).toBeDefined()
    }
    const { schemas, parameters, headers, responses } = document.components
    for (const [kind, entries] of Object.entries({ schemas, parameters, headers, responses })) {
      const unused = Object.keys(entries).filter((name) => !references.has(`#/components/${kind}/${name}`))
      expect([kind, unused]).toEqual([kind, []])
    }
  })

  it('the OpenAPI document names the schemas of its answers, so that a generated client has each once', () => {
    const answers = nodes.filter(
      ([path]) => path.endsWith('/content/application~json') || path.endsWith('/content/application/json'),
    )
    const inResponses = answers.filter(([path]) => path.includes('/responses/'))
    expect(inResponses.length).toBeGreaterThan(30)
    const unnamed = inResponses.filter(
      ([, { schema }]) => schema.$ref === undefined && schema.oneOf === undefined && schema.anyOf === undefined,
    )
    expect(unnamed.map(([path]) => path)).toEqual(['/paths//openapi.json/get/responses/200/content/application/json'])
  })

  it('every operation in the OpenAPI document has its own id and a response of success', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [name, { responses }] of operations) {
      expect(
        Object.keys(responses).some((status) => status === '200' || status === '204'),
        name,
      ).toBe(true)
    }
  })

  it('the OpenAPI document marks every list of values as closed, and the statistics of odds as open', () => {
    const lists = nodes.filter(([, node]) => Array.isArray(node?.enum) && typeof node === 'object')
    expect(lists.length).toBeGreaterThan(20)
    expect(lists.filter(([, node]) => node['x-enumeration'] !== 'closed').map(([path]) => path)).toEqual([])
    const statistics = nodes.filter(([path, node]) => path.endsWith('/properties/stat') && node.type === 'string')
    expect(statistics.length).toBeGreaterThan(0)
    for (const [, { description }] of statistics) expect(description).toMatch(/open list/i)
  })

  it('the OpenAPI document lists the form of an answer with more keys first, as some readers take the first that fits', () => {
    const keysOf = ({ $ref }: Json): readonly string[] => document.components.schemas[$ref.split('/').at(-1)].required
    const answers = nodes.filter(([path, node]) => /\/application\/json\/schema$/.test(path) && node.anyOf)
    expect(answers.length).toBeGreaterThan(0)
    for (const [path, { anyOf }] of answers) {
      const [first, ...others] = anyOf.map(keysOf)
      for (const other of others) {
        expect([path, other.filter((key: string) => !first.includes(key))]).toEqual([path, []])
        expect(first.length, path).toBeGreaterThan(other.length)
      }
    }
  })

  it('the OpenAPI document describes every field, parameter and header', () => {
    const { schemas, parameters, headers } = document.components
    const meaningOf = (schema: Json): string => {
      const forms = [schema.$ref === undefined ? null : schemas[schema.$ref.split('/').at(-1)], ...(schema.anyOf ?? [])]
      return schema.description ?? forms.map((form) => (form === null ? '' : meaningOf(form))).join('')
    }
    const fields = nodes.filter(([path]) => /\/schemas\/.*\/properties\/[^/]+$/.test(path))
    expect(fields.length).toBeGreaterThan(400)
    const others = [parameters, headers].flatMap((named) => Object.entries<Json>(named))
    const without = [...fields, ...others].filter(([, node]) => !/\w.*\.$/s.test(meaningOf(node)))
    expect(without.map(([path]) => path)).toEqual([])
  })

  it('the OpenAPI document bounds every probability and every share by 0 and 1', () => {
    const isShare = (name: string, { description = '' }: Json): boolean =>
      /probability$|chance$/i.test(name) || /\b0-1\b|^(the )?(chance|probability)\b/i.test(description)
    const numbersOf = (schema: Json): readonly Json[] =>
      [schema, ...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])].filter(
        ({ type }) => type === 'number',
      )
    const shares = nodes.flatMap(([path, node]) =>
      Object.entries<Json>((!path.includes('/example') && node?.properties) || {})
        .filter(([name, schema]) => isShare(name, schema))
        .flatMap(([name, schema]) => numbersOf(schema).map((form) => ({ path: `${path}/${name}`, form }))),
    )
    expect(shares.length).toBeGreaterThan(25)
    for (const { path, form } of shares) expect([path, form.minimum, form.maximum]).toEqual([path, 0, 1])
  })

  it('the OpenAPI document uses no regular expression that only some languages know', () => {
    const patterns = nodes.filter(([path]) => path.endsWith('/pattern')).map(([, pattern]) => String(pattern))
    expect(patterns.filter((pattern) => /\\[pP]\{|\(\?[<!=]/.test(pattern))).toEqual([])
  })

  it('the OpenAPI document lists every error code, each under its status in some operation', () => {
    expect(document['x-error-codes'].map(({ code }: Json) => code)).toEqual(errorCodes)
    expect(document.components.schemas.Error.properties.error.enum).toEqual(errorCodes)
    for (const { code, status } of document['x-error-codes']) {
      // Paths in the document are never unknown, and /mcp has a protocol of its own.
      if (code === 'not_found' || code === 'origin_not_allowed') continue
      const users = operations.filter(([, { responses }]) => codesOf(responses[status]).includes(code))
      expect([code, users.length > 0]).toEqual([code, true])
    }
  })

  it('the OpenAPI document states the configured rate', () => {
    const other: Json = createOpenApi({ ratePerMinute: 7 })
    expect(other['x-rate-limit']).toEqual({ requests: 7, windowSeconds: 60 })
    expect(other.components.headers['RateLimit-Policy'].schema.const).toBe('"key";q=7;w=60')
    expect(other.components.headers['X-RateLimit-Limit'].schema.const).toBe(7)
    expect(other.info.description).toContain('7 requests in any 60 seconds')
  })

  it('the OpenAPI document lists every route with its methods, key and price', () => {
    const shown = operations.map(([name, { security, 'x-price': price }]) => [name, security === undefined, price])
    const models = { fasttree: 2, lightgbm: 5, pcasweep: 5, consensus: 10 }
    const lists = ['teams', 'players', 'champions', 'tournaments', 'schedule', 'performance', 'changes', 'stream'].map(
      (name) => [`/v1/${name}`, true],
    )
    const free = [...lists, ['/v1/usage', true], ['/usage', true], ['/healthz', false], ['/readyz', false]]
    const details = ['/v1/teams/{id}', '/v1/players/{id}', '/v1/tournaments/{id}'].map((path) => ['GET', path, 1])
    const paid = [
      ...details,
      ['GET', '/v1/odds', { winner: 1, all: 2 }],
      ['GET', '/v1/odds/history', 2],
      ['GET', '/v1/results', 1],
      ['POST', '/v1/predict', models],
      ['POST', '/v1/predict-draft', models],
      ['POST', '/v1/predict/batch', models],
      ['POST', '/v1/markets', models],
      ['POST', '/v1/tournament', 20],
    ]
    const expected = [
      ...[...free, ['/openapi.json', false]].flatMap(([path, keyed]) =>
        ['GET', 'HEAD', 'OPTIONS'].map((method) => [`${method} ${path}`, keyed, 0]),
      ),
      ...paid.flatMap(([method, path, price]) => [
        [`${method} ${path}`, true, price],
        [`OPTIONS ${path}`, true, 0],
      ]),
    ]
    expect(new Set(shown.map((row) => JSON.stringify(row)))).toEqual(
      new Set(expected.map((row) => JSON.stringify(row))),
    )
    expect(operations.filter(([, { security }]) => security !== undefined && security.length > 0)).toEqual([])
    expect(document.security).toEqual([{ bearer: [] }, { header: [] }])
  })
})

function codesOf(response: Json): readonly string[] {
  const shared = document.components.responses[response?.$ref?.split('/').at(-1)]
  return shared?.['x-error-codes'] ?? []
}

describe('a request body in the OpenAPI document', () => {
  const { schemas } = document.components
  const forms = (name: string): readonly Json[] =>
    schemas[name].oneOf.map(({ $ref }: Json) => schemas[$ref.split('/').at(-1)])

  it('a request body in the document has the fields, ranges, lengths and defaults of the validator', () => {
    expect(schemas.PredictRequestByIds.properties).toMatchObject({
      blueTeamId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      oddsBlue: { type: 'number', exclusiveMinimum: 1, maximum: 1000 },
      tournament: { type: 'string', minLength: 1, maxLength: 120 },
    })
    expect(schemas.PredictRequestByNames.properties.redTeam).toMatchObject({ minLength: 1, maxLength: 80 })
    const models = ['fasttree', 'lightgbm', 'pcasweep', 'consensus']
    expect(schemas.RequestedModel).toMatchObject({ enum: models, default: 'fasttree' })
    expect(schemas.RequestedBestOf).toMatchObject({ type: 'integer', enum: [1, 3, 5], default: 3 })
    expect(schemas.RequestedExplain).toMatchObject({ type: 'boolean', default: false })
    expect(schemas.Picks).toMatchObject({ minItems: 5, maxItems: 5 })
    expect(schemas.Pick).toMatchObject({ required: ['role', 'champion'], additionalProperties: false })
    expect(Object.keys(schemas.PredictRequestByIds.properties)).not.toContain('bluePicks')
  })

  it.each(['PredictRequest', 'PredictDraftRequest', 'MarketsRequest'])(
    'the %s in the document is one whole object for each way to name the teams, without further required fields',
    (name) => {
      expect(Object.keys(schemas[name])).toEqual(['oneOf'])
      const picks = name === 'PredictDraftRequest' ? ['bluePicks', 'redPicks'] : []
      expect(forms(name).map(({ required }) => required)).toEqual([
        ['blueTeam', 'redTeam', ...picks],
        ['blueTeamId', 'redTeamId', ...picks],
        ['blueTeam', 'redTeamId', ...picks],
        ['blueTeamId', 'redTeam', ...picks],
      ])
      for (const form of forms(name)) expect([form.type, form.additionalProperties]).toEqual(['object', false])
    },
  )

  it('each default in a request body is behind a reference, since some generators require a field with its own default', () => {
    const beside = nodes.filter(([path, node]) => /\/properties\/\w+$/.test(path) && node.default !== undefined)
    expect(beside.map(([path]) => path)).toEqual([])
  })
})

describe('the committed openapi.json', () => {
  const text = `${JSON.stringify(createOpenApi({ ratePerMinute: 120 }), null, 2)}\n`

  it('the committed openapi.json equals the generated document', async () => {
    await expect(text).toMatchFileSnapshot('../../packages/server/openapi.json')
  })

  it('the changelog has the version of the committed openapi.json with the hash of its bytes', () => {
    const { version } = document.info
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
    expect(read('CHANGELOG.md').toString()).toContain(`contract ${version} (\`openapi.json\`, sha256 \`${digest}\`)`)
  })
})
