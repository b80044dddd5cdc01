import { expect, it } from 'vitest'
import { gamesQuery, playersQuery, seriesQuery } from '#sources/leaguepedia/cargo.ts'
import { collect } from '#sources/leaguepedia/read-leaguepedia.ts'
import { answerCargo, type CargoCells, type CargoTables } from '../../support/sources/cargo-tables.ts'
import { leaguepediaTables } from '../../support/sources/leaguepedia-tables.ts'
import { afterTheLeague, statedLeague } from '../../support/sources/stated-league.ts'

const nowMs = Date.parse(afterTheLeague)

/** Reads the invented league after a change of its tables. */
function read(change: (tables: Tables) => void): ReturnType<typeof collect> {
  const tables = leaguepediaTables(statedLeague())
  change(tables as Tables)
  const rows = (query: typeof gamesQuery): CargoCells[] => {
    const [time = ''] = query.order
    const where = `${time} >= '2000'`
    const { tables: from, joinOn, fields, order } = query
    const parameters = {
      tables: from,
      join_on: joinOn,
      fields: String(fields),
      where,
      order_by: String(order),
      limit: '500',
    }
    return answerCargo(tables, new URLSearchParams(parameters)).map(({ title }) => title)
  }
  return collect([{ series: rows(seriesQuery), games: rows(gamesQuery), players: rows(playersQuery) }], nowMs)
}

type Table = 'ScoreboardGames' | 'ScoreboardPlayers' | 'MatchSchedule' | 'Leagues' | 'Tournaments' | 'PlayerRedirects'
type Tables = CargoTables & Record<Table, [CargoCells, ...CargoCells[]]>

/** Changes the first row of a table. */
function inFirst(table: Table, cells: CargoCells): (tables: Tables) => void {
  return (tables) => void Object.assign(tables[table][0], cells)
}

const whole = read(() => {})
const matchId = whole.series[0]!.id

it('a game without a winner is left out', () => {
  const { games, skipped } = read(inFirst('ScoreboardGames', { Winner: null }))
  expect(games).toEqual(whole.games.slice(1))
  expect(skipped).toEqual([{ what: `game ${matchId}_1`, why: 'no_winner' }])
})

it('a game with a winner but a date in the future is left out, with a series that has no other game', () => {
  const { games, series, skipped } = read(({ ScoreboardGames, MatchSchedule }) => {
    for (const game of ScoreboardGames.slice(0, 2)) game.DateTime_UTC = '2031-01-26 15:00:00'
    ScoreboardGames[2]!.DateTime_UTC = '2031-01-26 15:00:00'
    for (const row of MatchSchedule.slice(0, 2)) row.DateTime_UTC = '2031-01-26 15:00:00'
  })
  const [first, second] = whole.series.map(({ id }) => id)
  expect(games).toEqual(whole.games.slice(3))
  expect(games[0]?.seriesId).toBe(second)
  expect(series.map(({ id }) => id).sort()).toEqual(
    whole.series
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  )
  expect(skipped.every(({ why }) => why === 'completed_before_start')).toBe(true)
  expect(skipped.map(({ what }) => what)).toEqual([
    `game ${first}_1`,
    `game ${first}_2`,
    `game ${second}_1`,
    `series ${first}`,
  ])
})

it('Team1 of a game is the blue side, Team1 of a series is only listed first', () => {
  const [blue] = whole.games[1]!.sides
  expect(blue.team.name).toBe('Basalt Bears')
  expect(whole.series[0]?.teams[0].name).toBe('Amber Foxes')
  expect(whole.games[1]?.winner).toBe(1)
  expect(whole.series[0]?.winner).toBe(0)
})

it("a game without a platform id is identified by the wiki's own id", () => {
  const { games } = read(({ ScoreboardGames: [game] }) => {
    game.RiotPlatformGameId = ''
    game.GameId = 'Invented/2031: Spring_1_1'
    game.N_GameInMatch = null
  })
  expect(games[0]).toMatchObject({ id: 'lp_Invented_2031_ Spring_1_1', hasPlatformId: false, gameNumber: 1 })
})

