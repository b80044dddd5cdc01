import { createOpenApi, requestObjects } from '@riftline/server/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { anyText } from './any-text.ts'
import { withPlausibleOdds } from './plausible-odds.ts'
import { draftBody } from './server-catalogue.ts'

/** Bodies of the prediction routes, generated from their published schemas: sound, damaged, or no JSON at all. */

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by names
type Json = any

export type BodyKind = 'match' | 'draft' | 'markets'

const ajv = new Ajv2020({ strict: false })
ajv.addSchema(JSON.parse(JSON.stringify(createOpenApi({ ratePerMinute: 120 }))), 'openapi.json')
const validators: Readonly<Record<BodyKind, ValidateFunction>> = {
  match: published('PredictRequest'),
  draft: published('PredictDraftRequest'),
  markets: published('MarketsRequest'),
}

function published(name: string): ValidateFunction {
  return ajv.compile({ $ref: `openapi.json#/components/schemas/${name}` })
}

const trimmedFields = new Set(['blueTeam', 'redTeam', 'tournament'])

/** Whether the published schema allows a body. Names are trimmed before they are measured. */
export function isAllowed(kind: BodyKind, body: unknown): boolean {
  const trimmed = JSON.parse(JSON.stringify(body), (key, value) =>
    typeof value === 'string' && trimmedFields.has(key) ? value.trim() : value,
  )
  return validators[kind](trimmed)
}

const champions = [...(draftBody.bluePicks ?? []), ...(draftBody.redPicks ?? [])].map(({ champion }) => champion)
const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT']
const teams = [
  { id: 101, names: ['Northern Lights', 'nl', ' NORTHERN-lights '] },
  { id: 102, names: ["Harbor's Kings", 'harbors kings'] },
  { id: 340, names: ['Desert Kings', 'DESERT.KINGS'] },
]

/** A value that a schema allows. */
function fromSchema(schema: Json): fc.Arbitrary<Json> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum })
  if (schema.type === 'number') {
    const { exclusiveMinimum: min, maximum: max } = schema
    return fc.double({ min, max, minExcluded: true, noNaN: true })
  }
  if (schema.pattern !== undefined) {
    const character = fc.oneof(fc.stringMatching(/^[ -~]$/), fc.constantFrom('é', '🐉', '漢', 'ß', '\u00a0', '\u200d'))
    return fc
      .array(character, { minLength: 1, maxLength: schema.maxLength })
      .map((characters) => characters.join(''))
      .filter((text) => text.trim() !== '')
  }
  return fc.constantFrom(...champions, 'Nobody', '')
}

const { PredictRequest, MarketsRequest }: Json = requestObjects()
const { properties } = PredictRequest
const options: fc.Arbitrary<Json> = fc
  .record(
    Object.fromEntries(
      ['model', 'oddsBlue', 'oddsRed', 'tournament', 'bestOf'].map((name) => [name, fromSchema(properties[name])]),
    ),
    { requiredKeys: [] },
  )
  .map(withPlausibleOdds)

const twoTeams: fc.Arbitrary<Json> = fc
  .tuple(fc.shuffledSubarray(teams, { minLength: 2, maxLength: 2 }), fc.nat(), fc.nat())
  .map(([[blue, red], a, b]) => ({ ...named('blue', blue, a), ...named('red', red, b) }))

function named(side: string, team: (typeof teams)[number] | undefined, choice: number): Json {
  const name = team?.names[choice % 6]
  return name === undefined ? { [`${side}TeamId`]: team?.id } : { [`${side}Team`]: name }
}

const picks: fc.Arbitrary<Json> = fc
  .tuple(fc.shuffledSubarray(champions, { minLength: 10 }), fc.shuffledSubarray(roles, { minLength: 5 }))
  .map(([names, order]) => {
    const side = (from: number) => order.map((role, index) => ({ role, champion: names[from + index] }))
    return { bluePicks: side(0), redPicks: side(5) }
  })

/** Fields of a body other than teams and options. A body has picks of both sides or of neither if both are legal. */
function extras(kind: BodyKind, sides: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  if (kind === 'match') return explain
  if (kind === 'draft') return fc.tuple(sides, explain).map((parts) => Object.assign({}, ...parts))
  return fc
    .tuple(fc.option(sides, { nil: {} }), fc.option(fc.record({ standing }), { nil: {} }))
    .map((parts) => Object.assign({}, ...parts))
}

