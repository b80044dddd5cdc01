import { describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import type { SkippedRow } from '#pipeline/history/types.ts'
import { amount } from '../../support/amount.ts'
import {
  marketRow,
  oddsRow,
  type Row,
  riftlineTables,
  type Tables,
  toNoside,
  writeTables,
} from '../../support/history.ts'

type Change = Readonly<Record<string, string>>

async function skippedAfter(change: (tables: Tables) => void): Promise<readonly SkippedRow[]> {
  const tables = riftlineTables()
  delete tables.player_games
  tables.games_noside = tables.games!.splice(-2).map(toNoside)
  tables.odds = [oddsRow(tables.series![0]!), oddsRow(tables.series![1]!)]
  tables.odds_other_markets = tables.series!.slice(0, 2).map((row) => marketRow(row, 'handicap'))
  change(tables)
  const { skipped } = await readHistory(await writeTables(tables))
  return skipped
}

const changeRow =
  (table: string, change: Change) =>
  (tables: Tables): Row =>
    Object.assign(tables[table]![1]!, change)

// The last series is a best-of-2 that only games_noside has games of, so a bad row in these tables removes no game of it.
const cases: readonly (readonly [what: string, table: string, change: Change, reason: RegExp])[] = [
  ['a date in another shape', 'games', { date_utc: '11/01/2031' }, /^date_utc: expected a date .*"11\/01\/2031"/],
  ['a day that does not exist', 'games', { date_utc: '2031-02-29T10:00:00' }, /^date_utc: /],
  ['an hour that does not exist', 'games', { date_utc: '2031-02-20T24:00:00' }, /^date_utc: /],
  ['no date', 'games', { date_utc: '' }, /^date_utc: /],
  ['no game id', 'games', { game_id: '' }, /^game_id: expected a text/],
  ['a game id that was there before', 'games', { game_id: 'INVENTED-1-1' }, /^game_id: INVENTED-1-1 is there twice/],
  ['a team that plays itself', 'games', { red_team_id: '2', blue_team_id: '2' }, /^team: expected two different teams/],
  [
    'a team that is not of the series',
    'games',
    { red_team_id: '4' },
    /^series_id: series 1 is 1 against 2, the game 2 against 4/,
  ],
  [
    'a team id with a fraction',
    'games',
    { blue_team_id: '1.5' },
    /^blue_team_id: expected a positive integer, got "1.5"/,
  ],
  ['a team id that is a name', 'games', { blue_team_id: 'Foxes' }, /^blue_team_id: /],
  ['a negative team id', 'games', { blue_team_id: '-1' }, /^blue_team_id: /],
  ['a zero team id', 'games', { blue_team_id: '0' }, /^blue_team_id: /],
  ['no winner', 'games', { blue_win: '' }, /^blue_win: expected 0 or 1, got ""/],
  ['a winner that is no flag', 'games', { blue_win: 'blue' }, /^blue_win: expected 0 or 1/],
  ['a series that no row has', 'games', { series_id: '99' }, /^series_id: no sound series row has 99/],
  ['a best-of-4', 'games', { best_of: '4' }, /^best_of: expected 1, 2, 3 or 5, got "4"/],
  ['no number in the series', 'games', { game_no: '' }, /^game_no: /],
  ['a negative length', 'games', { length_s: '-1800' }, /^length_s: expected a number/],
  ['a length of days', 'games', { length_s: '180000' }, /^length_s: /],
  ['negative kills', 'games', { blue_kills: '-3' }, /^blue_kills: /],
  ['gold that is no number', 'games', { red_gold: '61k' }, /^red_gold: /],
  ['a player id that is a name', 'games', { blue_mid_player: 'Kestrel' }, /^blue_mid_player: /],
  ['a first objective of nobody', 'games', { first_tower: 'purple' }, /^first_tower: expected blue or red/],
  ['no league', 'games', { league: '' }, /^league: /],
  ['a winner who does not play', 'games_noside', { winner_team_id: '1' }, /^winner_team_id: expected 4 or 2, got "1"/],
  ['no winner without sides', 'games_noside', { winner_team_id: '' }, /^winner_team_id: /],
  ['a game of both files', 'games_noside', { game_id: 'INVENTED-1-1' }, /^game_id: .* is there twice/],
  ['a team row that was there before', 'teams', { team_id: '1' }, /^team_id: 1 is there twice/],
  ['a team without a name', 'teams', { name: ' ' }, /^name: /],
  ['a role that is none', 'players', { role: 'coach' }, /^role: expected top, jng, mid, bot, sup, got "coach"/],
  ['a champion id that is none', 'champions', { champion_id: 'x' }, /^champion_id: /],
  ['a tournament that begins never', 'tournaments', { start_utc: 'never' }, /^start_utc: /],
  ['odds of one', 'odds', { decimal_odds1: '1' }, /^decimal_odds1: /],
  ['odds of a series that no row has', 'odds', { series_id: '99' }, /^series_id: /],
  ['odds of other teams', 'odds', { team1_id: '1' }, /^series_id: series 2 is 4 against 3/],
  ['a map of other teams', 'odds', { market: 'map1', team1_id: '1' }, /^series_id: series 2 is 4 against 3/],
  ['a handicap of a series that no row has', 'odds_other_markets', { series_id: '99' }, /^series_id: /],
  ['a handicap of odds below one', 'odds_other_markets', { decimal_odds2: '0.5' }, /^decimal_odds2: /],
  [
    'a handicap without a line',
    'odds_other_markets',
    { line: '' },
    /^line: expected maps from -9.999 to 9.999, got ""/,
  ],
  ['a line that is no number', 'odds_other_markets', { line: '1e1' }, /^line: /],
  [
    'prices on nobody knows what',
    'odds_other_markets',
    { selection: 'team2/team1' },
    /^selection: expected team1 \+line \/ team2 -line, got "team2\/team1"/,
  ],
]

describe('bad rows', () => {
  it.each(cases.filter((_, index) => index % amount(6, 1) === 0))(
    'readHistory skips and reports %s',
    async (_, table, change, reason) => {
      const skipped = await skippedAfter(changeRow(table, change))
      expect(skipped).toEqual([{ file: `${table}.csv`, line: 3, reason: expect.stringMatching(reason) }])
    },
  )

  it.each([
    ['a date in another shape', { start_utc: 'soon' }, /^start_utc: /],
    ['two equal teams', { team1_id: '3', team2_id: '3' }, /^team2_id: expected two different teams, got 3 twice/],
    ['a best-of-7', { best_of: '7' }, /^best_of: /],
    ['a winner who does not play', { winner_team_id: '1' }, /^winner_team_id: expected 4, 3 or nothing, got "1"/],
    ['completeness that is no flag', { complete: 'yes' }, /^complete: /],
    ['a complete best-of-3 without a winner', { winner_team_id: '' }, /^winner_team_id: expected a winner/],
    ['an id that was there before', { series_id: '1' }, /^series_id: 1 is there twice/],
  ] as const)('a bad row of the series table removes the games of that series: %s', async (_, change, reason) => {
    const skipped = await skippedAfter((tables) => {
      delete tables.odds
      delete tables.odds_other_markets
      changeRow('series', change)(tables)
    })
    expect(skipped).toHaveLength(4)
    expect(skipped[0]).toEqual({ file: 'series.csv', line: 3, reason: expect.stringMatching(reason) })
    for (const { reason } of skipped.slice(1)) expect(reason).toBe('series_id: no sound series row has 2')
  })

  it.each([
    ['a game that no row has', { game_id: 'NOBODY' }, /^game_id: no sound game row has NOBODY/],
    ['a team that is not in the game', { team_id: '4' }, /^team_id: 4 does not play in INVENTED-1-1/],
    ['a second line of a player', { player_id: '1' }, /^player_id: 1 has two lines in INVENTED-1-1/],
    ['kills that are no number', { kills: 'many' }, /^kills: /],
  ] as const)('readHistory skips and reports a bad player row: %s', async (_, change, reason) => {
    const tables = riftlineTables()
    changeRow('player_games', change)(tables)
    const { skipped, playerGames } = await readHistory(await writeTables(tables))
    expect(skipped).toEqual([{ file: 'player_games.csv', line: 3, reason: expect.stringMatching(reason) }])
    expect(playerGames).toHaveLength(259)
  })

  it('the line number of a bad row counts line feeds inside quotes', async () => {
    const skipped = await skippedAfter((tables) => {
      tables.games![0]!.patch = '31\n01'
      changeRow('games', { blue_win: '2' })(tables)
    })
    expect(skipped).toMatchObject([{ file: 'games.csv', line: 4 }])
  })
})
