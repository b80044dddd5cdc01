import { expect, it } from 'vitest'
import { buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import { parseRecent } from '#pipeline/catalogue/recent.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import type { History } from '#pipeline/history/types.ts'
import { riftlineTables, type Tables, writeTables } from '../../support/history.ts'

const endMs = Date.UTC(2031, 0, 31)
const dayMs = 86_400_000

async function read(change: (tables: Tables) => void = () => {}): Promise<History> {
  const tables = riftlineTables()
  change(tables)
  return readHistory(await writeTables(tables))
}

it('a season lists the leagues, record and statistics of its games', async () => {
  const { details } = buildCatalogue(await read(), { asOfMs: endMs })
  const { seasons, stats, samples, record, winRate, coverage } = details.teams[1]!
  const season = { season: '2031', leagues: ['INV', 'TWO', 'ONE'], games: stats.games }
  expect(seasons).toEqual([{ ...season, record, winRate, coverage, stats, samples }])
  expect(details.players[1]?.seasons).toMatchObject([season])
})

it('a season takes its record from published averages that cover more games, and names this source', async () => {
  const published = (tables: Tables): void => {
    const means = { season: '2031', kills_avg: '4', deaths_avg: '2', assists_avg: '6', win_pct: '63.1' }
    tables.player_seasons = [{ ...means, player_id: '3', team_ids: '1', games: '187' }]
  }
  const { details } = buildCatalogue(await read(published), { asOfMs: endMs })
  const [season] = details.players[3]!.seasons
  expect(season).toMatchObject({ record: '118W - 69L', games: 187, coverage: null })
  expect(season?.samples.record).toEqual({ games: 187, from: 'season' })
  const { games, coverage, samples } = details.players[1]!.seasons[0]!
  expect(samples.record).toEqual({ games, from: 'games' })
  expect(coverage?.lineups).toBe(games)
})

it('coverage counts the games with a line-up, in a season and in the window alike', async () => {
  const whole = buildCatalogue(await read(), { asOfMs: endMs }).details
  const gaps = await read((tables) => {
    const without = tables.games!.filter(({ blue_team_id, red_team_id }) => [blue_team_id, red_team_id].includes('1'))
    for (const row of without.slice(0, 2)) {
      for (const column of Object.keys(row)) if (column.endsWith('_player')) row[column] = ''
    }
    const ids = new Set(without.slice(0, 2).map(({ game_id }) => game_id))
    tables.player_games = tables.player_games!.filter(({ game_id }) => !ids.has(game_id))
  })
  const { details } = buildCatalogue(gaps, { asOfMs: endMs })
  const { coverage: all } = whole.teams[1]!
  expect(all?.lineups).toBe(all?.teamGames)
  const coverage = { teamGames: all!.teamGames, lineups: all!.teamGames - 2 }
  const team = details.teams[1]!
  const player = details.players[1]!
  for (const spans of [team, player]) expect([spans.coverage, spans.seasons[0]?.coverage]).toEqual([coverage, coverage])
  expect(team.record).toBe(whole.teams[1]!.record)
  expect(player.seasons[0]?.games).toBe(coverage.lineups)
})

it('a game belongs to the season of its tournament, which may begin in the previous year', async () => {
  const next = (tables: Tables): void => {
    for (const row of tables.tournaments!) row.season = row.tournament_id === '1' ? '2032' : '2031'
  }
  const { details } = buildCatalogue(await read(next), { asOfMs: endMs })
  const { seasons, stats } = details.teams[1]!
  expect(seasons.map(({ season }) => season)).toEqual(['2032', '2031'])
  expect(seasons.reduce((sum, { games }) => sum + games, 0)).toBe(stats.games)
})

it('seasons stay after the window has passed their games, and their daily sums are dropped', async () => {
  const history = await read()
  const first = buildCatalogue(history, { asOfMs: endMs })
  const later = buildCatalogue(history, { asOfMs: endMs + 1000 * dayMs, previous: first })
  expect(later.details.teams[1]).toMatchObject({ record: '0W - 0L', seasons: first.details.teams[1]!.seasons })
  expect(later.details.players[1]).toMatchObject({ record: '0W - 0L', seasons: first.details.players[1]!.seasons })
  expect([later.recent.teamSeasons, later.recent.playerSeasons]).toEqual([[], []])
})

it('published averages fill the statistics of a season and a window that player lines do not state', async () => {
  const published = (tables: Tables): void => {
    delete tables.player_games
    tables.player_seasons = [
      {
        season: '2031',
        player_id: '3',
        team_ids: '1|2',
        games: '30',
        kills_avg: '4',
        deaths_avg: '2',
        assists_avg: '6',
      },
    ]
  }
  const { details } = buildCatalogue(await read(published), { asOfMs: endMs })
  const numbers = { stats: { kda: 5 }, samples: { kda: { games: 30, from: 'season' }, killParticipation: null } }
  expect(details.players[3]).toMatchObject({ ...numbers, seasons: [numbers] })
})

it('sums in an unknown form are refused, and the error names their place', () => {
  expect(() => parseRecent('recent.json', '{"version":4}')).toThrow(/recent\.json/)
})
