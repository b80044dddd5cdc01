import {
  type CatalogueDetails,
  emptyPlayerDetail,
  type PlayerDetail,
  parseDetails,
  type TeamDetail,
  type TournamentDetail,
  toStatistics,
  writeDetails,
} from '@riftline/predictor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/contract-cases.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'

const championPool = [{ champion: { id: 3, name: 'Ahri' }, games: 12, wins: 9, winRate: 75, kda: null, kdaGames: 0 }]

const sample = { games: 38, from: 'games' } as const
const published = { games: 61, from: 'season' } as const
const form = { games: 40, wins: 31 }
const teamForm = toStatistics(form, {
  gpm: { value: 1902.4, ...sample },
  csPerMin: { value: 33.8, ...sample },
  kda: { value: 4.61, ...published },
  avgGameMinutes: { value: 31.2, ...sample },
  firstBloodRate: { value: 0.575, ...sample },
  firstTowerRate: { value: 0.625, ...sample },
  firstDragonRate: { value: 0.55, ...sample },
  dragonsPerGame: { value: 2.6, ...sample },
  baronsPerGame: { value: 1.1, ...sample },
  towersPerGame: { value: 8.4, ...sample },
  killsPerGame: { value: 16.9, ...sample },
  deathsPerGame: { value: 10.2, ...sample },
  goldDiffAt15: null,
})
const team: TeamDetail = {
  ...teamForm,
  sideWinRate: { blue: 0.8, red: 0.75 },
  sideGames: { blue: 20, red: 20 },
  championPool,
  seasons: [{ season: '2026', leagues: ['NL'], games: 40, ...teamForm }],
}

const playerForm = toStatistics(form, {
  kda: { value: 5.2, ...sample },
  csPerMin: { value: 8.9, ...sample },
  goldShare: { value: 0.231, ...sample },
  killParticipation: { value: 0.684, ...published },
  killsPerGame: { value: 4.1, ...sample },
  deathsPerGame: { value: 1.6, ...sample },
  assistsPerGame: { value: 4.2, ...sample },
})
const player: PlayerDetail = {
  ...playerForm,
  championPool,
  seasons: [{ season: '2026', leagues: ['NL'], games: 40, ...playerForm }],
}

const leader = { player: { id: 5001, name: 'Kestrel' }, team: null, value: 5.2, games: 38 }
const tournament: TournamentDetail = {
  games: 132,
  teams: [{ team: { id: 1, name: 'Amber Foxes' }, games: 40, record: '30W - 10L', seriesRecord: '14W - 3L' }],
  winnerTeam: null,
  sideWinRate: { blue: 0.53, red: 0.47 },
  sideGames: { blue: 132, red: 132 },
  firstObjectiveRates: {
    blood: { blueShare: 0.5, winShare: 0.6, games: 132 },
    tower: null,
    dragon: null,
    herald: null,
    baron: { blueShare: 0.5, winShare: 0.8, games: 120 },
  },
  leaderGames: 120,
  leaders: { kda: [leader], csPerMin: [], killParticipation: [], goldShare: [] },
}

const window = {
  dataThroughUtc: '2026-11-20T00:00:00',
  statsFromUtc: '2025-11-21T00:00:00',
  statsToUtc: '2026-11-20T00:00:00',
}
const details: CatalogueDetails = { teams: { 101: team }, players: { 5001: player }, tournaments: { 77: tournament } }

let server: TestServer
beforeAll(async () => {
  server = await startServer({ details, topUp: 1000 })
})
afterAll(() => server.close())

async function get(path: string, method: string = 'GET') {
  server.clock.advance(60_000)
  return send(server, method, path)
}

