import { readFileSync } from 'node:fs'
import * as contract from '@riftline/server/openapi'
import { describe, expect, it } from 'vitest'
import { createTools } from '#mcp/tools.ts'
import { schemaValidator } from '../support/schema-validator.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are walked by names
type Json = any

const document: Json = JSON.parse(readFileSync(new URL('../../packages/server/openapi.json', import.meta.url), 'utf8'))
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value))
const [offline, remote] = [true, false].map((isOffline) => createTools(contract, { isOffline })) as [Json, Json]
const named = (tools: Json, name: string): Json => tools.find(({ definition }: Json) => definition.name === name)

/** Every operation of the committed contract that reads or predicts; `HEAD` and `OPTIONS` follow from these. */
const operations: readonly Json[] = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) =>
    item[method] === undefined ? [] : [{ ...item[method], path, method }],
  ),
)

/** Operations without a tool, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  getUsageAlias: 'the other name of getUsage',
  getOddsHistory: 'thousands of prices are for programs',
  listChanges: 'agents do not wait for changes',
  streamChanges: 'agents do not wait for changes',
  getHealth: 'for whoever runs the server',
  getReadiness: 'for whoever runs the server',
  getOpenApi: 'the tool list is made of it',
}

/** Tool name by the operation that it calls. */
const toolOfOperation: Readonly<Record<string, string>> = {
  listTeams: 'teams',
  listPlayers: 'players',
  listChampions: 'champions',
  listTournaments: 'tournaments',
  getSchedule: 'schedule',
  getTeam: 'team',
  getPlayer: 'player',
  getTournament: 'tournament',
  getOdds: 'odds',
  getPerformance: 'performance',
  listResults: 'results',
  predict: 'predict',
  predictDraft: 'predict-draft',
  predictBatch: 'predict_many',
  markets: 'markets',
  simulateTournament: 'simulate_tournament',
  getUsage: 'usage',
}

/** Fields that a tool describes in words, since their rules are long. */
const inWords: Json = { bluePicks: { minItems: 5 }, redPicks: { minItems: 5 }, format: { type: 'object' } }

/** Rules of a field as a tool shows them: without rules of texts and descriptions, which other tests compare. */
function shown({ 'x-enumeration': _, pattern, minLength, maxLength, description, maximum, ...rules }: Json): Json {
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? rules : { ...rules, maximum }
}

describe('the tools of riftline mcp', () => {
  it('every operation of the contract has a tool or a reason to have none', () => {
    const known = { ...toolOfOperation, ...exceptions }
    expect(Object.keys(known).sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
    const names = [...Object.values(toolOfOperation), 'explain'].sort()
    for (const tools of [offline, remote]) {
      expect(tools.map(({ definition }: Json) => definition.name).sort()).toEqual(names)
    }
  })

  it.each(Object.entries(toolOfOperation))('the parameters of %s are those of the tool %s', (operationId, name) => {
    const operation = operations.find((one) => one.operationId === operationId)
    const { inputSchema } = plain(named(remote, name).definition)
    // Only tools have the argument full.
    if (['team', 'player', 'tournament', 'odds', 'predict', 'predict-draft', 'markets'].includes(name)) {
      expect(inputSchema.properties.full).toMatchObject({ type: 'boolean' })
    }
    delete inputSchema.properties.full
    const { schema = null } = operation.requestBody?.content['application/json'] ?? {}
    if (schema !== null) {
      const body = plain(contract.requestObjects()[schema.$ref.split('/').at(-1)])
      expect(Object.keys(inputSchema.properties)).toEqual(Object.keys(body.properties))
      expect(inputSchema.required).toEqual(body.required)
      for (const [field, rules] of Object.entries<Json>(body.properties))
        expect(inputSchema.properties[field]).toMatchObject(inWords[field] ?? shown(rules))
    } else {
      const parameters = (operation.parameters ?? [])
        .map(({ $ref }: Json) => document.components.parameters[$ref.split('/').at(-1)])
        .filter((parameter: Json) => parameter.in !== 'header')
      expect(Object.keys(inputSchema.properties)).toEqual(parameters.map((parameter: Json) => parameter.name))
      expect(inputSchema.required).toEqual(parameters.filter((one: Json) => one.required).map((one: Json) => one.name))
      for (const parameter of parameters) {
        expect(inputSchema.properties[parameter.name]).toMatchObject(shown({ ...parameter.schema, description: '' }))
        expect(inputSchema.properties[parameter.name].description).toContain(parameter.description)
      }
    }
    expect(inputSchema.additionalProperties).toBe(false)
  })

  it('the tool explain takes the arguments of predict except the field that it always sends', () => {
    const { explain, ...others } = named(offline, 'predict').definition.inputSchema.properties
    expect(explain).toBeDefined()
    expect(named(offline, 'explain').definition.inputSchema.properties).toEqual(others)
    expect(named(offline, 'explain').fixed).toEqual({ explain: true })
  })

  it('names, titles and hints of the tools declare that they only read', () => {
    for (const { definition } of [...offline, ...remote]) {
      expect(definition.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(definition.title.length).toBeGreaterThan(3)
      expect(definition.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    }
    expect(offline.every(({ definition }: Json) => !definition.annotations.openWorldHint)).toBe(true)
    expect(remote.every(({ definition }: Json) => definition.annotations.openWorldHint)).toBe(true)
  })

  it("the description of a tool states the contract's price with a server, and no price without one", () => {
    const priceOf = (name: string): string => named(remote, name).definition.description.split('. ').at(-1)
    expect(['teams', 'team', 'odds', 'explain', 'usage'].map(priceOf)).toEqual([
      'Free.',
      'Costs 1 credit.',
      'Costs credits: winner 1, all 2.',
      'Costs credits: fasttree 2, lightgbm 5, pcasweep 5, consensus 10.',
      'Free.',
    ])
    for (const { definition } of offline) expect(definition.description).not.toMatch(/Costs|Free\.$/)
  })

  it('the input schema of a tool is JSON Schema without top-level alternatives, which hosts refuse', () => {
    const ajv = schemaValidator()
    for (const { definition } of [...offline, ...remote]) {
      const { inputSchema } = plain(definition)
      for (const keyword of ['allOf', 'anyOf', 'oneOf']) expect(inputSchema).not.toHaveProperty(keyword)
      expect(inputSchema.type).toBe('object')
      ajv.compile(inputSchema)
      expect(JSON.stringify(definition)).not.toMatch(/#\/components|"x-/)
    }
  })
})
