import { isSameName, modelNames } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPlainRequest, plainFields } from '#predictor/league/request/plain-request.ts'
import { brokenRule, explainRule, fieldRules } from '#predictor/league/request/request-schema.ts'
import { amount } from '../../../support/amount.ts'
import { anyText } from '../../../support/any-text.ts'

const rules = { ...fieldRules, explain: explainRule }
const fields = Object.keys(rules) as (keyof typeof rules)[]

const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    'T1',
    ' T1',
    'T1 ',
    'T 1',
    '\u007f',
    'a\u0000',
    'é',
    '3',
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    0,
    -0,
    1,
    3,
    5,
    1.5,
    1000,
    1000.1,
    1 + 2 ** -52,
    2 ** 53,
    -1,
    Number.NaN,
    Infinity,
    1n,
    Symbol.iterator,
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(80),
    'x'.repeat(81),
    'x'.repeat(120),
    'x'.repeat(121),
    '🐉'.repeat(80),
    ...modelNames,
  ),
  anyText({ maxLength: 130 }),
  fc.double(),
)

const body = fc.dictionary(fc.constantFrom<string>(...fields, 'bluePicks', 'standing', 'constructor'), value, {
  maxKeys: 6,
  noNullPrototype: true,
})

const sound = fc.record({ blueTeamId: fc.integer({ min: 1 }), redTeam: fc.constantFrom('T1', 'Gen.G', 'x'.repeat(80)) })

const more = ['explain', 'bluePicks']

it('what is legal at sight breaks no rule', () => {
  let plain = 0
  fc.assert(
    fc.property(sound, body, (teams, change) => {
      const fieldsOfBody: Record<string, unknown> = { ...teams, ...change }
      if (!isPlainRequest(fieldsOfBody, more)) return
      plain++
      const { blueTeamId, blueTeam, redTeamId, redTeam, ...rest } = fieldsOfBody
      expect([blueTeamId, blueTeam].filter((given) => given !== undefined)).toHaveLength(1)
      expect([redTeamId, redTeam].filter((given) => given !== undefined)).toHaveLength(1)
      expect(blueTeamId === undefined || blueTeamId !== redTeamId).toBe(true)
      if (typeof blueTeam === 'string' && typeof redTeam === 'string') expect(isSameName(blueTeam, redTeam)).toBe(false)
      for (const [field, given] of Object.entries(fieldsOfBody)) {
        const rule = Object.hasOwn(rules, field) ? rules[field as keyof typeof rules] : null
        if (rule === null) expect(more).toContain(field)
        else expect(brokenRule(rule, given)).toBeNull()
      }
      expect(Object.keys(rest).every((field) => Object.hasOwn(fieldRules, field) || more.includes(field))).toBe(true)
    }),
    { numRuns: amount(2000, 200_000) },
  )
  expect(plain).toBeGreaterThan(100)
})

it('the fields of a body without picks are taken where it is legal at sight, and only there', () => {
  fc.assert(
    fc.property(sound, body, (teams, change) => {
      const asked = { ...teams, ...change }
      const taken = plainFields(asked)
      expect(taken !== null).toBe(isPlainRequest(asked, ['explain']))
      if (taken !== null) expect({ ...taken }).toEqual(asked)
    }),
    { numRuns: amount(2000, 200_000) },
  )
})

it('a field is read once, and one that is inherited is not taken', () => {
  let reads = 0
  const moody = {
    get blueTeamId() {
      return ++reads
    },
    redTeamId: 7,
  }
  expect(plainFields(moody)).toMatchObject({ blueTeamId: 1, redTeamId: 7 })
  expect(reads).toBe(1)
  expect(plainFields(Object.assign(Object.create({ redTeamId: 2 }), { blueTeamId: 1 }))).toBeNull()
  expect(plainFields(Object.assign(Object.create({ bestOf: 5 }), { blueTeamId: 1, redTeamId: 2 }))).toBeNull()
})

it.each([
  { blueTeamId: 1, redTeamId: 2 },
  { blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus', bestOf: 5, oddsBlue: 1.9, oddsRed: 1.9 },
  { blueTeamId: 1, redTeam: 'Gen.G', tournament: 'LCK 2026 Spring', explain: false },
])('usual bodies are legal at sight: %j', (usual) => {
  expect(isPlainRequest(usual, more)).toBe(true)
})

it.each<[object]>([
  [{ blueTeamId: 1 }],
  [{ blueTeamId: 1, blueTeam: 'T1', redTeamId: 2 }],
  [{ blueTeamId: 1, redTeamId: 1 }],
  [{ blueTeam: 'T1', redTeam: 't-1' }],
  [{ blueTeamId: 1, redTeamId: 2, standing: {} }],
  [Object.assign(Object.create({ redTeamId: 2 }), { blueTeamId: 1 })],
])('left to the rules: %j', (unusual) => {
  expect(isPlainRequest(unusual as Readonly<Record<string, unknown>>, more)).toBe(false)
})
