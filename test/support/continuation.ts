import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An invented series of two teams of the committed artifacts, played after their data date. */
export interface InventedSeries {
  readonly id: number
  /** UTC start of its first game, as `YYYY-MM-DDTHH:mm:ss`; the further games follow hour by hour. */
  readonly start: string
  readonly teams: readonly [number, number]
  readonly league: string
  readonly bestOf: 1 | 3 | 5
  /** Winner of each game as an index into `teams`. */
  readonly winners: readonly (0 | 1)[]
  /** Whether sides are unknown, so that the games are in games_noside.csv. */
  readonly noSides?: boolean
  /** Decimal odds of `teams`, taken two hours before the start. */
  readonly odds?: readonly [number, number]
  /** Decimal odds of `teams` on the first map, taken at the same time. */
  readonly firstMapOdds?: readonly [number, number]
  /** Decimal odds on `teams[0]` with `line` maps added, and on the other team. */
  readonly handicap?: readonly [line: number, number, number]
}

const roles = ['top', 'jng', 'mid', 'bot', 'sup'] as const
const picks = ['Gnar', 'Vi', 'Ahri', 'Jinx', 'Thresh', 'Ornn', 'Sejuani', 'Orianna', 'Ezreal', 'Nautilus'] as const

const gameColumns = [
  ...['game_id', 'date_utc', 'date_precision', 'tournament_id', 'league', 'patch', 'playoffs', 'series_id', 'game_no'],
  ...['best_of', 'blue_team_id', 'red_team_id', 'blue_win'],
  ...roles.map((role) => `blue_${role}`),
  ...roles.map((role) => `red_${role}`),
  'length_s',
]
const nosideColumns = [
  ...['game_id', 'date_utc', 'date_precision', 'tournament_id', 'league', 'patch', 'playoffs', 'series_id', 'game_no'],
  ...['best_of', 'team1_id', 'team2_id', 'winner_team_id', 'source'],
]
const seriesColumns = [
  ...['series_id', 'start_utc', 'start_precision', 'tournament_id', 'league', 'playoffs', 'best_of', 'best_of_source'],
  ...['team1_id', 'team2_id', 'wins1', 'wins2', 'winner_team_id', 'winner_source', 'complete', 'games_in_data'],
  ...['sided_games', 'official_match_id'],
]

const oddsColumns = [
  ...['book', 'market', 'captured_at_utc', 'captured_precision', 'start_utc', 'team1_id', 'team2_id'],
  ...['decimal_odds1', 'decimal_odds2', 'series_id'],
]

const handicapColumns = [...oddsColumns, 'scope', 'stat', 'line', 'selection']

/** Writes a continuation folder with games, series and odds only, and returns its path. */
export async function writeContinuation(all: readonly InventedSeries[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-continuation-'))
  const table = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
    `${[columns, ...rows].map((row) => row.join(',')).join('\n')}\n`
  const sided = all.filter(({ noSides }) => noSides !== true)
  const others = all.filter(({ noSides }) => noSides === true)
  await writeFile(join(folder, 'series.csv'), table(seriesColumns, all.map(seriesRow)))
  await writeFile(join(folder, 'games.csv'), table(gameColumns, sided.flatMap(gameRows)))
  await writeFile(join(folder, 'games_noside.csv'), table(nosideColumns, others.flatMap(nosideRows)))
  await writeFile(join(folder, 'odds.csv'), table(oddsColumns, all.flatMap(oddsRows)))
  await writeFile(join(folder, 'odds_other_markets.csv'), table(handicapColumns, all.flatMap(handicapRows)))
  return folder
}

function seriesRow({ id, start, teams, league, bestOf, winners }: InventedSeries): readonly unknown[] {
  const wins = [0, 1].map((side) => winners.filter((winner) => winner === side).length)
  const decided = Math.max(...wins) >= Math.ceil(bestOf / 2)
  const winner = decided ? teams[wins[0]! > wins[1]! ? 0 : 1] : ''
  const n = winners.length
  const played = [...teams, ...wins, winner, decided ? 'games' : '', decided ? 1 : 0, n, n, '']
  return [id, start, 'second', '', league, 0, bestOf, 'official', ...played]
}

function gameRows({ id, start, teams, league, bestOf, winners }: InventedSeries): readonly (readonly unknown[])[] {
  return winners.map((winner, index) => [
    ...[`INV_${id}_${index + 1}`, hoursAfter(start, index), 'second', '', league, '16.05', 0, id, index + 1, bestOf],
    ...[...teams, winner === 0 ? 1 : 0, ...picks, 1800 + 60 * index],
  ])
}

function nosideRows({ id, start, teams, league, bestOf, winners }: InventedSeries): readonly (readonly unknown[])[] {
  return winners.map((winner, index) => [
    ...[`INV_${id}_${index + 1}`, hoursAfter(start, index), 'schedule', '', league, '', 0, id, index + 1, bestOf],
    ...[...teams, teams[winner], 'invented'],
  ])
}

function oddsRows({ odds, firstMapOdds, ...series }: InventedSeries): readonly (readonly unknown[])[] {
  return [...priceRows(series, 'series', odds), ...priceRows(series, 'map1', firstMapOdds)]
}

function handicapRows({ handicap, ...series }: InventedSeries): readonly (readonly unknown[])[] {
  if (handicap === undefined) return []
  const [line, ...odds] = handicap
  return priceRows(series, 'handicap', odds).map((row) => [
    ...[...row, 'series', 'maps', line, 'team1 +line / team2 -line'],
  ])
}

function priceRows(
  { id, start, teams }: InventedSeries,
  market: string,
  odds: readonly [number, number] | undefined,
): readonly (readonly unknown[])[] {
  if (odds === undefined) return []
  return [['Invented Book', market, hoursAfter(start, -2), 'second', start, ...teams, ...odds, id]]
}

function hoursAfter(start: string, hours: number): string {
  return new Date(Date.parse(`${start}Z`) + hours * 3_600_000).toISOString().slice(0, 19)
}