it('the later of two scoreboards of one game is used', () => {
  const { games, skipped } = read(({ ScoreboardGames }) => {
    ScoreboardGames.push({ ...ScoreboardGames[0], RiotPlatformGameId: 'REMADE', DateTime_UTC: '2031-01-10 15:30:00' })
  })
  expect(games.filter(({ seriesId }) => seriesId === matchId).map(({ id }) => id)).toEqual(['REMADE', 'INVENTED-1-2'])
  expect(skipped).toEqual([{ what: 'game INVENTED-1-1', why: 'remake' }])
})

it('a repeated row counts once', () => {
  const { games, skipped } = read(({ ScoreboardGames, MatchSchedule }) => {
    ScoreboardGames.push({ ...ScoreboardGames[0] })
    MatchSchedule.push({ ...MatchSchedule[0] })
  })
  expect(games).toEqual(whole.games)
  expect(skipped.map(({ why }) => why)).toEqual(['duplicate', 'duplicate'])
})

it('a nullified series is left out with its games', () => {
  const { games, series, skipped } = read(inFirst('MatchSchedule', { IsNullified: '1' }))
  expect(series).toEqual(whole.series.slice(1))
  expect(games).toEqual(whole.games.slice(2))
  expect(skipped).toEqual([
    { what: `series ${matchId}`, why: 'nullified' },
    { what: `game ${matchId}_1`, why: 'nullified' },
    { what: `game ${matchId}_2`, why: 'nullified' },
  ])
})

it('the maps of a forfeited series count, its winner does not', () => {
  const { games, series, skipped } = read(({ MatchSchedule: [first] }) => {
    first.FF = '2'
    first.Team2Score = '-1'
  })
  expect(games).toEqual(whole.games)
  expect(series[0]).toMatchObject({ state: 'ended', winner: null, score: null, forfeit: true })
  expect(skipped).toEqual([{ what: `series ${matchId}`, why: 'forfeit' }])
})

it('an advantage is stated beside the score', () => {
  const { series } = read(inFirst('MatchSchedule', { Team1Advantage: '1' }))
  expect(series[0]).toMatchObject({ advantage: [1, 0], score: [2, 0] })
})

it('a series without a result is running after its start and upcoming before', () => {
  const { series } = read(({ MatchSchedule: [first, second] }) => {
    first.Winner = null
    Object.assign(second!, { Winner: '', DateTime_UTC: '2031-02-01 12:00:00' })
  })
  expect(series.map(({ state }) => state).slice(0, 2)).toEqual(['running', 'ended'])
  expect(series.at(-1)).toMatchObject({ state: 'upcoming', scheduledMs: Date.UTC(2031, 1, 1, 12) })
})

it('a series that waits for a team is left out', () => {
  for (const team of ['TBD', 'Bye', '', null]) {
    const { series, skipped } = read(inFirst('MatchSchedule', { Team2: team }))
    expect(series).toEqual(whole.series.slice(1))
    expect(skipped).toEqual([])
  }
})

it('a seat comes from the number of the role, else its name, and never from the order of rows', () => {
  const byName = read(({ ScoreboardPlayers }) => {
    for (const row of ScoreboardPlayers) row.Role_Number = null
    ScoreboardPlayers.reverse()
  })
  expect(byName.games).toEqual(whole.games)
  const byNumber = read(({ ScoreboardPlayers }) => {
    for (const row of ScoreboardPlayers) row.Role = 'Coach'
  })
  expect(byNumber.games).toEqual(whole.games)
})

it('a side without one player in each of five seats has no line-up; the other side keeps its own', () => {
  for (const change of [{ Role_Number: '2', Role: 'Jungle' }, { Side: '' }, { Role_Number: null, Role: 'Sub' }]) {
    const { games } = read(({ ScoreboardPlayers: [first] }) => {
      Object.assign(first, change)
    })
    expect(games[0]?.sides.map(({ seats }) => seats?.length ?? null)).toEqual([null, 5])
    expect(games[0]?.sides[0]).toMatchObject({ cs: null, deaths: null, kills: whole.games[0]?.sides[0].kills })
  }
})

