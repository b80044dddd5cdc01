import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send, startServer, type TestServer, until } from '../support/server.ts'
import { catalogue } from '../support/server-catalogue.ts'

const served = { dataThroughUtc: catalogue.asOf, artifacts: '3f1c9a0b77de' }

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => send(server, 'GET', path, { headers })

describe('the free lists', () => {
  it('the list of teams is sorted by id and has a logo URL for every team', async () => {
    const { json } = await get('/v1/teams')
    const placeholder = 'https://api.example.org/logos/default.svg'
    expect(json).toEqual({
      count: 3,
      ...served,
      teams: [
        { id: 101, name: 'Northern Lights', logoUrl: placeholder, code: 'NL', lastGameUtc: '2026-03-01T00:00:00' },
        { id: 102, name: "Harbor's Kings", logoUrl: placeholder, code: null, lastGameUtc: '2026-02-01T00:00:00' },
        {
          id: 340,
          name: 'Desert Kings',
          logoUrl: 'https://img.example.org/340.png',
          code: null,
          lastGameUtc: '2026-01-01T00:00:00',
        },
      ].map((row) => ({ ...row, region: null, league: 'NL', active: false })),
    })
  })

  it('the list of players has the team of each player by id and name, or null', async () => {
    expect((await get('/v1/players')).json).toEqual({
      count: 3,
      ...served,
      players: [
        { id: 5001, name: 'Kestrel', role: 'MID', team: { id: 101, name: 'Northern Lights' } },
        { id: 5002, name: 'Merlin', role: null, team: null },
        { id: 5003, name: 'Stray', role: 'TOP', team: null },
      ].map((row) => ({ ...row, lastTeam: row.team, lastGameUtc: null, active: false })),
    })
  })

  it('the lists of champions and tournaments have exactly the fields of the contract', async () => {
    const { champions } = (await get('/v1/champions')).json
    expect(champions[3]).toEqual({ id: 4, name: "Kai'Sa", imageUrl: null })
    expect((await get('/v1/tournaments')).json).toEqual({
      count: 1,
      ...served,
      tournaments: [
        {
          id: 77,
          name: 'Northern League 2026 Summer',
          league: 'NL',
          leagueName: 'Northern League',
          season: '2026',
          region: 'EMEA',
          startUtc: '2026-06-11T00:00:00',
          endUtc: null,
        },
      ],
    })
  })
})

describe('?active=', () => {
  it('?active= selects the entities with a game within 180 days of the data date, or the others, each under its own tag', async () => {
    const [first, ...rest] = catalogue.players
    const [team, ...teams] = catalogue.teams
    const shown = {
      ...catalogue,
      players: [{ ...first!, lastGameUtc: '2026-11-01T00:00:00' }, ...rest],
      teams: [{ ...team!, lastGameUtc: '2026-05-24T00:00:00' }, ...teams],
    }
    const own = await startServer({ catalogue: shown })
    try {
      for (const [name, id] of [
        ['players', first!.id],
        ['teams', team!.id],
      ] as const) {
        const list = async (query: string) => send(own, 'GET', `/v1/${name}${query}`)
        const [all, active, others] = [await list(''), await list('?active=true'), await list('?active=false')]
        expect(active.json[name]).toMatchObject([{ id, active: true }])
        expect(active.json.count + others.json.count).toBe(all.json.count)
        expect(new Set([all, active, others].map(({ headers }) => headers.etag)).size).toBe(3)
        const again = await send(own, 'GET', `/v1/${name}?active=true`, {
          headers: { 'If-None-Match': String(active.headers.etag) },
        })
        expect(again.status).toBe(304)
      }
    } finally {
      await own.close()
    }
  })

  it('?active= accepts true and false only, and the other lists refuse it', async () => {
    const { status, json } = await get('/v1/teams?active=yes')
    expect([status, json.message]).toEqual([400, 'active: must be true or false'])
    expect((await get('/v1/champions?active=true')).json.message).toBe('active: unknown parameter')
  })
})