describe('the fields of a detail', () => {
  it('the detail of a team has its catalogue row, then its statistics, in the order of the contract', async () => {
    expect((await get('/v1/teams/101')).text).toBe(
      JSON.stringify({ id: 101, name: 'Northern Lights', ...window, ...team }),
    )
  })

  it('the detail of a player has its catalogue row, then its statistics, in the order of the contract', async () => {
    const row = {
      id: 5001,
      name: 'Kestrel',
      role: 'MID',
      team: { id: 101, name: 'Northern Lights' },
      lastTeam: { id: 101, name: 'Northern Lights' },
      active: false,
      lastGameUtc: null,
    }
    expect((await get('/v1/players/5001')).text).toBe(JSON.stringify({ ...row, ...window, ...player }))
  })

  it('the detail of a tournament has its catalogue row, then its statistics, in the order of the contract', async () => {
    const row = { id: 77, name: 'Northern League 2026 Summer', league: 'NL', leagueName: 'Northern League' }
    const times = { season: '2026', region: 'EMEA', startUtc: '2026-06-11T00:00:00', endUtc: null }
    const span = { ...window, statsFromUtc: times.startUtc }
    expect((await get('/v1/tournaments/77')).text).toBe(JSON.stringify({ ...row, ...times, ...span, ...tournament }))
  })
})

it('a former id of a team or player gives the detail of the current id', async () => {
  for (const [former, current] of [
    ['/v1/teams/100', '/v1/teams/101'],
    ['/v1/players/4001', '/v1/players/5001'],
  ] as const) {
    expect((await get(former)).text).toBe((await get(current)).text)
  }
  const asked = { ...matchBody, blueTeamId: 100 }
  const { json } = await send(server, 'POST', '/v1/predict', { body: asked })
  expect(json.blueTeam).toEqual({ id: 101, name: 'Northern Lights' })
})

describe('a detail without a game in the window', () => {
  it('a team without a game in the window has a record of 0W - 0L, and null in place of unknown statistics', async () => {
    const { json } = await get('/v1/teams/340')
    expect(json).toMatchObject({ id: 340, name: 'Desert Kings', record: '0W - 0L', winRate: null, championPool: [] })
    expect(Object.keys(json.stats)).toEqual(Object.keys(team.stats))
    expect(Object.values(json.stats)).toEqual([0, ...Array(13).fill(null)])
    expect(json.sideWinRate).toEqual({ blue: null, red: null })
  })

  it('a player whose team is not in the catalogue has null for a team', async () => {
    const { json } = await get('/v1/players/5003')
    expect(json).toMatchObject({ id: 5003, name: 'Stray', role: 'TOP', team: null, record: '0W - 0L', winRate: null })
    expect(Object.values(json.stats)).toEqual([0, ...Array(7).fill(null)])
  })
})

it('every 200 and 304 behind a key states the data date, and a refusal does not', async () => {
  const dates: unknown[] = []
  for (const path of ['/v1/teams/101', '/v1/teams', '/v1/usage', '/usage', '/v1/teams/999999']) {
    dates.push((await get(path)).headers['x-data-through'])
  }
  const date = '2026-11-20T00:00:00'
  expect(dates).toEqual([date, date, date, date, undefined])
  const { etag } = (await get('/v1/teams')).headers
  const again = await send(server, 'GET', '/v1/teams', { headers: { 'If-None-Match': String(etag) } })
  expect([again.status, again.headers['x-data-through']]).toEqual([304, date])
})

describe('a detail without statistics', () => {
  it.each(['teams/340', 'players/5003', 'tournaments/77'])(
    'the detail %s without statistics is free, also at balance 0, and is in no statement',
    async (path) => {
      const empty = await startServer({
        details: { teams: {}, players: {}, tournaments: {} },
        config: { freeCredits: 0 },
      })
      try {
        const { status, headers } = await send(empty, 'GET', `/v1/${path}`)
        expect([status, headers['x-credits-charged'], headers['x-credits-remaining']]).toEqual([200, '0', '0'])
        const { json } = await send(empty, 'GET', '/v1/usage')
        expect(json.calls).toEqual([])
        expectError(await send(empty, 'GET', '/v1/teams/999999'), 404, 'team_not_found', 'no team 999999')
      } finally {
        await empty.close()
      }
    },
  )

  it('a detail with nothing but an old season costs one credit', async () => {
    const seasons = player.seasons
    const retired = { ...emptyPlayerDetail, seasons }
    const served = await startServer({ details: { teams: {}, players: { 5003: retired }, tournaments: {} }, topUp: 10 })
    try {
      const { headers, json } = await send(served, 'GET', '/v1/players/5003')
      expect(headers['x-credits-charged']).toBe('1')
      expect(json.seasons).toEqual(seasons)
    } finally {
      await served.close()
    }
  })
})

