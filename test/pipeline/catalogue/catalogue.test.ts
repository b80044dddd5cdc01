import { type CatalogueLeague, parseDetails, writeDetails } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { type BuiltCatalogue, buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import { parseRecent } from '#pipeline/catalogue/recent.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import type { History } from '#pipeline/history/types.ts'
import { noNames } from '#pipeline/names/names.ts'
import { amount } from '../../support/amount.ts'
import { riftlineTables, type Tables, writeTables } from '../../support/history.ts'

const endMs = Date.UTC(2031, 0, 31)
const dayMs = 86_400_000
const lastGameUtc = '2031-01-18T15:50:00'

async function readTables(change: (tables: Tables) => void = () => {}): Promise<History> {
  const tables = { ...riftlineTables(), ...seasonTables }
  change(tables)
  return readHistory(await writeTables(tables))
}

/** Removes every table that a continuation can do without. */
const bare = (tables: Tables): void => {
  for (const name of Object.keys(tables)) if (name !== 'games' && name !== 'series') delete tables[name]
}

const season = { season: '2031', games: '12', kills_avg: '14.3', deaths_avg: '11.7' }
const seasonTables: Tables = {
  team_seasons: [{ ...season, team_id: '1', dragons_avg: '2.41', barons_avg: '' }],
  player_seasons: [{ ...season, player_id: '3', assists_avg: '7.9', team_ids: '1' }],
}

/** Writes a catalogue to file contents and parses them again. */
const throughFiles = ({ catalogue, details, recent }: BuiltCatalogue): BuiltCatalogue => ({
  catalogue,
  details: parseDetails(writeDetails(details)),
  recent: parseRecent('recent.json', JSON.stringify(recent)),
})

describe('buildCatalogue', () => {
  it('the catalogue keeps every listed row under its id of the history', async () => {
    const { catalogue } = buildCatalogue(await readTables(), { asOfMs: endMs })
    expect(catalogue.asOf).toBe('2031-01-31T00:00:00')
    expect(catalogue.teams[0]).toEqual({
      id: 1,
      name: 'Amber Foxes',
      aliases: ['AM', 'Amber Foxes Club', 'Old Amber Foxes'],
      commonNames: [],
      region: 'Nowhere',
      league: 'INV',
      logoUrl: null,
      lastGameUtc,
    })
    expect(catalogue.players[1]).toEqual({
      id: 2,
      name: 'Amber Foxes jng',
      aliases: [],
      role: 'JUNGLE',
      teamId: 1,
      lastTeamId: 1,
      lastGameUtc,
    })
    expect(catalogue.champions[23]).toEqual({
      id: 24,
      name: 'Hero 24',
      aliases: [],
      imageUrl: 'https://img.example.org/24.png',
    })
    expect(catalogue.tournaments[0]).toEqual({
      id: 1,
      name: 'INV 2031 Spring',
      league: 'INV',
      leagueName: 'INV',
      region: 'Nowhere',
      season: '2031',
      startUtc: '2031-01-10T15:00:00',
      endUtc: '2031-01-14T18:20:00',
    })
    expect([catalogue.teams.length, catalogue.players.length, catalogue.tournaments.length]).toEqual([4, 20, 3])
  })

  it('the catalogue keeps a listed team without games', async () => {
    const { catalogue } = buildCatalogue(
      await readTables(({ teams }) => teams!.push({ ...teams![0]!, team_id: '50', name: 'Ghosts' })),
      { asOfMs: endMs },
    )
    expect(catalogue.teams.at(-1)).toMatchObject({ id: 50, name: 'Ghosts', lastGameUtc: null })
  })

  it('the catalogue names unlisted teams and players by id and derives their other fields from the games', async () => {
    const { catalogue } = buildCatalogue(await readTables(bare), { asOfMs: endMs })
    expect(catalogue.teams[1]).toMatchObject({ id: 2, name: 'Team 2', aliases: [], region: null, league: 'TWO' })
    expect(catalogue.players[2]).toEqual({
      id: 3,
      name: 'Player 3',
      aliases: [],
      role: 'MID',
      teamId: 1,
      lastTeamId: 1,
      lastGameUtc,
    })
    expect(catalogue.tournaments[1]).toMatchObject({ id: 2, name: 'Tournament 2', league: 'ONE', region: null })
    expect(catalogue.champions).toEqual([])
  })

  it('the catalogue takes the region of an unlisted team from its tournaments', async () => {
    const { catalogue } = buildCatalogue(await readTables((tables) => delete tables.teams), { asOfMs: endMs })
    expect(catalogue.teams[0]).toMatchObject({ name: 'Team 1', region: 'Nowhere' })
  })
})

describe('the league of a team', () => {
  const listed = (code: string, kind: CatalogueLeague['kind']): CatalogueLeague => {
    return { code, name: code, tier: 1, kind, region: null, seasons: ['2031'], otherNames: [] }
  }
  const leagues = [listed('OLD', 'league'), listed('NEW', 'league'), listed('WORLD', 'international')]
  const names = { ...noNames, leagues: [...leagues, listed('CUP', 'cup')] }

  /** Returns the league of both teams after the given numbers of games, one game a day. */
  async function leagueAfter(...played: readonly (readonly [count: number, league: string])[]): Promise<string | null> {
    const tables = riftlineTables()
    bare(tables)
    const [series, game] = [tables.series![0]!, tables.games![0]!]
    const days = played
      .flatMap(([count, league]) => Array<string>(count).fill(league))
      .map((league, day) => {
        const start = new Date(Date.UTC(2031, 0, 1 + day, 15)).toISOString().slice(0, 19)
        return { series_id: String(day + 1), league, best_of: '1', start }
      })
    const won = { blue_team_id: '1', red_team_id: '2', blue_win: '1' }
    tables.games = days.map(({ start, ...day }) => {
      return { ...game, ...day, ...won, game_id: `game ${day.series_id}`, date_utc: start, game_no: '1' }
    })
    const score = { team1_id: '1', team2_id: '2', wins1: '1', wins2: '0', winner_team_id: '1' }
    tables.series = days.map(({ start, ...day }) => ({ ...series, ...day, ...score, start_utc: start }))
    const history = await readHistory(await writeTables(tables), { names })
    expect([history.games, history.skipped]).toEqual([days.length, []])
    const { catalogue } = buildCatalogue(history, { asOfMs: Date.UTC(2031, 11, 31) })
    const [league = null, ...others] = new Set(catalogue.teams.map((team) => team.league))
    expect(others).toEqual([])
    return league
  }

  it('the league of a team is the most frequent of its last nine games', async () => {
    expect(await leagueAfter([30, 'OLD'], [5, 'NEW'])).toBe('NEW')
    expect(await leagueAfter([30, 'OLD'], [4, 'NEW'])).toBe('OLD')
  })

  it('the league of a team ignores games of international events and cups', async () => {
    expect(await leagueAfter([30, 'OLD'], [5, 'NEW'], [9, 'WORLD'], [9, 'CUP'])).toBe('NEW')
    expect(await leagueAfter([3, 'WORLD'], [3, 'CUP'])).toBeNull()
  })

  it('the league of a team is the later one when two are equally frequent', async () => {
    expect(await leagueAfter([4, 'OLD'], [4, 'NEW'])).toBe('NEW')
    expect(await leagueAfter([4, 'NEW'], [4, 'OLD'])).toBe('OLD')
  })
})

describe('buildCatalogue from a continuation', () => {
  it('a continuation leaves rows unchanged that its history does not mention, and adds new ones', async () => {
    const first = buildCatalogue(await readTables(), { asOfMs: endMs })
    const history = await readTables((tables) => {
      bare(tables)
      tables.series = tables
        .series!.slice(0, 1)
        .map((row) => ({ ...row, start_utc: '2031-02-10T15:00:00', team2_id: '9', winner_team_id: '1' }))
      tables.games = tables
        .games!.slice(0, 1)
        .map((row) => ({ ...row, date_utc: '2031-02-10T15:00:00', red_team_id: '9' }))
    })
    const asOfMs = Date.UTC(2031, 1, 11)
    const { catalogue, details } = buildCatalogue(history, { asOfMs, previous: throughFiles(first) })
    expect(catalogue.teams.slice(1, 4)).toEqual(first.catalogue.teams.slice(1))
    expect(catalogue.teams[0]).toEqual({ ...first.catalogue.teams[0], lastGameUtc: '2031-02-10T15:00:00' })
    expect(catalogue.teams[4]).toMatchObject({ id: 9, name: 'Team 9', league: 'INV' })
    expect(catalogue.champions).toEqual(first.catalogue.champions)
    expect(details.teams[1]?.stats.games).toBe(first.details.teams[1]!.stats.games + 1)
    expect(details.teams[1]?.championPool[0]).toHaveProperty('champion.name')
  })

  it('a continuation keeps the former name of a renamed team as an alias', async () => {
    const first = buildCatalogue(await readTables(), { asOfMs: endMs })
    const renamed = await readTables(({ teams }) => Object.assign(teams![0]!, { name: 'Azure Foxes', aliases: '' }))
    const { catalogue } = buildCatalogue(renamed, { asOfMs: endMs, previous: first })
    expect(catalogue.teams[0]).toMatchObject({ name: 'Azure Foxes' })
    expect(catalogue.teams[0]?.aliases).toContain('Amber Foxes')
  })

  it('a continuation gives the same result as a build from the whole history, wherever the history is cut', async () => {
    const history = await readTables()
    const whole = buildCatalogue(history, { asOfMs: endMs })
    for (const { startMs } of history.series.filter((_, index) => index % amount(5, 1) === 0)) {
      const previous = throughFiles(buildCatalogue(history, { asOfMs: startMs }))
      expect(buildCatalogue(history, { asOfMs: endMs, previous })).toEqual(whole)
    }
  })

  it('a continuation drops the same games from the window, day by day, as a build from the whole history', async () => {
    const history = await readTables()
    const withoutPools = ({ details }: BuiltCatalogue): unknown =>
      JSON.parse(JSON.stringify(details, (key, value) => (key === 'championPool' ? undefined : value)))
    const previous = throughFiles(buildCatalogue(history, { asOfMs: endMs }))
    for (let day = 0; day < 14; day += amount(6, 1)) {
      const asOfMs = Date.UTC(2032, 0, 8, 12) + day * dayMs
      const updated = buildCatalogue(history, { asOfMs, previous })
      expect(withoutPools(updated)).toEqual(withoutPools(buildCatalogue(history, { asOfMs })))
    }
  })

  it('a continuation keeps the champion pools back to the first day of a month', async () => {
    const history = await readTables()
    const previous = buildCatalogue(history, { asOfMs: endMs })
    const pool = (asOfMs: number): unknown =>
      buildCatalogue(history, { asOfMs, previous }).details.teams[1]?.championPool
    expect(pool(Date.UTC(2032, 0, 14))).toEqual(previous.details.teams[1]?.championPool)
    expect(pool(Date.UTC(2032, 1, 14))).toEqual([])
  })

  it('a continuation does not count games again that the artifacts already include', async () => {
    const history = await readTables()
    const once = buildCatalogue(history, { asOfMs: endMs })
    expect(buildCatalogue(history, { asOfMs: endMs, previous: once })).toEqual(once)
  })

  it('a continuation is refused when its data date is before that of the artifacts', async () => {
    const history = await readTables()
    const previous = buildCatalogue(history, { asOfMs: endMs })
    expect(() => buildCatalogue(history, { asOfMs: endMs - 1, previous })).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringMatching(/^asOfMs: expected 2031-01-31/),
      }),
    )
  })

  it('a continuation keeps the leaders of a tournament that ended long ago and still counts its games', async () => {
    const history = await readTables()
    const first = buildCatalogue(history, { asOfMs: endMs })
    const later = buildCatalogue(history, { asOfMs: endMs + 200 * dayMs, previous: first })
    expect(later.recent.tournamentPlayers).toEqual([])
    const late = await readTables((tables) => {
      tables.series = tables.series!.slice(0, 1).map((row) => ({ ...row, start_utc: '2031-11-10T15:00:00' }))
      tables.games = tables.games!.slice(0, 1).map((row) => ({ ...row, date_utc: '2031-11-10T15:00:00' }))
      delete tables.player_games
    })
    const { details } = buildCatalogue(late, { asOfMs: endMs + 300 * dayMs, previous: later })
    expect(details.tournaments[1]).toMatchObject({ games: 18, leaders: first.details.tournaments[1]!.leaders })
    expect(first.details.tournaments[1]?.leaders.kda).toHaveLength(5)
  })
})
