/** A Cargo query: which columns of which tables, within a span of the time that `order` begins with. */
export interface CargoQuery {
  /** For messages. */
  readonly name: string
  readonly tables: string
  readonly joinOn: string
  readonly fields: readonly string[]
  readonly order: readonly string[]
}

const sides = ['Team1', 'Team2']
const totals = ['Bans', 'Kills', 'Gold', 'Towers', 'Dragons', 'Barons']
const of = (table: string, ...columns: readonly string[]): readonly string[] => columns.map((c) => `${table}.${c}`)

export const gamesQuery: CargoQuery = {
  name: 'games',
  tables: 'ScoreboardGames=SG,Tournaments=T,Leagues=L',
  joinOn: 'SG.OverviewPage=T.OverviewPage,T.League=L.League',
  fields: [
    ...of('SG', 'GameId', 'MatchId', 'RiotPlatformGameId', 'OverviewPage', 'DateTime_UTC', 'N_GameInMatch'),
    ...of('SG', 'Team1', 'Team2', 'Winner', 'Gamelength_Number', 'Patch'),
    ...of('SG', ...sides.flatMap((side) => totals.map((total) => side + total))),
    ...['T.Name=Tournament', 'T.Year=Season', 'T.IsPlayoffs', 'L.League_Short=LeagueShort', 'L.Region=Region'],
  ],
  order: ['SG.DateTime_UTC', 'SG.GameId'],
}

export const playersQuery: CargoQuery = {
  name: 'players',
  tables: 'ScoreboardPlayers=SP,PlayerRedirects=PR',
  joinOn: 'SP.Link=PR.AllName',
  fields: [
    ...of('SP', 'GameId', 'Link', 'Side', 'Role', 'Champion', 'Kills', 'Deaths', 'Assists', 'Gold', 'CS'),
    ...['SP.Role_Number=RoleNumber', 'PR.OverviewPage=PlayerPage'],
  ],
  order: ['SP.DateTime_UTC', 'SP.GameId', 'SP.Link'],
}

export const seriesQuery: CargoQuery = {
  name: 'series',
  tables: 'MatchSchedule=MS,TeamRedirects=TRA,TeamRedirects=TRB,Tournaments=T,Leagues=L',
  joinOn: 'MS.Team1=TRA.AllName,MS.Team2=TRB.AllName,MS.OverviewPage=T.OverviewPage,T.League=L.League',
  fields: [
    ...of('MS', 'MatchId', 'DateTime_UTC', 'Team1', 'Team2', 'BestOf', 'Winner', 'Team1Score', 'Team2Score'),
    ...of('MS', 'FF', 'IsNullified', 'Team1Advantage', 'Team2Advantage'),
    ...['TRA._pageName=Team1Page', 'TRB._pageName=Team2Page', 'T.Name=Tournament', 'L.League_Short=LeagueShort'],
  ],
  order: ['MS.DateTime_UTC', 'MS.MatchId'],
}

/** The key under which a field comes back: its alias, else its column; blanks stand for `_`. */
export function keyOf(field: string): string {
  const [column = '', alias] = field.split('=')
  return (alias ?? column.slice(column.indexOf('.') + 1)).replaceAll('_', ' ')
}