describe('the {id} of a detail', () => {
  it.each(['0', '-1', '01', '1.0', '1e3', 'abc', '%31%20', '9007199254740992', '99999999999999999', '%D9%A3'])(
    '%s in place of an {id} is 400',
    async (id) => {
      for (const path of ['teams', 'players', 'tournaments']) {
        expectError(await get(`/v1/${path}/${id}`), 400, 'validation_error', 'id: must be a positive integer')
      }
    },
  )

  it('an {id} of percent-encoded digits is accepted', async () => {
    expect((await get('/v1/teams/%3101')).status).toBe(200)
  })

  it.each([999, Number.MAX_SAFE_INTEGER])('the unknown {id} %i is 404 and free', async (id) => {
    for (const name of ['team', 'player', 'tournament']) {
      const response = await get(`/v1/${name}s/${id}`)
      expectError(response, 404, `${name}_not_found`, `no ${name} ${id}`)
      expect(response.headers['x-credits-charged']).toBe('0')
    }
  })

  it('a property name that all objects inherit is refused as an {id}', async () => {
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expectError(await get(`/v1/teams/${id}`), 400, 'validation_error', 'id: must be a positive integer')
    }
  })

  it('the form of an {id} is checked first, then the parameters, then whether it exists', async () => {
    expect((await get('/v1/teams/x?y=1')).json.message).toBe('id: must be a positive integer')
    expect((await get('/v1/teams/999?y=1')).json.message).toBe('y: unknown parameter')
  })
})

it('a detail costs one credit and is listed in usage under its name', async () => {
  const before = await server.balance()
  for (const path of ['/v1/teams/101', '/v1/players/5001', '/v1/tournaments/77']) {
    expect((await get(path)).headers['x-credits-charged']).toBe('1')
  }
  expect(await server.balance()).toBe(before - 3)
  const { calls } = (await get('/v1/usage')).json
  const operations = calls.map(({ operation, model }: { operation: string; model: null }) => [operation, model])
  expect(operations).toEqual(
    expect.arrayContaining([
      ['team', null],
      ['player', null],
      ['tournament', null],
    ]),
  )
})

it('a detail has no HEAD, which would have no body to pay for', async () => {
  const head = await get('/v1/teams/101', 'HEAD')
  expect(head).toMatchObject({ status: 405, text: '', headers: { allow: 'GET, OPTIONS', 'x-credits-charged': '0' } })
})

describe('the file of details in an artifacts folder', () => {
  const parse = (value: unknown) => () => parseDetails(JSON.stringify(value))
  const written = JSON.parse(writeDetails(details))

  it('details with exactly the keys of the contract are accepted', () => {
    const more = { ...written, teams: { 101: { secret: 1, ...written.teams[101] } } }
    expect(parse(more)()).toEqual(details)
  })

  it.each<[unknown, RegExp]>([
    [{}, /details\.json \$\.teams/],
    [{ ...details, teams: { 101: { ...team, winRate: 101 } } }, /teams\.101\.winRate/],
    [{ ...details, teams: { 101: { ...team, stats: { ...team.stats, gpm: '1' } } } }, /teams\.101\.stats\.gpm/],
    [{ ...written, players: { x: player } }, /players/],
    [{ ...written, tournaments: { 77: { ...tournament, leaders: {} } } }, /tournaments\.77\.leaders\.kda/],
  ])('details that no route could show are refused with their place (%#)', (value, message) => {
    expect(parse(value)).toThrow(message)
  })

  it('details that are no JSON are refused', () => {
    expect(() => parseDetails('{')).toThrow(/details\.json: expected JSON/)
  })
})