describe('?name=', () => {
  const idsOf = async (path: string) => {
    const { json, status } = await get(path)
    expect(status).toBe(200)
    const items = json.teams ?? json.players ?? json.champions
    expect(json.count).toBe(items.length)
    return items.map(({ id }: { id: number }) => id)
  }

  it('?name= finds teams, players and champions by the names that predictions know them by', async () => {
    expect(await idsOf('/v1/teams?name=northern%20lights')).toEqual([101])
    expect(await idsOf('/v1/teams?name=NL')).toEqual([101])
    expect(await idsOf('/v1/players?name=kestrel')).toEqual([5001])
    expect(await idsOf('/v1/champions?name=kaisa')).toEqual([4])
  })

  it('?name= lists all items that an ambiguous name fits, the latest first, and none for an unknown name', async () => {
    expect(await idsOf('/v1/teams?name=kings')).toEqual([102, 340])
    expect(await idsOf('/v1/teams?name=nobody')).toEqual([])
    expect(await idsOf('/v1/champions?name=nobody')).toEqual([])
  })

  it('?team= and ?role= narrow down the name of a player, also with a former id of the team', async () => {
    expect(await idsOf('/v1/players?name=Kestrel&team=100&role=MID')).toEqual([5001])
    expect(await idsOf('/v1/players?name=Kestrel&role=TOP')).toEqual([])
    expect(await idsOf('/v1/players?name=Kestrel&team=102')).toEqual([])
  })

  it('each ?name= has its own tag, and ?active= narrows it down', async () => {
    const { headers } = await get('/v1/teams?name=kings')
    const again = await send(server, 'GET', '/v1/teams?name=kings', {
      headers: { 'If-None-Match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
    expect(await idsOf('/v1/teams?name=kings&active=true')).toEqual([])
  })

  it.each([
    ['/v1/teams?name=', 'name: must be 1-80 characters'],
    [`/v1/champions?name=${'x'.repeat(81)}`, 'name: must be 1-80 characters'],
    ['/v1/players?name=Kestrel&role=mid', 'role: must be one of TOP, JUNGLE, MID, BOT, SUPPORT'],
    ['/v1/players?name=Kestrel&team=NL', 'team: must be a positive integer'],
    ['/v1/players?team=101', 'name: must be given with team or role'],
    ['/v1/teams?name=a&role=MID', 'role: unknown parameter'],
  ])('?name= refuses %s', async (path, message) => {
    const { json, status } = await get(path)
    expect([status, json.message]).toEqual([400, message])
  })
})

describe('the compression of a list', () => {
  beforeAll(() => compressed(server))

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['GZIP;q=0.5', 'gzip'],
    ['gzip;q=0.1, identity;q=0.9', undefined],
    ['gzip, br;q=0.5', 'gzip'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0.5, *', 'br'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['gzip;q=2', undefined],
    ['', undefined],
  ])('Accept-Encoding: %s gives a list in the encoding %s', async (accept, encoding) => {
    server.clock.advance(60_000)
    const plain = await get('/v1/teams')
    const { headers, bytes } = await get('/v1/teams', { 'Accept-Encoding': accept })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'private, max-age=300' })
    expect(headers['content-length']).toBe(String(bytes.length))
    const read = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(read.toString()).toBe(plain.text)
    const suffix = encoding === 'br' ? '-br' : encoding === 'gzip' ? '-gz' : ''
    expect(headers.etag).toBe(`${plain.headers.etag?.slice(0, -1)}${suffix}"`)
  })
})

it('the first request for a list is answered uncompressed, without waiting for compression', async () => {
  const other = await startServer()
  const first = await send(other, 'GET', '/v1/teams', { headers: { 'Accept-Encoding': 'br' } })
  expect([first.status, first.json.count, first.headers['content-encoding']]).toEqual([200, 3, undefined])
  expect(first.headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/^"[\w-]{22}"$/) })
  await compressed(other)
  const { headers, bytes } = await send(other, 'GET', '/v1/teams', { headers: { 'Accept-Encoding': 'br' } })
  expect([headers['content-encoding'], brotliDecompressSync(bytes).toString()]).toEqual(['br', first.text])
  await other.close()
})

/** Asks for the list of teams and waits for its compressed forms. */
async function compressed({ serving }: TestServer): Promise<void> {
  const teams = () => serving.current.lists('teams')
  await until(() => teams().forms.gzip !== undefined)
}

