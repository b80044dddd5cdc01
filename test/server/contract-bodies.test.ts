import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, expectAccountHeaders, expectError, rows, startContractServer } from '../support/contract-cases.ts'
import { send, type TestServer } from '../support/server.ts'
import { draftBody, matchBody } from '../support/server-catalogue.ts'

/** Requests with an unreadable or invalid body, with names of teams and champions, and with unknown paths. */

let server: TestServer
beforeAll(async () => {
  server = await startContractServer()
})
afterAll(() => server.close())

// Bodies of a batch and of a tournament have tests of their own.
const posts = rows.filter(([, { body }]) => {
  return body !== undefined && !['model', 'requests', 'format'].some((field) => field in body)
})

const unreadable: readonly (readonly [string, string | Buffer, number, string, string])[] = [
  ['no JSON', '{"blueTeamId":', 400, 'bad_request', 'body is not valid JSON'],
  ['empty', '', 400, 'bad_request', 'body is not valid JSON'],
  ['with a byte order mark', '\ufeff{}', 400, 'bad_request', 'body is not valid JSON'],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'bad_request', 'body is not valid UTF-8'],
  ['too long', `{"x":"${'x'.repeat(65_536)}"}`, 413, 'payload_too_large', 'body is over 65536 bytes'],
  ['an array', '[]', 400, 'validation_error', 'body: must be an object'],
  ['null', 'null', 400, 'validation_error', 'body: must be an object'],
  ['a text', '"{}"', 400, 'validation_error', 'body: must be an object'],
  ['no team', '{}', 400, 'validation_error', 'blueTeamId: give either blueTeamId or blueTeam'],
]

const faults: readonly (readonly [string, object, number, string, string])[] = [
  ['unknown team', { redTeamId: 999 }, 404, 'team_not_found', 'no team 999'],
  ['team of both forms', { redTeam: 'kings' }, 400, 'validation_error', 'redTeamId: give either redTeamId or redTeam'],
  ['one team twice', { redTeamId: 101 }, 400, 'validation_error', 'redTeamId: must differ from blueTeamId'],
  ['null', { bestOf: null }, 400, 'validation_error', 'bestOf: must be 1, 3 or 5'],
  ['unknown field', { xyz: 1 }, 400, 'validation_error', 'xyz: unknown field'],
  ['low price', { oddsBlue: 1 }, 400, 'validation_error', 'oddsBlue: must be a number above 1 and at most 1000'],
  ['control character', { tournament: 'a\tb' }, 400, 'validation_error', 'tournament: must have no control characters'],
]

describe('an invalid body', () => {
  const combinations = posts.flatMap(([name, row]) => [
    ...unreadable.map((fault) => [`${name}: ${fault[0]}`, row, fault] as const),
    ...faults.map(
      (fault) => [`${name}: ${fault[0]}`, row, [fault[0], { ...row.body, ...fault[1] }, ...fault.slice(2)]] as const,
    ),
  ])

  it.each(combinations)('an invalid body is refused and free: %s', async (_name, row, fault) => {
    const [, body, status, code, message] = fault as (typeof unreadable)[number]
    const { response, charged } = await call(server, row, { body })
    expectError(response, status, code, message)
    await expectAccountHeaders(server, response, 0)
    expect(charged).toBe(0)
  })

  it.each(['text/plain', 'application/json; charset=latin1', 'application/x-www-form-urlencoded', ''])(
    'a body of the media type %j is 415',
    async (type) => {
      for (const [, row] of posts) {
        const { response, charged } = await call(server, row, { body: row.body, headers: { 'Content-Type': type } })
        expectError(response, 415, 'unsupported_media_type', 'send application/json')
        await expectAccountHeaders(server, response, 0)
        expect(charged).toBe(0)
      }
    },
  )
})

