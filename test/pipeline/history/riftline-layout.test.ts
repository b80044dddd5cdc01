import { describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import { marketRow, oddsRow, type Row, riftlineTables, toNoside, writeTables } from '../../support/history.ts'

describe('the riftline layout', () => {
  it('every series has its games in order of play', async () => {
    const history = await readHistory(await writeTables(riftlineTables()))
    expect(history.skipped).toEqual([])
    expect(history.series.map(({ games }) => games.length)).toEqual([2, 3, 3, 4, 5, 1, 1, 1, 2, 2, 2])
    expect(history.games).toBe(26)
    for (const { games, id, bestOf } of history.series) {
      expect(games.map(({ gameNumber }) => gameNumber)).toEqual(games.map((_, index) => index + 1))
      for (const game of games) expect(game).toMatchObject({ seriesId: id, bestOf, sidesKnown: true })
    }
  })

  it('a row of games.csv gives every field of a game', async () => {
    const { series } = await readHistory(await writeTables(riftlineTables()))
    expect(series[0]?.games[0]).toMatchObject({
      id: 'INVENTED-1-1',
      startMs: Date.UTC(2031, 0, 10, 15),
      gameNumber: 1,
      tournamentId: 1,
      league: 'INV',
      patch: '31.01',
      winner: 0,
      firsts: { blood: 0, tower: 0, dragon: 0, baron: 1 },
    })
    const [blue] = series[0]!.games[0]!.sides
    expect(blue).toMatchObject({ teamId: 1, playerIds: [1, 2, 3, 4, 5], towers: 9, dragons: 3, barons: 1 })
    expect(blue.champions[0]).toBe('Hero 6')
  })

  it('published season averages are read when they name a known team or player', async () => {
    const season = { season: '2030', games: '40', kills_avg: '3.4', deaths_avg: '2.5' }
    const history = await readHistory(
      await writeTables({
        ...riftlineTables(),
        team_seasons: [
          { ...season, team_id: '1', dragons_avg: '2.4' },
          { ...season, team_id: '', dragons_avg: '' },
        ],
        player_seasons: [
          { ...season, player_id: '1', assists_avg: '7.1', team_ids: '1' },
          { ...season, player_id: '2', assists_avg: '7.1', team_ids: '1|2' },
          { ...season, player_id: '', assists_avg: '7.1', team_ids: '' },
          { ...season, player_id: '3', assists_avg: '', team_ids: '' },
          { ...season, player_id: '4', assists_avg: '7.1', team_ids: '', season: 'last' },
        ],
      }),
    )
    const means = { season: 2030, games: 40, kills: 3.4, deaths: 2.5 }
    expect(history.teamSeasons).toEqual([{ ...means, teamId: 1, dragons: 2.4, barons: null }])
    expect(history.playerSeasons).toEqual([
      { ...means, playerId: 1, teamId: 1, assists: 7.1 },
      { ...means, playerId: 2, teamId: null, assists: 7.1 },
    ])
    expect(history.skipped).toMatchObject([{ file: 'player_seasons.csv', line: 6 }])
  })

  it('gzipped and plain files give the same history', async () => {
    const plain = await readHistory(await writeTables(riftlineTables()))
    const packed = await readHistory(await writeTables(riftlineTables(), { gzip: true }))
    expect(packed).toEqual(plain)
  })

  it('a history needs only games and series', async () => {
    const { games, series } = riftlineTables()
    const history = await readHistory(await writeTables({ games: games!, series: series! }))
    expect(history.games).toBe(26)
    expect(history.skipped).toEqual([])
    expect([history.teams, history.players, history.champions, history.tournaments]).toEqual([[], [], [], []])
  })

  it('the series file decides the winner and completeness of a series', async () => {
    const tables = riftlineTables()
    Object.assign(tables.series![0]!, { winner_team_id: '', complete: '0' })
    const { series } = await readHistory(await writeTables(tables))
    expect(series[0]).toMatchObject({ winnerTeamId: null, complete: false })
    expect(series[8]).toMatchObject({ bestOf: 2, winnerTeamId: null, complete: true })
  })

  it('a series without games is kept', async () => {
    const tables = riftlineTables()
    tables.games = tables.games!.filter((row) => row.series_id !== '3')
    delete tables.player_games
    const { series } = await readHistory(await writeTables(tables))
    expect(series.find(({ id }) => id === 3)?.games).toEqual([])
  })

  it('series are sorted by start, then id, and games by number, whatever the order of rows', async () => {
    const tables = riftlineTables()
    const sorted = await readHistory(await writeTables(tables))
    tables.series!.reverse()
    tables.games!.reverse()
    const { series } = await readHistory(await writeTables(tables))
    expect(series).toEqual(sorted.series)
    tables.series!.find((row) => row.series_id === '2')!.start_utc = '2031-01-10T15:00:00'
    const tied = await readHistory(await writeTables(tables))
    expect(tied.series.slice(0, 2).map(({ id }) => id)).toEqual([1, 2])
  })

  it('a day without a time is read as a date', async () => {
    const tables = riftlineTables()
    tables.series![0]!.start_utc = '2031-01-10'
    tables.games![0]!.date_utc = '2031-01-10'
    const { series } = await readHistory(await writeTables(tables))
    expect([series[0]?.startMs, series[0]?.games[0]?.startMs]).toEqual([Date.UTC(2031, 0, 10), Date.UTC(2031, 0, 10)])
  })

  it('a side without totals has the sums of its five player lines, and unknown ones if a line lacks the value', async () => {
    const tables = riftlineTables()
    const row = tables.games![0]!
    const totals = ['gold', 'cs', 'kills', 'deaths', 'assists'] as const
    const stated = await readHistory(await writeTables(tables))
    for (const total of totals) row[`blue_${total}`] = ''
    const filled = await readHistory(await writeTables(tables))
    expect(filled.series[0]?.games[0]?.sides).toEqual(stated.series[0]?.games[0]?.sides)
    tables.player_games!.shift()
    const short = await readHistory(await writeTables(tables))
    expect(totals.map((total) => short.series[0]?.games[0]?.sides[0][total])).toEqual([null, null, null, null, null])
  })

  it('empty cells are unknown values', async () => {
    const tables = riftlineTables()
    const row = tables.games![0]!
    for (const column of [
      'patch',
      'tournament_id',
      'length_s',
      'blue_towers',
      'blue_mid',
      'red_sup_player',
      'first_blood',
    ]) {
      row[column] = ''
    }
    const { series } = await readHistory(await writeTables(tables))
    const game = series[0]!.games[0]!
    expect(game).toMatchObject({ patch: null, tournamentId: null, lengthSeconds: null })
    expect(game.sides[0]).toMatchObject({ towers: null })
    expect(game.sides[0].champions[2]).toBeNull()
    expect(game.sides[1].playerIds[4]).toBeNull()
    expect('blood' in game.firsts).toBe(false)
  })

  it('games without sides list the teams in the order of the series row', async () => {
    const tables = riftlineTables()
    const moved = tables.games!.splice(0, 2).map(toNoside)
    delete tables.player_games
    // The teams are written in the opposite order of the series row.
    const [first] = moved
    Object.assign(first!, { team1_id: first!.team2_id, team2_id: first!.team1_id })
    tables.games_noside = moved
    const { series, skipped, games } = await readHistory(await writeTables(tables))
    expect(skipped).toEqual([])
    expect(games).toBe(26)
    const { team1Id, team2Id, games: ofSeries } = series[0]!
    for (const game of ofSeries) {
      expect(game.sidesKnown).toBe(false)
      expect(game.sides.map(({ teamId }) => teamId)).toEqual([team1Id, team2Id])
      expect(game.sides[game.winner].teamId).toBe(1)
      expect(game.sides[0].champions).toEqual([null, null, null, null, null])
    }
  })

  it('lists are split at the vertical bar, and names keep commas, quotes and line feeds', async () => {
    const tables = riftlineTables()
    tables.teams![1]!.name = 'Bears, "the\nsecond"'
    const { teams } = await readHistory(await writeTables(tables))
    expect(teams[0]?.aliases).toEqual(['Amber Foxes Club', 'Old Amber Foxes'])
    expect(teams[1]?.name).toBe('Bears, "the\nsecond"')
  })

  it('prices on the series winner from before the start are kept, in the team order of the series row', async () => {
    const tables = riftlineTables()
    const [first, second] = tables.series!
    tables.odds = [
      oddsRow(first!),
      oddsRow(first!, { market: 'map1' }),
      oddsRow(first!, { captured_precision: 'day' }),
      oddsRow(first!, { captured_at_utc: first!.start_utc! }),
      oddsRow(first!, { series_id: '' }),
      oddsRow(second!, { team1_id: second!.team2_id!, team2_id: second!.team1_id! }),
    ]
    const { odds, skipped } = await readHistory(await writeTables(tables))
    expect(skipped).toEqual([])
    expect(odds).toEqual([
      {
        seriesId: 1,
        book: 'Invented Book',
        capturedMs: Date.UTC(2031, 0, 10, 14),
        startMs: Date.UTC(2031, 0, 10, 15),
        team1Id: 1,
        team2Id: 2,
        decimalOdds1: 1.5,
        decimalOdds2: 2.6,
      },
      expect.objectContaining({ seriesId: 2, team1Id: 4, team2Id: 3, decimalOdds1: 2.6, decimalOdds2: 1.5 }),
    ])
  })

  it('prices on maps, handicaps and totals from before the start are kept, with handicaps seen from team 1', async () => {
    const tables = riftlineTables()
    const [first, second] = tables.series!
    const turned = { team1_id: second!.team2_id!, team2_id: second!.team1_id! }
    tables.odds = [
      oddsRow(first!),
      oddsRow(first!, { market: 'map1' }),
      oddsRow(second!, { market: 'map3', ...turned }),
      oddsRow(first!, { market: 'map6' }),
      oddsRow(first!, { market: 'map2', captured_at_utc: first!.start_utc! }),
      oddsRow(first!, { market: 'map2', series_id: '' }),
      oddsRow(first!, { market: 'map2', captured_precision: 'hour' }),
    ]
    tables.odds_other_markets = [
      marketRow(first!, 'handicap', { line: '-1.5' }),
      marketRow(second!, 'handicap', { line: '+1.5', ...turned }),
      marketRow(second!, 'totalMaps', { line: '3.5', ...turned }),
      marketRow(first!, 'handicap', { line: '7.5', stat: 'kills' }),
      marketRow(first!, 'handicap', { line: '1.5', scope: 'map1' }),
      marketRow(first!, 'firstBlood', { line: '', selection: 'team1/team2' }),
      marketRow(first!, 'totalMaps', { line: '2.5', series_id: '' }),
    ]
    const { odds, marketOdds, skipped } = await readHistory(await writeTables(tables))
    expect(skipped).toEqual([])
    expect(odds).toHaveLength(1)
    const capturedMs = Date.UTC(2031, 0, 10, 14)
    const price = { seriesId: 1, book: 'Invented Book', capturedMs, decimalOdds1: 1.5, decimalOdds2: 2.6 }
    const other = { ...price, seriesId: 2, capturedMs: expect.any(Number) }
    expect(marketOdds).toEqual([
      { ...price, market: 'mapWinner', line: 1 },
      { ...other, market: 'mapWinner', line: 3, decimalOdds1: 2.6, decimalOdds2: 1.5 },
      { ...price, market: 'handicap', line: -1.5 },
      { ...other, market: 'handicap', line: -1.5, decimalOdds1: 2.6, decimalOdds2: 1.5 },
      { ...other, market: 'totalMaps', line: 3.5 },
    ])
  })

  it('a price with a day but no time counts when that whole day is before the start', async () => {
    const tables = riftlineTables()
    const [first] = tables.series!
    const onDay = (captured_at_utc: string, start_utc = first!.start_utc!): Row =>
      oddsRow(first!, { market: 'map1', captured_precision: 'day', captured_at_utc, start_utc })
    tables.odds = [onDay('2031-01-09'), onDay('2031-01-10'), onDay('2031-01-09T18:00:00', '2031-01-10T00:00:00')]
    const { marketOdds, skipped } = await readHistory(await writeTables(tables))
    expect(skipped).toEqual([])
    const lastMs = Date.UTC(2031, 0, 10) - 1
    expect(marketOdds!.map(({ capturedMs }) => capturedMs)).toEqual([lastMs, lastMs])
  })

  it('the player line of an unknown player is left out', async () => {
    const tables = riftlineTables()
    tables.player_games![0]!.player_id = ''
    const { playerGames, skipped } = await readHistory(await writeTables(tables))
    expect(playerGames).toHaveLength(259)
    expect(skipped).toEqual([])
  })

  it('readHistory reports its progress at the end of every file', async () => {
    const seen: string[] = []
    const directory = await writeTables(riftlineTables())
    await readHistory(directory, { onProgress: ({ stage, file, rows }) => seen.push(`${stage} ${file} ${rows}`) })
    expect(seen.slice(0, 3)).toEqual(['read series.csv 11', 'read games.csv 26', 'read player_games.csv 260'])
  })
})