it('a side with a sixth player has no line-up', () => {
  const { games } = read(({ ScoreboardPlayers }) => {
    ScoreboardPlayers.push({ ...ScoreboardPlayers[0], Link: 'Amber Foxes substitute' })
  })
  expect(games[0]?.sides.map(({ seats }) => seats?.length ?? null)).toEqual([null, 5])
})

it('a player without a known page is named by the link', () => {
  const { games } = read(({ PlayerRedirects }) => void PlayerRedirects.splice(0))
  expect(games[0]?.sides[0].seats?.[0]?.player).toEqual({
    name: 'Amber Foxes top',
    sourceId: 'leaguepedia:Amber Foxes top',
  })
})

it('games and series of a league that the wiki does not list are left out as league_unknown', () => {
  const { games, series, skipped } = read(inFirst('Leagues', { League: 'another' }))
  expect(games.some(({ league }) => league === 'INV')).toBe(false)
  expect(series.some(({ league }) => league === 'INV')).toBe(false)
  expect(new Set(skipped.map(({ why }) => why))).toEqual(new Set(['league_unknown']))
})

it('a row with a bad value is skipped and named', () => {
  const { games, series, skipped } = read(
    ({ ScoreboardGames: [game], MatchSchedule: [, second], ScoreboardPlayers }) => {
      game.Team1Gold = 'much'
      second!.DateTime_UTC = '2031-02-30 12:00:00'
      ScoreboardPlayers.at(-1)!.Kills = '-3'
    },
  )
  expect(games).toHaveLength(whole.games.length - 1)
  expect(series).toHaveLength(whole.series.length - 1)
  expect(skipped.map(({ what, why }) => [what.slice(what.indexOf(': ') + 2), why])).toEqual([
    ['DateTime UTC: expected a time YYYY-MM-DD hh:mm:ss, got "2031-02-30 12:00:00"', 'bad_row'],
    ['Kills: expected a number from 0 to 200, got "-3"', 'bad_row'],
    ['Team1Gold: expected a number from 0 to 500000, got "much"', 'bad_row'],
  ])
})

it('names are decoded from HTML entities', () => {
  const { games } = read(inFirst('ScoreboardPlayers', { Champion: 'Nunu &amp; Willump&#039;s' }))
  expect(games[0]?.sides[0].seats?.[0]?.champion).toBe("Nunu & Willump's")
})

it('bans exclude None and blank entries', () => {
  const { games } = read(inFirst('ScoreboardGames', { Team1Bans: 'Hero 1,None,, Hero 2' }))
  expect(games[0]?.sides[0].bans).toEqual(['Hero 1', 'Hero 2'])
})

it("a person's name leaves out the real name in the title of their page, and the source id keeps it", () => {
  const { games } = read(({ ScoreboardPlayers: [player], PlayerRedirects }) => {
    player.Link = 'Kestrel (Ada Byron)'
    PlayerRedirects.push({ AllName: 'Kestrel (Ada Byron)', OverviewPage: 'Kestrel (Ada Byron)' })
  })
  const people = games.flatMap(({ sides }) => sides.flatMap(({ seats }) => seats?.map(({ player }) => player) ?? []))
  expect(people).toContainEqual({ name: 'Kestrel', sourceId: 'leaguepedia:Kestrel (Ada Byron)' })
})

it('a row whose toString is no function is skipped like any bad row', () => {
  const row = JSON.parse('{"LeagueShort":"LCK","GameId":{"toString":null},"MatchId":{"toString":null}}')
  const { skipped } = collect([{ series: [row], games: [row], players: [row] }], nowMs)
  expect(skipped.map(({ what, why }) => [what.slice(0, what.indexOf(':')), why])).toEqual([
    ['series without a name', 'bad_row'],
    ['player of without a name', 'bad_row'],
    ['game without a name', 'bad_row'],
  ])
})
