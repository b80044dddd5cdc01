import { RiftlineError } from '@riftline/base'
import { parsePredictRequest, type RequestKind } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const teams = Object.freeze({ blueTeamId: 101, redTeamId: 102 })
const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT']
const picks = (names: readonly string[]) => names.map((champion, index) => ({ role: roles[index], champion }))
const blue = picks(['Ornn', 'Sejuani', 'Ahri', 'kaisa', 'Nautilus'])
const red = picks(['Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh'])
const draft = { ...teams, bluePicks: blue, redPicks: red }

function refusal(body: unknown, kind?: RequestKind): string {
  try {
    parsePredictRequest(body, kind)
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'validation_error') return error.message
    throw error
  }
  return 'accepted'
}

function replaced(list: typeof blue, index: number, change: object): unknown {
  return list.map((pick, at) => (at === index ? { ...pick, ...change } : pick))
}

describe('valid bodies', () => {
  it.each([
    [teams],
    [{ blueTeam: 'T1', redTeam: 'Gen.G', model: 'consensus', bestOf: 5, oddsBlue: 1000, oddsRed: 1.0001 }],
    [{ blueTeamId: Number.MAX_SAFE_INTEGER, redTeam: 'x'.repeat(80), tournament: 'y'.repeat(120), bestOf: 1 }],
    [{ ...teams, explain: true }],
    [{ ...teams, explain: false }],
    [{ blueTeam: '  T1  ', redTeam: '🐉'.repeat(80) }],
  ])('a valid body is returned unchanged: %j', (body) => {
    expect(parsePredictRequest(Object.freeze(body))).toEqual(body)
    expect(parsePredictRequest(body, 'match')).toEqual(body)
  })

  it('a body with a draft is returned unchanged, and without a kind the picks decide', () => {
    expect(parsePredictRequest(draft)).toEqual(draft)
    expect(parsePredictRequest(draft, 'draft')).toEqual(draft)
  })

  it('an undefined field of a body counts as absent', () => {
    expect(parsePredictRequest({ ...teams, model: undefined, bluePicks: undefined })).toEqual(teams)
  })
})

describe('messages of the rules', () => {
  it.each<[unknown, string]>([
    [null, 'body: must be an object'],
    [[], 'body: must be an object'],
    [1, 'body: must be an object'],
    ['{}', 'body: must be an object'],
    [undefined, 'body: must be an object'],
    [{}, 'blueTeamId: give either blueTeamId or blueTeam'],
    [{ ...teams, blueTeam: 'T1' }, 'blueTeamId: give either blueTeamId or blueTeam'],
    [{ blueTeam: 'T1' }, 'redTeamId: give either redTeamId or redTeam'],
    [{ blueTeamId: null, redTeamId: 1 }, 'blueTeamId: must be a positive integer'],
    [{ blueTeamId: 1.5, redTeamId: 1 }, 'blueTeamId: must be a positive integer'],
    [{ blueTeamId: '101', redTeamId: 1 }, 'blueTeamId: must be a positive integer'],
    [{ blueTeamId: 0, redTeamId: 1 }, 'blueTeamId: must be a positive integer'],
    [{ blueTeamId: 2 ** 53, redTeamId: 1 }, 'blueTeamId: must be a positive integer'],
    [{ blueTeam: '   ', redTeamId: 1 }, 'blueTeam: must be 1-80 characters'],
    [{ blueTeam: 7, redTeamId: 1 }, 'blueTeam: must be 1-80 characters'],
    [{ blueTeam: 'a\u0000b', redTeamId: 1 }, 'blueTeam: must have no control characters'],
    [{ blueTeamId: 1, redTeam: 'x'.repeat(81) }, 'redTeam: must be 1-80 characters'],
    [{ blueTeamId: 1, redTeamId: 1 }, 'redTeamId: must differ from blueTeamId'],
    [{ blueTeam: 'Gen.G', redTeam: 'GEN G' }, 'redTeam: must differ from blueTeam'],
    [{ ...teams, model: 'xgboost' }, 'model: must be fasttree, lightgbm, pcasweep or consensus'],
    [{ ...teams, model: null }, 'model: must be fasttree, lightgbm, pcasweep or consensus'],
    [{ ...teams, oddsBlue: 1 }, 'oddsBlue: must be a number above 1 and at most 1000'],
    [{ ...teams, oddsBlue: '1.5' }, 'oddsBlue: must be a number above 1 and at most 1000'],
    [{ ...teams, oddsBlue: JSON.parse('1e400') }, 'oddsBlue: must be a number above 1 and at most 1000'],
    [{ ...teams, oddsRed: 1000.1 }, 'oddsRed: must be a number above 1 and at most 1000'],
    [{ ...teams, oddsRed: null }, 'oddsRed: must be a number above 1 and at most 1000'],
    [{ ...teams, tournament: ' ' }, 'tournament: must be 1-120 characters'],
    [{ ...teams, tournament: 'y'.repeat(121) }, 'tournament: must be 1-120 characters'],
    [{ ...teams, bestOf: '3' }, 'bestOf: must be 1, 3 or 5'],
    [{ ...teams, bestOf: 2 }, 'bestOf: must be 1, 3 or 5'],
    [{ ...teams, explain: 'true' }, 'explain: must be true or false'],
    [{ ...teams, explain: null }, 'explain: must be true or false'],
    [{ ...teams, xyz: 1 }, 'xyz: unknown field'],
    [{ ...teams, toString: 1 }, 'toString: unknown field'],
    [JSON.parse('{"blueTeamId":1,"redTeamId":2,"__proto__":{}}'), '__proto__: unknown field'],
    [JSON.parse('{"__proto__":{"blueTeamId":1}}'), 'blueTeamId: give either blueTeamId or blueTeam'],
  ])('a faulty body gets the message of its rule: %j, %s', (body, message) => {
    expect(refusal(body, 'match')).toBe(message)
  })
})