describe('If-None-Match', () => {
  beforeAll(() => compressed(server))

  async function tags(): Promise<string[]> {
    server.clock.advance(60_000)
    const answers = await Promise.all(
      ['', 'br', 'gzip'].map((accept) => get('/v1/teams', { 'Accept-Encoding': accept })),
    )
    return answers.map(({ headers }) => headers.etag ?? '')
  }

  it('If-None-Match gets 304 with any of the three tags, a list of tags, a weak form or *', async () => {
    const [plain = '', br = '', gz = ''] = await tags()
    expect(plain).toMatch(/^"[\w-]{22}"$/)
    for (const value of [plain, br, gz, `W/${br}`, `"other", ${gz}`, `"a",W/${plain}`, '*']) {
      const { status, headers, text } = await get('/v1/teams', { 'If-None-Match': value })
      expect(status, value).toBe(304)
      expect(text).toBe('')
      expect(headers).toMatchObject({ etag: plain, vary: 'Accept-Encoding', 'cache-control': 'private, max-age=300' })
      expect(headers['x-credits-charged']).toBe('0')
      expect(headers['x-ratelimit-remaining']).toBeDefined()
      expect(headers['content-length']).toBeUndefined()
      expect(headers['content-type']).toBeUndefined()
    }
  })

  it('If-None-Match with an unknown tag gets the list', async () => {
    for (const value of ['"other"', 'W/"other"', 'nonsense']) {
      expect((await get('/v1/teams', { 'If-None-Match': value })).status).toBe(200)
    }
  })

  it('If-None-Match gets 304 with a tag from another key or another server', async () => {
    const [plain = ''] = await tags()
    const other = await startServer()
    expect((await send(other, 'GET', '/v1/teams', { headers: { 'If-None-Match': plain } })).status).toBe(304)
    await other.close()
  })
})

describe('?limit=, ?league=, ?season=', () => {
  it('a part of a list comes newest or best first, with the number of items that fit', async () => {
    const { json } = await get('/v1/teams?limit=2')
    expect(json).toMatchObject({ count: 2, total: 3, ...served })
    expect(json.teams.map(({ id }: { id: number }) => id)).toEqual([101, 102])
    expect((await get('/v1/teams?league=NL&limit=1')).json).toMatchObject({ count: 1, total: 3 })
    expect((await get('/v1/tournaments?season=2026')).json).toMatchObject({ count: 1, tournaments: [{ id: 77 }] })
    expect((await get('/v1/tournaments?season=2025')).json).toMatchObject({ count: 0, tournaments: [] })
    expect((await get('/v1/tournaments?name=Northern')).json.tournaments).toMatchObject([{ id: 77 }])
    expect((await get('/v1/schedule?limit=3&days=7')).json).toMatchObject({ count: 0, total: 0, schedule: [] })
  })

  it.each([
    ['/v1/teams?limit=0', 'limit: must be an integer from 1 to 1000'],
    ['/v1/teams?limit=1e3', 'limit: must be an integer from 1 to 1000'],
    ['/v1/tournaments?season=26', 'season: must be a year such as 2025'],
    ['/v1/schedule?days=61', 'days: must be an integer from 1 to 60'],
    ['/v1/teams?league=nowhere', 'league: must be the name or code of a league'],
  ])('%s is refused', async (path, message) => {
    expect((await get(path)).json).toEqual({ error: 'validation_error', message })
  })

  it('a name that finds nothing gives close names, in lists and in errors', async () => {
    expect((await get('/v1/teams?name=Nothern%20Lights')).json).toEqual({
      ...{ count: 0, ...served, teams: [] },
      candidates: [{ id: 101, name: 'Northern Lights' }],
    })
    const body = { blueTeam: 'Nothern Lights', redTeamId: 102 }
    expect((await send(server, 'POST', '/v1/predict', { body })).json).toEqual({
      error: 'team_not_found',
      message: 'no team Nothern Lights; did you mean Northern Lights (101)?',
      candidates: [{ id: 101, name: 'Northern Lights' }],
    })
    expect((await get('/v1/teams?nmae=x')).json).toMatchObject({ candidates: [{ name: 'name' }] })
  })
})
