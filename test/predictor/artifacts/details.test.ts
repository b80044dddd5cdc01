import { readFileSync } from 'node:fs'
import {
  type CatalogueDetails,
  detailsSteps,
  emptyPlayerDetail,
  emptyTeamDetail,
  parseDetails,
  toStatistics,
  writeDetails,
} from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { runsAll } from '../../support/amount.ts'
import { refused } from './refused.ts'

const team = { ...emptyTeamDetail, winRate: 50, championPool: [pooled(1)] }
const leader = { player: { id: 5, name: 'Five' }, team: null, value: 4.5, games: 6 }
const teamRecord = { team: { id: 1, name: 'One' }, games: 7, record: '4W - 3L', seriesRecord: '2W - 1L' }
const tournament = {
  games: 7,
  teams: [teamRecord],
  winnerTeam: { id: 1, name: 'One' },
  sideWinRate: { blue: 0.5, red: null },
  sideGames: { blue: 7, red: 0 },
  firstObjectiveRates: {
    blood: { blueShare: 0, winShare: 1, games: 7 },
    tower: null,
    dragon: null,
    herald: null,
    baron: null,
  },
  leaderGames: 6,
  leaders: { kda: [leader], csPerMin: [], killParticipation: [], goldShare: [] },
}
const details: CatalogueDetails = {
  teams: { 1: team },
  players: { 5: emptyPlayerDetail },
  tournaments: { 9: tournament },
}

function pooled(id: number): CatalogueDetails['teams'][string]['championPool'][number] {
  return { champion: { id, name: `Champion ${id}` }, games: 2, wins: 1, winRate: 50, kda: null, kdaGames: 0 }
}

const unknownNumbers = {
  kda: null,
  csPerMin: null,
  goldShare: null,
  killParticipation: null,
  killsPerGame: null,
  deathsPerGame: null,
  assistsPerGame: null,
}

const parse = (value: unknown): CatalogueDetails => parseDetails(JSON.stringify(value))