describe('messages of the rules for a draft', () => {
  it.each<[unknown, string]>([
    [teams, 'bluePicks: must hold exactly 5 picks'],
    [{ ...draft, redPicks: undefined }, 'redPicks: must hold exactly 5 picks'],
    [{ ...draft, redPicks: red.slice(1) }, 'redPicks: must hold exactly 5 picks'],
    [{ ...draft, redPicks: {} }, 'redPicks: must hold exactly 5 picks'],
    [{ ...draft, redPicks: [...red.slice(1), null] }, 'redPicks[4]: must be an object'],
    [{ ...draft, bluePicks: replaced(blue, 3, { role: 'MID' }) }, 'bluePicks[3].role: MID is given twice'],
    [
      { ...draft, bluePicks: replaced(blue, 3, { role: 'mid' }) },
      'bluePicks[3].role: must be TOP, JUNGLE, MID, BOT or SUPPORT',
    ],
    [{ ...draft, redPicks: replaced(red, 0, { champion: 7 }) }, 'redPicks[0].champion: unknown champion'],
    [{ ...draft, bluePicks: replaced(blue, 0, { xyz: 1 }) }, 'bluePicks[0].xyz: unknown field'],
    [{ ...draft, xyz: 1 }, 'xyz: unknown field'],
  ])('a faulty draft gets the message of its rule (%#): %s', (body, message) => {
    expect(refusal(body, 'draft')).toBe(message)
  })

  it('a body of a match refuses picks as unknown fields', () => {
    expect(refusal(draft, 'match')).toBe('bluePicks: unknown field')
  })

  it('a single list of picks makes a draft when no kind is given', () => {
    expect(refusal({ ...teams, redPicks: red })).toBe('bluePicks: must hold exactly 5 picks')
  })
})

describe('the first of several faults, in the order of the table, is reported', () => {
  const broken: readonly [string, object, string][] = [
    ['blueTeamId', { blueTeamId: 0 }, 'blueTeamId: must be a positive integer'],
    ['redTeamId', { redTeamId: 0 }, 'redTeamId: must be a positive integer'],
    ['model', { model: 1 }, 'model: must be fasttree, lightgbm, pcasweep or consensus'],
    ['oddsBlue', { oddsBlue: 1 }, 'oddsBlue: must be a number above 1 and at most 1000'],
    ['oddsRed', { oddsRed: 1 }, 'oddsRed: must be a number above 1 and at most 1000'],
    ['tournament', { tournament: '' }, 'tournament: must be 1-120 characters'],
    ['bestOf', { bestOf: 2 }, 'bestOf: must be 1, 3 or 5'],
    ['explain', { explain: 1 }, 'explain: must be true or false'],
    ['bluePicks', { bluePicks: [] }, 'bluePicks: must hold exactly 5 picks'],
    ['xyz', { xyz: 1 }, 'xyz: unknown field'],
  ]

  it('the first fault by the order of the rules is reported, whatever the order of the fields', () => {
    const indexes = fc.uniqueArray(fc.nat(broken.length - 1), { minLength: 1 })
    fc.assert(
      fc.property(indexes, (chosen) => {
        const faults = chosen.map((index) => broken[index]!)
        const body = Object.assign({}, ...faults.map(([, change]) => change), {
          ...draft,
          ...Object.assign({}, ...faults.map(([, change]) => change)),
        })
        expect(refusal(body, 'draft')).toBe(broken[Math.min(...chosen)]![2])
      }),
    )
  })
})

it('any JSON value is accepted as a body or refused with a validation error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('match', 'draft', undefined), (body, kind) => {
      expect(typeof refusal(body, kind as RequestKind)).toBe('string')
    }),
  )
})