describe('names in a body', () => {
  const predict = (body: object) => call(server, { method: 'POST', path: '/v1/predict', body })

  it.each([
    ['northern lights', 101],
    ['  NORTHERN   LIGHTS ', 101],
    ['Northern-Lights', 101],
    ['nl', 101],
    ['N.L.', 101],
    ['ＮＬ', 101],
    ['harbors kings', 102],
    ['Harbor’s Kings', 102],
    ['desert kings', 340],
  ])('the name %j finds the team %i', async (name, id) => {
    const other = id === 101 ? 102 : 101
    const { response } = await predict({ blueTeam: name, redTeamId: other })
    expect(response.json.blueTeam.id).toBe(id)
    const { response: mirrored } = await predict({ redTeam: name, blueTeamId: other })
    expect(mirrored.json.redTeam.id).toBe(id)
  })

  it('a name that fits several teams is 400, lists them all and is free', async () => {
    const kings = "102 Harbor's Kings (NL, 2026-02-01), 340 Desert Kings (NL, 2026-01-01)"
    const candidates = [
      { id: 102, name: "Harbor's Kings" },
      { id: 340, name: 'Desert Kings' },
    ]
    const { response, charged } = await predict({ blueTeamId: 101, redTeam: ' Kings' })
    expectError(response, 400, 'ambiguous_team', `redTeam: "Kings" fits ${kings}; use an id`, { candidates })
    expect(charged).toBe(0)
    const odds = await call(server, { method: 'GET', path: '/v1/odds?team1=KINGS&team2Id=101' })
    expectError(odds.response, 400, 'ambiguous_team', `team1: "KINGS" fits ${kings}; use an id`, { candidates })
    expect(odds.charged).toBe(0)
  })

  it('a name that fits no team is 404', async () => {
    const { response } = await predict({ blueTeam: 'Nobody ', redTeamId: 101 })
    expectError(response, 404, 'team_not_found', 'no team Nobody')
  })

  it('a body with one team under two names is 400', async () => {
    const { response } = await predict({ blueTeam: 'NL', redTeam: 'nl' })
    expectError(response, 400, 'validation_error', 'redTeam: must differ from blueTeam')
  })

  it('a body with one team by id and by name is 400', async () => {
    const { response } = await predict({ blueTeamId: 101, redTeam: 'NL' })
    expectError(response, 400, 'validation_error', 'redTeam: must differ from blueTeamId')
  })

  it.each(['NL 2026 Summer', 'whatever', '🐉', 'Northern League 2026 Summer'])(
    'any tournament label is accepted, such as %j',
    async (tournament) => {
      expect((await predict({ ...matchBody, tournament })).response.status).toBe(200)
    },
  )

  it('a champion is found whatever the case, spaces and punctuation of its name; an unknown one is 400', async () => {
    const picks = (draftBody.bluePicks ?? []).map(({ role, champion }) => ({
      role,
      champion: ` ${champion.toUpperCase()}.`,
    }))
    const body = { ...draftBody, bluePicks: picks }
    expect((await call(server, { method: 'POST', path: '/v1/predict-draft', body })).response.status).toBe(200)
    const unknown = { ...body, redPicks: draftBody.redPicks?.map((pick) => ({ ...pick, champion: 'Nobody' })) }
    const { response } = await call(server, { method: 'POST', path: '/v1/predict-draft', body: unknown })
    expectError(response, 400, 'validation_error', 'redPicks[0].champion: unknown champion')
  })
})

describe('an unknown path', () => {
  it.each([
    ['/v1/nothing', 'no key', 401, 'missing_api_key'],
    ['/v1/nothing', 'a key', 404, 'not_found'],
    ['/v1', 'a key', 404, 'not_found'],
    ['/v1/teams/', 'a key', 404, 'not_found'],
    ['/v1/champions/1', 'a key', 404, 'not_found'],
    ['/v1/teams/1/2', 'a key', 404, 'not_found'],
    ['/V1/teams', 'no key', 404, 'not_found'],
    ['/usage/', 'no key', 404, 'not_found'],
    ['/docs', 'no key', 404, 'not_found'],
    ['/metrics', 'no key', 404, 'not_found'],
    ['/', 'no key', 404, 'not_found'],
  ])('the path %s with %s is answered %i %s', async (path, key, status, code) => {
    const response = await send(server, 'GET', path, { key: key === 'no key' ? null : server.key })
    expectError(response, status, code)
  })
})