describe('parseDetails', () => {
  it.runIf(runsAll)('parseDetails and writeDetails reproduce the committed details byte for byte', () => {
    const text = readFileSync('artifacts/details.json', 'utf8')
    expect(writeDetails(parseDetails(text)) === text).toBe(true)
  })

  it('a season written without unknown and derived numbers reads back complete', () => {
    const own = { value: 4.25, games: 38, from: 'games' } as const
    const published = { value: 3.5, games: 61, from: 'season' } as const
    const numbers = { ...unknownNumbers, kda: own, killsPerGame: published }
    const record = { games: 40, wins: 31, from: 'season', coverage: { teamGames: 52, lineups: 40 } } as const
    const season = { season: '2026', leagues: ['NL'], games: 40, ...toStatistics(record, numbers) }
    const player = { ...emptyPlayerDetail, seasons: [season] }
    const text = writeDetails({ ...details, players: { 5: player } })
    expect(JSON.parse(text).players[5]).toEqual({
      seasons: [
        {
          season: '2026',
          leagues: ['NL'],
          record: '31W - 9L',
          from: 'season',
          coverage: [52, 40],
          stats: { kda: [4.25, 38], killsPerGame: [3.5, 61, 'season'] },
        },
      ],
    })
    expect(parseDetails(text).players[5]).toEqual(player)
  })

  it('parseDetails reads details written before samples and seasons existed', () => {
    const { samples: _, sideGames: __, seasons: ___, ...old } = team
    const { sideGames: ____, leaderGames: _____, teams: _t, winnerTeam: _w, ...oldTournament } = tournament
    const { kdaGames: ______, ...oldPooled } = pooled(1)
    const json = { teams: { 1: { ...old, championPool: [oldPooled] } }, players: {}, tournaments: { 9: oldTournament } }
    const read = parse(json)
    expect(read.teams[1]).toEqual({
      ...team,
      sideGames: { blue: null, red: null },
      championPool: [{ ...oldPooled, kdaGames: null }],
    })
    expect(read.tournaments[9]).toEqual({
      ...tournament,
      teams: null,
      winnerTeam: null,
      sideGames: { blue: null, red: null },
      leaderGames: null,
    })
  })

  it('parseDetails drops unknown keys and puts the others in the order of the type', () => {
    const { record, ...rest } = team
    const more = { recent: 1, ...details, teams: { 1: { secret: 1, ...rest, record } } }
    expect(JSON.stringify(parse(more))).toBe(JSON.stringify(details))
  })

  it.each<[string, unknown]>([
    ['.teams', {}],
    ['.teams', []],
    ['.teams', null],
    ['.players', { ...details, players: [] }],
    ['.players.x', { ...details, players: { x: emptyPlayerDetail } }],
    ['.players.0', { ...details, players: { 0: emptyPlayerDetail } }],
    ['.teams.1.winRate', { ...details, teams: { 1: { ...team, winRate: 101 } } }],
    ['.teams.1.record', { ...details, teams: { 1: { ...team, record: '1-0' } } }],
    ['.teams.1.stats.gpm', { ...details, teams: { 1: { ...team, stats: { ...team.stats, gpm: '1' } } } }],
    [
      '.teams.1.championPool[0].wins',
      { ...details, teams: { 1: { ...team, championPool: [{ ...pooled(1), wins: -1 }] } } },
    ],
    [
      '.tournaments.9.sideWinRate.blue',
      { ...details, tournaments: { 9: { ...tournament, sideWinRate: { blue: 2 } } } },
    ],
    ['.teams.1.seasons[0].record', { ...details, teams: { 1: { seasons: [{ season: '2026', leagues: [] }] } } }],
    [
      '.teams.1.seasons[0].stats.gpm[2]',
      {
        ...details,
        teams: { 1: { seasons: [{ season: '2026', leagues: [], record: '1W - 0L', stats: { gpm: [1, 1, 'x'] } }] } },
      },
    ],
    ['.tournaments.9.leaders.kda', { ...details, tournaments: { 9: { ...tournament, leaders: {} } } }],
  ])('parseDetails refuses a fault at %s and names the place', async (path, value) => {
    expect(await refused(() => parse(value))).toMatchObject({
      code: 'artifact_invalid',
      path: `details.json $${path}`,
    })
  })

  it('parseDetails refuses text that is not JSON', async () => {
    const fault = await refused(() => parseDetails('{'))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: 'details.json' })
    expect(fault.message).toContain('expected JSON')
  })
})

describe('detailsSteps', () => {
  const teams = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i + 1, team]))

  it.each([
    ['a row a line, as they are written', writeDetails({ ...details, teams })],
    ['all in one line, as in 0.1', JSON.stringify({ ...details, teams })],
    ['indented', JSON.stringify({ ...details, teams }, null, 2)],
  ])('detailsSteps pauses after every 50 rows of a text with %s', (_, text) => {
    const steps = detailsSteps(text)
    let pauses = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) pauses++
    expect(pauses).toBe(1 + 3 + 1 + 1)
    expect(step.value).toEqual(parseDetails(JSON.stringify(JSON.parse(text))))
  })

  it.each([
    ['a row that is no JSON', '{"teams":{\n"1":{]\n},"players":{},"tournaments":{}}', 'expected JSON'],
    ['a row outside the tables', '{"teams":{},"players":{},"tournaments":{}}\n"1":{}', 'expected JSON'],
    ['a faulty row', '{"teams":{\n"1":{}\n},"players":{},"tournaments":{}}', 'details.json $.teams.1.record: expected'],
  ])('parseDetails refuses details with %s', async (_, text, message) => {
    const fault = await refused(() => parseDetails(text))
    expect([fault.code, fault.message]).toEqual(['artifact_invalid', expect.stringContaining(message)])
  })
})