const explain: fc.Arbitrary<Json> = fc.record({ explain: fc.boolean() }, { requiredKeys: [] })

/** Standings that are legal with any best-of. */
const standing: fc.Arbitrary<Json> = fc.constantFrom({ blue: 0, red: 0 }, { blue: 1, red: 0 }, { red: 1, blue: 0 })

/** A body with teams and champions that exist, which must be answered. */
export const soundBody = (kind: BodyKind): fc.Arbitrary<Json> =>
  fc.tuple(twoTeams, options, extras(kind, picks)).map(([pair, chosen, draft]) => ({ ...chosen, ...draft, ...pair }))

/** A body that the schema allows, with ids and names that need not exist. */
export const strangeBody = (kind: BodyKind): fc.Arbitrary<Json> => {
  const team = (side: string) =>
    fc.oneof(
      fc.record({ [`${side}TeamId`]: fromSchema(properties.blueTeamId) }),
      fc.record({ [`${side}Team`]: fromSchema(properties.blueTeam) }),
    )
  const side = fc.array(fc.record({ role: fc.constantFrom(...roles), champion: fromSchema({}) }), {
    minLength: 5,
    maxLength: 5,
  })
  const more = extras(kind, fc.record({ bluePicks: side, redPicks: side }))
  return fc.tuple(options, more, team('blue'), team('red')).map((parts) => Object.assign({}, ...parts))
}

/** Keys to put into a body: keys of every object, keys of other routes, and random ones. */
const keys = fc.oneof(
  fc.constantFrom(...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '']),
  fc.constantFrom(...Object.keys(MarketsRequest.properties), 'role', 'champion', 'blue', 'team1Id'),
  anyText({ maxLength: 12 }),
)

const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    '',
    ' ',
    '3',
    '1',
    [],
    {},
    [[]],
    0,
    -1,
    2,
    1.5,
    1,
    1000,
    1000.1,
    2 ** 53,
    -0,
    1e308,
  ),
  anyText({ maxLength: 130 }),
  fc.string({ unit: 'grapheme', minLength: 70, maxLength: 130 }),
  fc.constant('x'.repeat(30_000)),
  fc.double({ noNaN: true }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(JSON.parse(`${'[1,'.repeat(500)}0${']'.repeat(500)}`)),
)

/** A sound body with one to three random edits: a value replaced, a key removed, or a key added. */
export const damagedBody = (kind: BodyKind): fc.Arbitrary<Json> =>
  fc
    .tuple(
      soundBody(kind),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('replace', 'remove', 'add'), keys, values), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([body, edits]) =>
      edits.reduce(
        (damaged, [place, edit, key, value]) => damage(damaged, place, edit, key, value),
        JSON.parse(JSON.stringify(body)),
      ),
    )

function damage(body: Json, place: number, edit: string, key: string, value: Json): Json {
  const holders = [
    body,
    body.standing,
    ...['bluePicks', 'redPicks'].flatMap((side) => (Array.isArray(body[side]) ? [body[side], ...body[side]] : [])),
  ].filter((holder) => typeof holder === 'object' && holder !== null)
  const holder = holders[place % holders.length]
  const own = Object.keys(holder)
  const at = own[Math.floor(place / 7) % Math.max(1, own.length)]
  if (edit === 'add' || at === undefined) define(holder, Array.isArray(holder) ? String(holder.length) : key, value)
  else if (edit === 'replace') define(holder, at, value)
  else if (Array.isArray(holder)) holder.splice(Number(at), 1)
  else delete holder[at]
  return body
}

/** Defines a key, including `__proto__`, as an own property, as `JSON.parse` does. */
function define(holder: object, key: string, value: Json): void {
  const own = JSON.parse(JSON.stringify(value)) // a copy, as one constant may be put in several places
  Object.defineProperty(holder, key, { value: own, enumerable: true, configurable: true, writable: true })
}

/** Texts and bytes that are no JSON object. */
export const noObject: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom('', '{', '[]', 'null', '1', '"x"', '{}x', '\ufeff{}', '{"a":1e400', "{'a':1}", '{"a":NaN}', '[{}]'),
  fc.constantFrom('['.repeat(30_000), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, ' '.repeat(65_537)),
  anyText({ maxLength: 60 }).filter((text) => !text.startsWith('{')),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.concat([Buffer.from([0xff]), bytes])),
)
