// Written from packages/server/openapi.json by npm run client-types; do not edit.

/** Id and current name. */
export interface Named {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Current name. */
  readonly name: string
}

/** Role of a player in a team. */
export type Role = 'TOP' | 'JUNGLE' | 'MID' | 'BOT' | 'SUPPORT'

/** A team that has played. */
export interface Team {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Current name of the team. */
  readonly name: string
  /** Region of the home league. Null if unknown. */
  readonly region: string | null
  /** Absolute URL of the logo, or of a placeholder if no logo is known. */
  readonly logoUrl: string
  /** Code of the home league. Null if unknown. */
  readonly league: string | null
  /** Code of the team on scoreboards. Null if unknown. */
  readonly code: string | null
  /** True if the last game is within 180 days before the data date. */
  readonly active: boolean
  /** Start of the last game. Null if unknown. Time in UTC, without a suffix. */
  readonly lastGameUtc: string | null
}

/** A person who has played. */
export interface Player {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Current name of the player. */
  readonly name: string
  /** Role of the player in the last ten games. Null if unknown. */
  readonly role: Role | null
  /** Current team. Null after 180 days without a game, or after eight line-ups without the player. */
  readonly team: Named | null
  /** Last team, even if the player has no team now. Null if unknown. */
  readonly lastTeam: Named | null
  /** True if the last game is within 180 days before the data date. */
  readonly active: boolean
  /** Start of the last game. Null if unknown. Time in UTC, without a suffix. */
  readonly lastGameUtc: string | null
}

/** A champion of the game. */
export interface Champion {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Name of the champion, as picks accept it. */
  readonly name: string
  /** Absolute URL of a picture. Null if there is no picture. */
  readonly imageUrl: string | null
}

/** One edition of a league or event. */
export interface Tournament {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Common name, with league, year and split. */
  readonly name: string
  /** Code of the league. */
  readonly league: string
  /** Common name of the league. */
  readonly leagueName: string
  /** Year of the season. The tournament may begin in the year before. Null if unknown. */
  readonly season: string | null
  /** Region of the league. Null for international leagues. */
  readonly region: string | null
  /** Start of the tournament. Null if unknown. Time in UTC, without a suffix. */
  readonly startUtc: string | null
  /** End of the tournament, or start of its last game so far. Null if neither is known. Time in UTC, without a suffix. */
  readonly endUtc: string | null
}

/** Teams, sorted by id. */
export interface TeamList extends List {
  /** Items, in the order that the operation states. */
  readonly teams: readonly Team[]
}

/** Players, sorted by id. */
export interface PlayerList extends List {
  /** Items, in the order that the operation states. */
  readonly players: readonly Player[]
}

/** Champions, sorted by id. */
export interface ChampionList extends List {
  /** Items, in the order that the operation states. */
  readonly champions: readonly Champion[]
}

/** Tournaments, sorted by id. */
export interface TournamentList extends List {
  /** Items, in the order that the operation states. */
  readonly tournaments: readonly Tournament[]
}

/** A series to come. */
export interface ScheduledSeries {
  /** Permanent id of the series, equal to `esportsMatchId` in odds. */
  readonly id: string
  /** Code of the league. */
  readonly league: string
  /** Common name of the league. */
  readonly leagueName: string
  /** Maximum number of maps: 1, 2, 3 or 5. Null if not announced. 1-5. */
  readonly bestOf: number | null
  /** Scheduled start of the series. Time in UTC, without a suffix. */
  readonly scheduledUtc: string
  /** Team that is named first. The sides are not known yet. */
  readonly team1: Named
  /** Team that is named second. */
  readonly team2: Named
}

/** Series that have not begun, by start. */
export interface Schedule extends List {
  /** Items, in the order that the operation states. */
  readonly schedule: readonly ScheduledSeries[]
}

/** A forecaster beside the market, on series with a price. */
export interface BesideMarket {
  /** Number of series with a price. */
  readonly n: number
  /** The market's log-loss on them. At least 0. */
  readonly logLoss: number
  /** Log-loss of the model of this row on them. At least 0. */
  readonly ourLogLoss: number
  /** `ourLogLoss` less `logLoss`. Above 0: the market was better. */
  readonly difference: number
  /** 95 % interval of `difference`: low, high. Null if the series are of fewer than 10 days. */
  readonly differenceInterval: readonly [number, number] | null
}

/** Scores of one forecaster on one group of series. */
export interface PerformanceRow {
  /** Forecaster: the consensus, a model, a rating system (elo, glicko2) or the market. */
  readonly model: 'consensus' | 'fasttree' | 'lightgbm' | 'pcasweep' | 'elo' | 'glicko2' | 'market'
  /** Code of the league. Null in rows of all leagues together. */
  readonly league: string | null
  /** Maximum number of maps. Null in rows of all formats together. */
  readonly bestOf: BestOf | null
  /** Number of series; for the market, of those with a price. */
  readonly n: number
  /** Mean log-loss; 0.6931 is a coin. Null below 20 series, as all scores. At least 0. */
  readonly logLoss: number | null
  /** 95 % interval of `logLoss`: low, high. Null if the series are of fewer than 10 days. */
  readonly logLossInterval: readonly [number, number] | null
  /** Share of series that the forecaster's favourite won, 0-1. A tie counts half. */
  readonly accuracy: number | null
  /** 95 % interval of `accuracy`: low, high. Null if the series are of fewer than 10 days. */
  readonly accuracyInterval: readonly [number, number] | null
  /** Mean squared error of the probability, 0-1. */
  readonly brier: number | null
  /** Mean distance between forecast and observed share in 10 bins of equally many series, 0-1. */
  readonly calibrationError: number | null
  /** The market on the same series. Null if fewer than 30 of them have a price, and in rows of the market. */
  readonly market: BesideMarket | null
}

/** Scores on the series of some days. */
export interface PerformanceWindow {
  /** `last30days`, `last90days`, `last365days`, a year such as `2026`, `all`, or `kept`: only forecasts that this server kept before the start. */
  readonly window: string
  /** First day of the window. Date in UTC, without a suffix. */
  readonly fromUtc: string
  /** Last day of the window, included. Date in UTC, without a suffix. */
  readonly toUtc: string
  /** All leagues and formats together, then each format, each league with at least 50 series, and their formats with as many. Within each group the market stands first where it was better than the consensus, else last. */
  readonly rows: readonly PerformanceRow[]
}

/** Head of the chain of kept forecasts. */
export interface KeptChain {
  /** Number of forecasts kept so far. */
  readonly lines: number
  /** SHA-256 of the last line, which has the hash of the line before it. Note it: no line up to it can be changed unseen. */
  readonly sha256: string
}

/** How good the forecasts were. */
export interface Performance {
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Head of the chain of forecasts that this server kept. Null while none is kept. */
  readonly chain: KeptChain | null
  /** Windows in time: the last 30, 90 and 365 days, each calendar year, all; then `kept`, once a series with a kept forecast has been graded. */
  readonly windows: readonly PerformanceWindow[]
}

/** Forecast of one model in a result. */
export interface ResultForecast {
  /** Model of the forecast. */
  readonly model: Model
  /** Raw probability that `team1` wins the series, 0-1. */
  readonly probability1: number
  /** Calibrated probability that `team1` wins the series, 0-1. */
  readonly calibratedProbability1: number
}

/** A finished series with its forecasts. */
export interface Result {
  /** Id of the series in the record, at least 1. */
  readonly id: number
  /** Code of the league. */
  readonly league: string
  /** Maximum number of maps: 1, 3 or 5. */
  readonly bestOf: BestOf
  /** Start of the first map. Time in UTC, without a suffix. */
  readonly startUtc: string
  /** First team. The order of the teams says nothing about sides. */
  readonly team1: Named
  /** Second team. */
  readonly team2: Named
  /** Maps that `team1` won. 0-3. */
  readonly wins1: number
  /** Maps that `team2` won. 0-3. */
  readonly wins2: number
  /** Team that won the series. */
  readonly winnerTeam: Named
  /** Forecasts made before the first map, without its picks and without market odds: three models and their consensus. */
  readonly forecasts: readonly [ResultForecast, ResultForecast, ResultForecast, ResultForecast]
  /** Last market price before the start. Null if none was captured. */
  readonly market: {
    /** Probability that `team1` wins by the last price before the start, without the margin. 0-1. */
    readonly probability1: number
    /** Capture of that price. Time in UTC, without a suffix. */
    readonly capturedAtUtc: string
  } | null
  /** True if this server kept the forecasts before the start, in a chain of hashes. False if they were computed from data before the start when artifacts were made. */
  readonly kept: boolean
}

/** Finished series, the latest first. */
export interface ResultPage {
  /** Number of series on the page. */
  readonly count: number
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Finished series, the latest start first. */
  readonly results: readonly Result[]
  /** Value of `cursor` for the next page. Null on the last page. */
  readonly nextCursor: string | null
}

/** Results of a team or player with a champion. */
export interface ChampionResults {
  /** Champion that was played. */
  readonly champion: Named
  /** Games played with the champion. */
  readonly games: number
  /** Games won with the champion. */
  readonly wins: number
  /** Percentage of games won with the champion, 0-100. */
  readonly winRate: number
  /** Kills plus assists, divided by deaths. Null if unknown. */
  readonly kda: number | null
  /** Games behind `kda`. Null if they were not counted. */
  readonly kdaGames: number | null
}

/** Share of games won on each side. Null without a game on that side. */
export interface SideWinRate {
  /** Share of games on the blue side that were won, 0-1. Null if there is no game. */
  readonly blue: number | null
  /** Share of games on the red side that were won, 0-1. Null if there is no game. */
  readonly red: number | null
}

/** Games behind the share of each side. */
export interface SideGames {
  /** Games on the blue side. Null if they were not counted. */
  readonly blue: number | null
  /** Games on the red side. Null if they were not counted. */
  readonly red: number | null
}

/** Games behind a statistic. */
export interface Sample {
  /** Number of games behind the statistic. */
  readonly games: number
  /** `games`: from the games. `season`: from published season averages. */
  readonly from: 'games' | 'season'
}

/** A team over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface TeamDetail extends Span {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Current name of the team. */
  readonly name: string
  readonly stats: TeamStats
  /** Samples behind `record` and behind each value of `stats`. */
  readonly samples: TeamSamples
  /** Share of games won on each side. */
  readonly sideWinRate: SideWinRate
  /** Number of games behind each share of `sideWinRate`. */
  readonly sideGames: SideGames
  /** Champions played, most games first, then by champion id. */
  readonly championPool: readonly ChampionResults[]
  /** All seasons with at least one game, newest first. */
  readonly seasons: readonly TeamSeason[]
}

/** Averages over the games. A value is null if too few games have it. */
export interface TeamStats {
  /** Number of games counted. */
  readonly games: number
  /** Gold that the team earns per minute. */
  readonly gpm: number | null
  /** Minions and monsters that the team kills per minute. */
  readonly csPerMin: number | null
  /** Kills plus assists, divided by deaths. */
  readonly kda: number | null
  /** Average length of a game in minutes. */
  readonly avgGameMinutes: number | null
  /** Share of games in which the team gets the first kill, 0-1. */
  readonly firstBloodRate: number | null
  /** Share of games in which the team destroys the first tower, 0-1. */
  readonly firstTowerRate: number | null
  /** Share of games in which the team slays the first dragon, 0-1. */
  readonly firstDragonRate: number | null
  /** Dragons that the team slays per game. */
  readonly dragonsPerGame: number | null
  /** Barons that the team slays per game. */
  readonly baronsPerGame: number | null
  /** Towers that the team destroys per game. */
  readonly towersPerGame: number | null
  /** Kills of the team per game. */
  readonly killsPerGame: number | null
  /** Deaths of the team per game. */
  readonly deathsPerGame: number | null
  /** Gold lead over the other team after 15 minutes. Negative if the team is behind. */
  readonly goldDiffAt15: number | null
}

/** Samples behind the record and each statistic. Null if the statistic is null. */
export type TeamSamples = Readonly<Record<'record' | Exclude<keyof TeamStats, 'games'>, Sample | null>>

/** A team in one year. */
export interface TeamSeason extends Season {
  readonly stats: TeamStats
  /** Samples behind `record` and behind each value of `stats`. */
  readonly samples: TeamSamples
}

/** A player over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface PlayerDetail extends Player, Span {
  readonly stats: PlayerStats
  /** Samples behind `record` and behind each value of `stats`. */
  readonly samples: PlayerSamples
  /** Champions played, most games first, then by champion id. */
  readonly championPool: readonly ChampionResults[]
  /** All seasons with at least one game, newest first. */
  readonly seasons: readonly PlayerSeason[]
}

/** Averages over the games. A value is null if too few games have it. */
export interface PlayerStats {
  /** Number of games counted. */
  readonly games: number
  /** Kills plus assists, divided by deaths. */
  readonly kda: number | null
  /** Minions and monsters that the player kills per minute. */
  readonly csPerMin: number | null
  /** Share of the team's gold, 0-1. */
  readonly goldShare: number | null
  /** Share of the team's kills that the player made or assisted, 0-1. */
  readonly killParticipation: number | null
  /** Kills of the player per game. */
  readonly killsPerGame: number | null
  /** Deaths of the player per game. */
  readonly deathsPerGame: number | null
  /** Assists of the player per game. */
  readonly assistsPerGame: number | null
}

/** Samples behind the record and each statistic. Null if the statistic is null. */
export type PlayerSamples = Readonly<Record<'record' | Exclude<keyof PlayerStats, 'games'>, Sample | null>>

/** A player in one year. */
export interface PlayerSeason extends Season {
  readonly stats: PlayerStats
  /** Samples behind `record` and behind each value of `stats`. */
  readonly samples: PlayerSamples
}

/** Counts and shares are those of the maps played so far. */
export interface TournamentDetail extends Tournament {
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Start of the period of the statistics. Null if no game is known. Time in UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** End of the period of the statistics, at most the data date. Null if no game is known. Time in UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Maps played so far. */
  readonly games: number
  /** Teams, the winner first, the others by series won. Null if not all games were counted. */
  readonly teams:
    | readonly {
        /** Team in the tournament. */
        readonly team: Named
        /** Maps that the team played. */
        readonly games: number
        /** Maps won and lost. */
        readonly record: string
        /** Series won and lost. Drawn and unfinished series count as neither. */
        readonly seriesRecord: string
      }[]
    | null
  /** Winner of the last series of the play-offs. Null until 21 days after that series, if series are missing, and for qualifiers. */
  readonly winnerTeam: Named | null
  /** Share of games won on each side. */
  readonly sideWinRate: SideWinRate
  /** Number of games behind each share of `sideWinRate`. */
  readonly sideGames: SideGames
  /** First objectives. An objective is null if its first taker is known in too few games. */
  readonly firstObjectiveRates: {
    /** First kill. */
    readonly blood: FirstObjectiveRate | null
    /** First tower. */
    readonly tower: FirstObjectiveRate | null
    /** First dragon. */
    readonly dragon: FirstObjectiveRate | null
    /** First Rift Herald. */
    readonly herald: FirstObjectiveRate | null
    /** First Baron. */
    readonly baron: FirstObjectiveRate | null
  }
  /** Games with statistics of single players. Below a quarter of all games, no leaders are listed. */
  readonly leaderGames: number | null
  /** Up to five players, best first, then by id. Each has at least five games with the statistic, and half as many as the player with most. */
  readonly leaders: {
    /** Leaders in kills plus assists, divided by deaths. At most 5 items. */
    readonly kda: readonly Leader[]
    /** Leaders in minions and monsters killed per minute. At most 5 items. */
    readonly csPerMin: readonly Leader[]
    /** Leaders in the share of the team's kills with a kill or an assist, 0-1. At most 5 items. */
    readonly killParticipation: readonly Leader[]
    /** Leaders in the share of the team's gold, 0-1. At most 5 items. */
    readonly goldShare: readonly Leader[]
  }
}

/** Shares of games in which blue takes an objective first, and in which the taker wins. */
export interface FirstObjectiveRate {
  /** Share of games in which the blue side takes the objective first, 0-1. */
  readonly blueShare: number
  /** Share of games won by the side that takes the objective first, 0-1. */
  readonly winShare: number
  /** Games with a known first taker: at least ten, and a quarter of all. */
  readonly games: number | null
}

/** A player among the best of a tournament in one statistic. */
export interface Leader {
  /** Player with this average. */
  readonly player: Named
  /** Team of the player in the tournament. Null if unknown. */
  readonly team: Named | null
  /** Average of the player, in the unit of the statistic. */
  readonly value: number
  /** Games behind the average. Null if they were not counted. */
  readonly games: number | null
}

/** Markets that a call of `odds` requests. @default winner */
export type Markets = 'winner' | 'all'

export interface WinnerOdds extends Captured {
  /** Prices by market. */
  readonly markets: WinnerMarket
}

export interface AllOdds extends Captured {
  /** Prices by market. A market is null if no prices are published. */
  readonly markets: AllMarkets
  /** Winner of each map. Null if no prices are published. At most 5 items. */
  readonly mapWinners: readonly MapWinner[] | null
}

/** Market of a history of prices. @default seriesWinner */
export type HistoryMarket = 'seriesWinner'

/** Prices of the series between two teams over time. */
export interface OddsHistory {
  /** Market that the prices are for. */
  readonly market: HistoryMarket
  /** Number of series in this answer. 1-50. */
  readonly count: number
  /** Series with prices, the newest first. At most 50 items. */
  readonly series: readonly SeriesPrices[]
  /** `cursor` of the next page. Null on the last page. */
  readonly nextCursor: string | null
}

/** Prices of one series over time. */
export interface SeriesPrices {
  readonly match: OddsMatch
  /** Capture of the first price. Time in UTC, without a suffix. */
  readonly openUtc: string
  /** Capture of the last price before the start. Null without one. Time in UTC, without a suffix. */
  readonly closeUtc: string | null
  /** First, closing and last price of each tenth of an hour of every source, oldest first. At most 5000 items. */
  readonly snapshots: readonly PriceSnapshot[]
}

/** Prices of one source at one moment. */
export interface PriceSnapshot {
  /** Moment when the odds were captured. Time in UTC, without a suffix. */
  readonly capturedAtUtc: string
  /** Source of the odds. Absent if unknown. */
  readonly source?: string
  /** True if the odds are the last ones before the start. */
  readonly isClosingLine: boolean
  /** Prices on both teams, team1 first. */
  readonly prices: readonly [TeamPrice, TeamPrice]
}

/** Series that the odds are for. */
export interface OddsMatch {
  /** Id of the series in the schedule. 1-120 characters. */
  readonly esportsMatchId: string
  /** League, as the schedule names it. 1-120 characters. */
  readonly league: string
  /** Maximum number of maps. */
  readonly bestOf: BestOf
  /** Scheduled start of the series. Time in UTC, without a suffix. */
  readonly scheduledUtc: string
  /** Team that is named first. */
  readonly team1: Named
  /** Team that is named second. */
  readonly team2: Named
}

/** Prices of an answer to `markets: 'winner'`. */
export interface WinnerMarket {
  /** Winner of the series. */
  readonly seriesWinner: readonly [TeamPrice, TeamPrice]
}

/** Prices of an answer to `markets: 'all'`. A market is null if no prices are published. */
export interface AllMarkets {
  /** Winner of the series. */
  readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null
  /** Winner of the series after the line is added to the maps. At most 100 items. */
  readonly handicap: readonly Handicap[] | null
  /** Number of maps in the series. At most 100 items. */
  readonly totalMaps: readonly OverUnder[] | null
  /** Final score of the series. At most 100 items. */
  readonly correctScore: readonly ScorePrice[] | null
  /** Total of a statistic in one map. At most 500 items. */
  readonly mapTotals: readonly MapTotal[] | null
  /** Total of a statistic over all maps. At most 500 items. */
  readonly matchTotals: readonly MatchTotal[] | null
  /** Team with more kills in one map after the line is added. At most 500 items. */
  readonly killHandicap: readonly KillHandicap[] | null
}

/** Decimal odds on one team. */
export interface TeamPrice {
  /** Id and name of the team. */
  readonly team: Named
  /** Decimal odds. For an order book, the fair mid price, which cannot be taken. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Best offer to buy a contract that pays 1, 0-1. Null if unknown. */
  readonly bid: number | null
  /** Best offer to sell a contract that pays 1, 0-1. Null if unknown. */
  readonly ask: number | null
  /** Decimal odds that a bettor could take: 1 / (ask + fee). Null if unknown. Above 1. */
  readonly takeDecimalOdds: number | null
}

/** Decimal odds on one team with a handicap. */
export interface LinePrice extends TeamPrice {
  /** Number added to the result of the team. -10000000 to 10000000. */
  readonly line: number
}

/** The line is the absolute value; the two prices have it with opposite signs. */
export interface Handicap {
  /** Absolute value of the handicap, or the number between over and under. 0-10000000. */
  readonly line: number
  /** Prices on both teams. */
  readonly odds: readonly [LinePrice, LinePrice]
}

/** Decimal odds on the number of maps. */
export interface OverUnder {
  /** Absolute value of the handicap, or the number between over and under. 0-10000000. */
  readonly line: number
  /** Decimal odds. For an order book, the fair mid price, which cannot be taken. Above 1, at most 1000. */
  readonly over: number
  /** Decimal odds. For an order book, the fair mid price, which cannot be taken. Above 1, at most 1000. */
  readonly under: number
  /** Best offer to buy a contract that pays 1, 0-1. Null if unknown. */
  readonly overBid: number | null
  /** Best offer to sell a contract that pays 1, 0-1. Null if unknown. */
  readonly overAsk: number | null
  /** Decimal odds that a bettor could take: 1 / (ask + fee). Null if unknown. Above 1. */
  readonly overTakeDecimalOdds: number | null
  /** Best offer to buy a contract that pays 1, 0-1. Null if unknown. */
  readonly underBid: number | null
  /** Best offer to sell a contract that pays 1, 0-1. Null if unknown. */
  readonly underAsk: number | null
  /** Decimal odds that a bettor could take: 1 / (ask + fee). Null if unknown. Above 1. */
  readonly underTakeDecimalOdds: number | null
}

/** A score has the form `2-1`. */
export interface ScorePrice extends TeamPrice {
  /** Final score in maps. `team` is the winner. */
  readonly score: string
}

/** An open list: expect words that are not in it. */
export type Stat = 'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})

/** Decimal odds on a count over the whole series. */
export interface MatchTotal extends OverUnder {
  /** Statistic from an open list: today kills, towers, dragons, barons and inhibitors. */
  readonly stat: Stat
}

/** Decimal odds on a count in one map. */
export interface MapTotal extends MatchTotal {
  /** Number of the map in the series. 1-5. */
  readonly map: number
}

/** Decimal odds on kills in one map, with a handicap. */
export interface KillHandicap extends Handicap {
  /** Number of the map in the series. 1-5. */
  readonly map: number
}

/** Decimal odds on one map. */
export interface MapWinner {
  /** Number of the map in the series. 1-5. */
  readonly map: number
  /** Prices on both teams. */
  readonly odds: readonly [TeamPrice, TeamPrice]
}

/** A member of the consensus. */
export type BaseModel = 'fasttree' | 'lightgbm' | 'pcasweep'

/** A member, or the consensus of all. */
export type Model = 'fasttree' | 'lightgbm' | 'pcasweep' | 'consensus'

/** Maximum number of maps of a series. @default 3 */
export type BestOf = 1 | 3 | 5

/** Side with the higher calibrated probability; blue if both are equal. */
export type Side = 'blue' | 'red'

/** Each team by id or by name; everything else is optional. */
export type PredictBody =
  | PredictRequestByNames
  | PredictRequestByIds
  | PredictRequestByNameAndId
  | PredictRequestByIdAndName

/** A prediction with the ten picks known. */
export type PredictDraftBody =
  | PredictDraftRequestByNames
  | PredictDraftRequestByIds
  | PredictDraftRequestByNameAndId
  | PredictDraftRequestByIdAndName

/** A champion by a name of `champions()`; case, spaces and punctuation do not matter. */
export interface Pick {
  /** Role of the pick. */
  readonly role: Role
  /** Champion name; case, spaces and punctuation do not matter. */
  readonly champion: string
}

/** One pick for each role, in any order. */
export type Picks = readonly [Pick, Pick, Pick, Pick, Pick]

/** The answer of any model; `Prediction` is the answer of one model. */
export interface AnyPrediction extends Forecast, Chances {
  readonly odds?: PredictionOdds
  /** Members of the consensus: fasttree, lightgbm, pcasweep. Present only for the model `consensus`. */
  readonly models?: readonly [AnyMemberPrediction, AnyMemberPrediction, AnyMemberPrediction]
  readonly explanation?: Explanation
}

/** Predictions of any models, in the order of their requests. */
export interface AnyPredictionBatch {
  /** Number of predictions. */
  readonly count: number
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Predictions in the order of the requests, each as of a single call. */
  readonly predictions: readonly AnyPrediction[]
}

/** The chances of any member. */
export interface AnyMemberPrediction extends Chances {
  /** Name of the member. */
  readonly model: BaseModel
  /** Weight in the consensus, 0-1. Consensus probabilities are sums of weight * probability. */
  readonly weight: number
}

/** Present only with a price. Fields of a missing price are null. EV is probability * odds - 1. */
export interface PredictionOdds {
  /** Decimal odds of blue in the request. Above 1, at most 1000. */
  readonly blue: number | null
  /** Decimal odds of red in the request. Above 1, at most 1000. */
  readonly red: number | null
  /** Sum of 1 / price, minus 1. Null unless both prices were given. At least -0.1. */
  readonly margin: number | null
  /** Probability of blue in the market, without its margin (Shin's method). Null without both prices. 0-1. */
  readonly marketBlueProbability: number | null
  /** 1 - marketBlueProbability. 0-1. */
  readonly marketRedProbability: number | null
  /** Expected profit of a stake of 1 on blue, at blueWinProbability. Null without a price. At least -1. */
  readonly blueEv: number | null
  /** Expected profit of a stake of 1 on red, at redWinProbability. Null without a price. At least -1. */
  readonly redEv: number | null
  /** Expected profit of a stake of 1 on blue, at calibratedBlueWinProbability. Null without a price. At least -1. */
  readonly calibratedBlueEv: number | null
  /** Expected profit of a stake of 1 on red, at calibratedRedWinProbability. Null without a price. At least -1. */
  readonly calibratedRedEv: number | null
}

/** Explanation of the calibrated probability, in stages that add up to `logit` and `points`. Present only with `explain`. Models and calibration curves differ by format, so a favourite can have a lower probability in a best-of-5 than in a best-of-3. */
export interface Explanation extends ChanceChange {
  /** Code of the league whose history was used. */
  readonly league: string | null
  /** Weights of the models in the answer. A single model has the weight 1. */
  readonly weights: {
    /** Weight of the model, 0-1. */
    readonly fasttree?: number
    /** Weight of the model, 0-1. */
    readonly lightgbm?: number
    /** Weight of the model, 0-1. */
    readonly pcasweep?: number
  }
  /** Stages in order, from even teams to the calibrated probability. `draft` needs picks, `age` old data, `market` both prices. */
  readonly stages: readonly ExplanationStage[]
  /** Value of a bet at the prices in the request. Null if no price was given. */
  readonly value: {
    /** Value of a bet on blue. Null if the price of blue is missing. */
    readonly blue: SideValue | null
    /** Value of a bet on red. Null if the price of red is missing. */
    readonly red: SideValue | null
  } | null
}

/** One step, the chance of blue after it, and the parts that add up to it. */
export interface ExplanationStage extends ChanceChange {
  /** Name of the stage. */
  readonly stage:
    | 'rating'
    | 'scale'
    | 'doubt'
    | 'bestOf'
    | 'leagueSlope'
    | 'models'
    | 'calibration'
    | 'draft'
    | 'age'
    | 'market'
  /** Probability that blue wins, after the stage, 0-1. */
  readonly probability: number
  /** Factor on the log odds. Present for the stages `scale` and `age`. */
  readonly factor?: number
  /** Standard deviation of the strength, in log odds of one game. Present for `doubt`. */
  readonly sd?: number
  /** Factor on the log odds. Present for the stage `leagueSlope`. */
  readonly slope?: number
  /** Age of the data in days. Present for the stage `age`. */
  readonly days?: number
  /** Weight of the models against the market. Present for the stage `market`. */
  readonly weight?: number
  /** Probability of blue by the prices, without their margin. Present for the stage `market`. 0-1. */
  readonly marketProbability?: number
  /** Parts that add up to the stage. Empty if the stage cannot be split. */
  readonly parts: readonly ExplanationPart[]
}

/** Contribution of one subject to a stage. */
export type ExplanationPart =
  | (ChanceChange & {
      /** Subject of the part. */
      readonly part: 'league'
      /** Code of the home league. Null if unknown. */
      readonly blue: string | null
      /** Code of the home league. Null if unknown. */
      readonly red: string | null
    })
  | (ChanceChange & {
      /** Subject of the part. */
      readonly part: 'team' | 'experience'
    })
  | (ChanceChange & {
      /** Subject of the part. */
      readonly part: 'player'
      readonly role: Role
      /** Player in this role. Null if the line-up or the name is unknown. */
      readonly blue: Named | null
      /** Player in this role. Null if the line-up or the name is unknown. */
      readonly red: Named | null
    })
  | (ChanceChange & {
      /** Subject of the part. */
      readonly part: 'champion'
      /** Side that picked the champion. */
      readonly side: Side
      readonly role: Role
      /** Picked champion. */
      readonly champion: Named
    })
  | (ChanceChange & {
      /** Subject of the part. */
      readonly part: BaseModel
      /** Group of features that the model reads. */
      readonly source: 'rating' | 'seasonKills' | 'creepScore' | 'form' | 'seasonWins' | 'headToHead' | 'schedule'
    })
  | (ChanceChange & {
      /** Subject of the part. */
      readonly part: BaseModel
    })

/** Expected value per unit of stake: at even teams, and at the answer. */
export interface SideValue {
  /** Price in the request. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Probability at which the expected value is 0: 1 / decimalOdds. 0-1. */
  readonly breakEven: number
  /** Expected value if the teams were even. At least -1. */
  readonly evAtEven: number
  /** Calibrated expected value: evAtEven plus decimalOdds * points / 100 of every stage; minus for red. At least -1. */
  readonly ev: number
}

/** The body of a prediction, the picks of both teams or of neither, and a standing. */
export type MarketsBody =
  | MarketsRequestByNames
  | MarketsRequestByIds
  | MarketsRequestByNameAndId
  | MarketsRequestByIdAndName

/** Maps won. */
export interface Standing {
  /** Maps that blue has won. 0-3. */
  readonly blue: number
  /** Maps that red has won. 0-3. */
  readonly red: number
}

/** Chances of every market of a series, from a standing on. */
export interface MarketsAnswer extends Forecast {
  /** Maps won so far. */
  readonly standing: Standing
  /** Calibrated probability that blue wins, 0-1. It is anchored to the market if both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  /** Captured odds behind `book` of the selections. Null if this series has no captured odds. */
  readonly book: {
    /** Id of the series in the schedule. */
    readonly esportsMatchId: string
    /** Moment when the odds were captured. Time in UTC, without a suffix. */
    readonly capturedAtUtc: string
    /** True if the odds are the last ones before the start. */
    readonly isClosingLine: boolean
  } | null
  readonly markets: DerivedMarkets
}

/** Markets from the standing on. Pairs begin with blue or over; the second probability is 1 - the first. */
export interface DerivedMarkets {
  /** Winner of the series, blue first. */
  readonly seriesWinner: readonly [TeamSelection, TeamSelection]
  /** Handicaps over the whole series, sorted by the line of blue, -1.5 first. `line` is the absolute value. */
  readonly handicap: readonly {
    /** Handicap in maps. */
    readonly line: number
    /** Selections on both teams, blue first. */
    readonly odds: readonly [LineSelection, LineSelection]
  }[]
  /** Number of maps in the series, the smallest line first. */
  readonly totalMaps: readonly {
    /** Number of maps that separates over from under. */
    readonly line: number
    /** Selection on more maps than the line. */
    readonly over: Selection
    /** Selection on fewer maps than the line. */
    readonly under: Selection
  }[]
  /** All final scores, from the best for blue to the best for red. */
  readonly correctScore: readonly ScoreSelection[]
  /** Maps after the standing, each with the probability that it is played and its winner market. */
  readonly mapWinner: readonly {
    /** Number of the map in the series, from 1. */
    readonly map: number
    /** Probability that the map is played, 0-1. */
    readonly played: number
    /** Winner of the map if the map is played, blue first. */
    readonly odds: readonly [TeamSelection, TeamSelection]
  }[]
}

/** An outcome to bet on. */
export interface Selection {
  /** Calibrated probability of the selection, 0-1. */
  readonly probability: number
  /** Fair decimal odds: 1 / probability. Null if the probability is 0. At least 1. */
  readonly fairOdds: number | null
  /** Captured price of the selection. Null if there is none. */
  readonly book: BookPrice | null
}

/** An outcome for one team. */
export interface TeamSelection extends Selection {
  /** Team of the selection. */
  readonly team: Named
}

/** A team with its handicap in maps. */
export interface LineSelection extends TeamSelection {
  /** Number added to the maps that the team wins. */
  readonly line: number
}

/** A final score. */
export interface ScoreSelection extends Selection {
  /** Winner of the series. The score begins with the maps of the winner. */
  readonly team: Named
  /** Maps won by the winner, then by the loser. */
  readonly score: string
}

/** A captured price of a selection. */
export interface BookPrice {
  /** Captured decimal odds. For an order book, the fair mid price. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Decimal odds that a bettor can take, after the fee. Null if unknown. Above 1. */
  readonly takeDecimalOdds: number | null
  /** Price behind `ev`: `mid` is decimalOdds, `take` is takeDecimalOdds. */
  readonly price: 'take' | 'mid'
  /** Probability in the market, without its margin (Shin's method). Null if a price is missing. 0-1. */
  readonly probability: number | null
  /** Sum of 1 / decimalOdds over all outcomes, minus 1. Null if a price is missing. */
  readonly margin: number | null
  /** Expected value: the calibrated probability * the price - 1. At least -1. */
  readonly ev: number
}

/** A tournament to simulate. */
export interface TournamentBody {
  /** Teams, stages, and the results that are known. */
  readonly format: TournamentFormat
  /** Number of simulated tournaments; 100000 by default. All runs together may have 100000000 series. 1-100000. */
  readonly runs?: number
  /** Seed of the simulation; 1 by default. 0-4294967295. */
  readonly seed?: number
  /** Model of the forecasts; `consensus` by default. */
  readonly model?: Model
}

/** Teams, stages and known results of a tournament. */
export interface TournamentFormat {
  /** Name of the tournament. 1-200 characters. */
  readonly name: string
  /** Names, with ids of the catalogue where a name is not enough. At most 64 items. */
  readonly teams: readonly (
    | string
    | {
        /** A name as in `teams`. 1-100 characters. */
        readonly name: string
        /** Id of the catalogue. */
        readonly id: number
      }
  )[]
  /** Label of league and season for the forecasts, as in a prediction. 1-120 characters. */
  readonly tournament?: string
  /** Stages in the order in which they are played. At most 8 items. */
  readonly stages: readonly (
    | {
        /** Name of the stage in slots, results and answers. */
        readonly id: string
        /** Kind of the stage. */
        readonly kind: 'roundRobin'
        /** Slots of each group by its name. */
        readonly groups?: {
          [key: string]: readonly string[]
        }
        /** Teams and places, top to bottom. At most 64 items. */
        readonly slots?: readonly string[]
        /** How often two teams meet; 1 by default. 1-4. */
        readonly rounds?: number
        /** Maximum number of maps; a best-of-2 can be drawn. */
        readonly bestOf: 1 | 2 | 3 | 5
        /** Criteria of the rank, first one first; wins, gameDifference and headToHead by default. At most 5 items. */
        readonly rank?: readonly ('wins' | 'gameDifference' | 'headToHead' | 'gamesWon' | 'strengthOfVictory')[]
        /** How a tie that a later stage depends on is broken; by lot by default. */
        readonly tieBreak?: 'lot' | 'game'
        /** Earlier round robin whose results count here too. 1-40 characters. */
        readonly carry?: string
      }
    | {
        /** Name of the stage in slots, results and answers. */
        readonly id: string
        /** Kind of the stage. */
        readonly kind: 'swiss'
        /** Teams and places, top to bottom. At most 64 items. */
        readonly slots: readonly string[]
        /** Wins with which a team goes on. 1-6. */
        readonly wins: number
        /** Losses with which a team is out. 1-6. */
        readonly losses: number
        /** Maximum number of maps. */
        readonly bestOf: BestOf
        /** Maximum of maps where a team can go on or out; `bestOf` by default. */
        readonly decidingBestOf?: BestOf
      }
    | {
        /** Name of the stage in slots, results and answers. */
        readonly id: string
        /** Kind of the stage. */
        readonly kind: 'singleElimination'
        /** Teams and places, top to bottom. At most 64 items. */
        readonly slots: readonly string[]
        /** Maximum number of maps, or one for each round. */
        readonly bestOf: BestOf | readonly BestOf[]
        /** Rounds that are played; by default all down to the final. 1-6. */
        readonly rounds?: number
        /** First and second slots of the pairs are two pots, drawn at random. */
        readonly draw?: 'random'
        /** The first team of each pair chooses its opponent among the second ones, top to bottom. */
        readonly choose?: 'higherSeed'
        /** Whether the losers of the semifinals play for the third place. */
        readonly thirdPlace?: boolean
      }
    | {
        /** Name of the stage in slots, results and answers. */
        readonly id: string
        /** Kind of the stage. */
        readonly kind: 'doubleElimination'
        /** Teams and places, top to bottom. At most 64 items. */
        readonly slots: readonly string[]
        /** Teams and places that start in the lower bracket. At most 64 items. */
        readonly lowerSlots?: readonly string[]
        /** Maximum number of maps, by bracket and round if they differ. */
        readonly bestOf:
          | BestOf
          | {
              /** Maximum number of maps, or one for each round. */
              readonly upper: BestOf | readonly BestOf[]
              /** Maximum number of maps, or one for each round. */
              readonly lower: BestOf | readonly BestOf[]
            }
        /** Maximum of maps in the final; needed if `bestOf` is by bracket. */
        readonly final?: BestOf
        /** The first team of each pair chooses its opponent among the second ones, top to bottom. */
        readonly choose?: 'higherSeed'
      }
    | {
        /** Name of the stage in slots, results and answers. */
        readonly id: string
        /** Kind of the stage. */
        readonly kind: 'gsl'
        /** Slots of each group by its name. */
        readonly groups?: {
          [key: string]: readonly string[]
        }
        /** Teams and places, top to bottom. At most 64 items. */
        readonly slots?: readonly string[]
        /** Maximum of maps, or those of opening, winners, losers and deciding series. */
        readonly bestOf: BestOf | readonly BestOf[]
      }
    | {
        /** Name of the stage in slots, results and answers. */
        readonly id: string
        /** Kind of the stage. */
        readonly kind: 'kingOfTheHill'
        /** Teams and places, top to bottom. At most 64 items. */
        readonly slots: readonly string[]
        /** Maximum of maps, or one for each series in the order of play. */
        readonly bestOf: BestOf | readonly BestOf[]
      }
  )[]
  /** Known results in the order of play. At most 2000 items. */
  readonly results?: readonly {
    /** Id of a stage. 1-40 characters. */
    readonly stage: string
    /** The two teams. */
    readonly teams: readonly [string, string]
    /** Maps that the teams won. Absent for a series whose teams are known but which is not played. */
    readonly score?: readonly [number, number]
    /** Whether it is a game that breaks a tie of a round robin. */
    readonly tieBreak?: boolean
  }[]
  /** Teams of the slots of a stage: how lots, a draw or a choice fell. At most 8 items. */
  readonly draws?: readonly {
    /** Id of a stage. 1-40 characters. */
    readonly stage: string
    /** Team of each slot, in the order of the slots. At most 64 items. */
    readonly slots: readonly string[]
  }[]
}

/** Chances of the teams of a tournament. */
export interface TournamentForecast {
  /** Name of the tournament in the request. */
  readonly name: string
  /** Number of simulated tournaments. */
  readonly runs: number
  /** Seed of the simulation. */
  readonly seed: number
  /** Model of the forecast. */
  readonly model: Model
  /** Date of the forecast in UTC, without a suffix: today, or the data date if that is later. Equal requests on one date have equal answers while `artifacts` is the same. */
  readonly asOfUtc: string
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Present only if the data cover the date of the forecast. */
  readonly moment?: 'at the data date'
  /** Teams, the likeliest winner first. */
  readonly teams: readonly TournamentChances[]
  /** Series that can be played now, at most 20, in the order of the format. */
  readonly nextSeries: readonly TournamentNext[]
}

/** Chances of one team. */
export interface TournamentChances {
  /** Team of the tournament. */
  readonly team: PredictedTeam
  /** Chance to reach each stage and round, 0-1, and `winner`. Summed over the teams, each column is its number of places. */
  readonly reach: {
    [key: string]: number
  }
  /** 95 % interval of `reach.winner`, lower bound first: the error of the simulation, without that of the forecasts. */
  readonly winnerInterval: readonly [number, number]
  /** Expected number of series won in each round robin and Swiss stage. */
  readonly expectedWins: {
    [key: string]: number
  }
  /** Chance of each place, first place first, in the same stages. */
  readonly places: {
    [key: string]: readonly number[]
  }
}

/** A series that can be played now, and what it changes. */
export interface TournamentNext {
  /** Id of the stage. */
  readonly stage: string
  /** Group of the stage. Null if it has none. */
  readonly group: string | null
  /** Maximum number of maps. */
  readonly bestOf: 1 | 2 | 3 | 5
  /** The two teams. */
  readonly teams: readonly [Named, Named]
  /** Calibrated probability that the first team wins, 0-1, as of `/v1/predict`; of one map in a best-of-2. */
  readonly probability1: number
  /** Effect of the series on the chance of both teams to win the tournament. */
  readonly leverage: readonly {
    /** One of the two teams. */
    readonly team: Named
    /** Chance to win the tournament after a win of this series, 0-1. Null if no run had it. */
    readonly winnerIfWon: number | null
    /** The same after a defeat. Null if no run had it. 0-1. */
    readonly winnerIfLost: number | null
  }[]
}

/** Newer models and tables answer. */
export interface ArtifactsReplaced {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'artifacts.replaced'
  /** Id of the models and tables. */
  readonly artifacts: string
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
}

/** The schedule has a further series. */
export interface ScheduleAdded {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'schedule.added'
  /** Id of the series in the schedule. */
  readonly seriesId: string
  /** Code of the league. */
  readonly league: string
  /** Maximum number of maps: 1, 2, 3 or 5. Null if not announced. 1-5. */
  readonly bestOf: number | null
  /** Scheduled start of the series. Time in UTC, without a suffix. */
  readonly scheduledUtc: string
  /** Id of the team that is named first. */
  readonly team1Id: number
  /** Id of the team that is named second. */
  readonly team2Id: number
}

/** Fields of a series in the schedule have changed. */
export interface ScheduleChanged {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'schedule.changed'
  /** Id of the series in the schedule. */
  readonly seriesId: string
  /** Code of the league. */
  readonly league: string
  /** Maximum number of maps: 1, 2, 3 or 5. Null if not announced. 1-5. */
  readonly bestOf: number | null
  /** Scheduled start of the series. Time in UTC, without a suffix. */
  readonly scheduledUtc: string
  /** Id of the team that is named first. */
  readonly team1Id: number
  /** Id of the team that is named second. */
  readonly team2Id: number
  /** Names of the fields with another value than before. */
  readonly changed: readonly ('league' | 'bestOf' | 'scheduledUtc' | 'team1Id' | 'team2Id')[]
}

/** The schedule does not list a series any more: it has begun, or was called off. Fields are the last ones. */
export interface ScheduleRemoved {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'schedule.removed'
  /** Id of the series in the schedule. */
  readonly seriesId: string
  /** Code of the league. */
  readonly league: string
  /** Maximum number of maps: 1, 2, 3 or 5. Null if not announced. 1-5. */
  readonly bestOf: number | null
  /** Scheduled start of the series. Time in UTC, without a suffix. */
  readonly scheduledUtc: string
  /** Id of the team that is named first. */
  readonly team1Id: number
  /** Id of the team that is named second. */
  readonly team2Id: number
}

/** A snapshot with another price than the one before was kept. */
export interface OddsCaptured {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'odds.captured'
  /** Source of the price. Empty if unknown. */
  readonly source: string
  /** Id of the series, as odds name it. */
  readonly esportsMatchId: string
  /** Id of the team that is named first. */
  readonly team1Id: number
  /** Id of the team that is named second. */
  readonly team2Id: number
}

/** A series has begun, so that the last price before is its closing line. */
export interface OddsClosed {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'odds.closed'
  /** Source of the price. Empty if unknown. */
  readonly source: string
  /** Id of the series, as odds name it. */
  readonly esportsMatchId: string
  /** Id of the team that is named first. */
  readonly team1Id: number
  /** Id of the team that is named second. */
  readonly team2Id: number
}

/** The result of a series is known. */
export interface SeriesFinished {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'series.finished'
  /** Id of the series in the schedule. Null if it was never there. */
  readonly seriesId: string | null
  /** Id of the series in the results. */
  readonly resultId: number
  /** Id of the team that is named first. */
  readonly team1Id: number
  /** Id of the team that is named second. */
  readonly team2Id: number
  /** Id of the team that won. */
  readonly winnerTeamId: number
  /** Maps that the first team won. 0-3. */
  readonly wins1: number
  /** Maps that the second team won. 0-3. */
  readonly wins2: number
}

/** The last forecast before the start of a series was kept. */
export interface ForecastKept {
  /** Place of the change: opaque. Later changes have a greater text. */
  readonly seq: string
  /** Moment at which the change was noticed. Time in UTC, without a suffix. */
  readonly atUtc: string
  /** Type of the change. */
  readonly type: 'forecast.kept'
  /** Id of the series in the schedule. */
  readonly seriesId: string
}

/** Record that something is new, without its content. `type` tells the fields; later servers may add types. */
export type Change =
  | ArtifactsReplaced
  | ScheduleAdded
  | ScheduleChanged
  | ScheduleRemoved
  | OddsCaptured
  | OddsClosed
  | SeriesFinished
  | ForecastKept

/** Changes after a place, the oldest first. */
export interface ChangePage {
  /** Changes, the oldest first. */
  readonly changes: readonly Change[]
  /** Value of `since` for the next call, also if there are no changes. */
  readonly next: string
}

/** Credits of the account and calls of this month. */
export interface Usage {
  /** Sum of `free`, `plan` and `topUp`. Equal to the header `X-Credits-Remaining`. */
  readonly creditsRemaining: number
  /** Free credits of the current UTC month. */
  readonly free: {
    /** Free credits granted each month. */
    readonly monthly: number
    /** Free credits left. */
    readonly remaining: number
    /** Start of the month. Time in UTC, without a suffix. */
    readonly periodStartUtc: string
    /** Start of the next month. Time in UTC, without a suffix. */
    readonly resetsAtUtc: string
  }
  /** Credits of the plan. Null if the account has no plan. */
  readonly plan: {
    /** Name of the plan. */
    readonly name: string
    /** Credits granted each period. */
    readonly perPeriod: number
    /** Credits of the plan that are left. */
    readonly remaining: number
    /** Start of the next period. Time in UTC, without a suffix. */
    readonly resetsAtUtc: string
  } | null
  /** Credits that were bought or granted. They stay until they are spent. */
  readonly topUp: {
    /** Bought or granted credits that are left. */
    readonly remaining: number
  }
  /** Credits used in the current UTC day and month, less refunds. A call is refunded if its connection breaks before the answer arrives. If a part of the answer may have been read, at most ten such refunds are made in an hour. */
  readonly used: {
    /** Credits used since midnight UTC. */
    readonly today: number
    /** Credits used since the month began. */
    readonly thisMonth: number
  }
  /** Charged calls of this month, by operation and model. */
  readonly calls: readonly OperationCalls[]
  /** Rate limit of the API key in the request. */
  readonly rateLimit: {
    /** Number of requests allowed in a window. */
    readonly limit: number
    /** Length of the window in seconds. */
    readonly windowSeconds: number
    /** Number of requests left in the window. */
    readonly remaining: number
    /** Seconds until the oldest request leaves the window. */
    readonly resetSeconds: number
  }
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** API key in the request. */
  readonly key: {
    /** Public part of the key, as logs and statements show it. */
    readonly id: string
    /** Name that the owner gave the key. */
    readonly name: string
    /** First characters of the key. */
    readonly prefix: string
    /** Creation of the key. Time in UTC, without a suffix. */
    readonly createdAtUtc: string
    /** Credits that the key may spend in a UTC month; null for no limit. */
    readonly monthlyLimit: number | null
    /** Credits that count towards the limit, those held by running calls included. */
    readonly usedThisMonth: number
    /** Time from which the key is refused; null if it does not expire. Time in UTC, without a suffix. */
    readonly expiresUtc: string | null
    /** Scopes of the key; null for all of them. */
    readonly scopes: readonly ('read' | 'predict' | 'usage')[] | null
  }
}

/** A charged operation. */
export type Operation =
  | 'team'
  | 'player'
  | 'tournament'
  | 'odds'
  | 'odds-history'
  | 'results'
  | 'predict'
  | 'predict-draft'
  | 'predict-batch'
  | 'markets'
  | 'simulate-tournament'

/** Calls of one operation this month. */
export interface OperationCalls {
  /** Charged operation. */
  readonly operation: Operation
  /** Requested model. Null without a choice of models, or for a batch of several. */
  readonly model: Model | null
  /** Number of charged calls. A batch counts as its number of requests. */
  readonly calls: number
  /** Credits that the calls cost. */
  readonly credits: number
}

/** The codes of the closed list. */
export type KnownErrorCode =
  | 'bad_request'
  | 'validation_error'
  | 'ambiguous_team'
  | 'odds_implausible'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'revoked_api_key'
  | 'key_expired'
  | 'account_banned'
  | 'insufficient_credits'
  | 'key_limit_reached'
  | 'scope_missing'
  | 'origin_not_allowed'
  | 'not_found'
  | 'team_not_found'
  | 'player_not_found'
  | 'league_not_found'
  | 'tournament_not_found'
  | 'odds_not_available'
  | 'record_not_available'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'idempotency_in_progress'
  | 'changes_gone'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'headers_too_large'
  | 'prediction_error'
  | 'internal_error'
  | 'overloaded'
  | 'shutting_down'
  | 'storage_unavailable'

/** The fields of every list. */
interface List {
  /** Number of items in the answer. */
  readonly count: number
  /** Number of items that fit, also beyond `limit`. Present only with `limit`. */
  readonly total?: number
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Likely meanings of a name in the request, best first. Absent if no known name is similar. At most 8 items. */
  readonly candidates?: readonly Candidate[]
}

/** Games behind a record. */
interface Coverage {
  /** Games of the team. For a player: games of every team that the player played for. */
  readonly teamGames: number
  /** Number of `teamGames` in which all five players are known. */
  readonly lineups: number
}

/** The record of a span of time. */
interface Span {
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Start of the period of the statistics. Null if no game is known. Time in UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** End of the period of the statistics, at most the data date. Null if no game is known. Time in UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100. Null if no game was played. */
  readonly winRate: number | null
  /** Coverage of the record. Null if the record is a published total, or if line-ups were not counted. */
  readonly coverage: Coverage | null
}

/** The record of one year. */
interface Season {
  /** Year of the season. */
  readonly season: string
  /** Codes of the leagues played in, most games first. */
  readonly leagues: readonly string[]
  /** Number of games counted. */
  readonly games: number
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100. Null if no game was played. */
  readonly winRate: number | null
  /** Coverage of the record. Null if the record is a published total, or if line-ups were not counted. */
  readonly coverage: Coverage | null
}

/** A team of a forecast. */
interface PredictedTeam {
  /** Id that other calls accept, at least 1. */
  readonly id: number
  /** Current name of the team. */
  readonly name: string
  /** Present only if the team had no game within 180 days before the data date. */
  readonly active?: false
  /** Start of the last game. Present only with `active`. Null if unknown. Time in UTC, without a suffix. */
  readonly lastGameUtc?: string | null
}

/** A league and the way in which it was found. */
interface PredictionLeague {
  /** Code of the league. */
  readonly code: string
  /** Common name of the league. */
  readonly name: string
  /** `label`: the tournament label names the league. `teams`: both teams share this home league. */
  readonly source: 'label' | 'teams'
}

/** Subject and data of a forecast. */
interface Forecast {
  /** Team on the blue side. */
  readonly blueTeam: PredictedTeam
  /** Team on the red side. */
  readonly redTeam: PredictedTeam
  /** Model of the forecast. */
  readonly model: Model
  /** Maximum number of maps, as requested; 3 by default. */
  readonly bestOf: BestOf
  /** League whose history was used. Null if no league was found. */
  readonly league: PredictionLeague | null
  /** Date of the forecast in UTC, without a suffix: today, or the data date if that is later. Equal requests on one date have equal answers while `artifacts` is the same. */
  readonly asOfUtc: string
  /** Data date: start of the last game in the data. Time in UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Id of the models and tables behind the answer. Equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Present only if the data cover the date of the forecast. */
  readonly moment?: 'at the data date'
}

/** Chances to win the series. */
interface Chances {
  /** Probability that blue wins, before calibration, 0-1. */
  readonly blueWinProbability: number
  /** 1 - blueWinProbability. 0-1. */
  readonly redWinProbability: number
  /** Calibrated probability that blue wins, 0-1. It is anchored to the market if both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  readonly winner: Side
}

/** A change of the chance of blue. */
interface ChanceChange {
  /** Change of the log odds of blue. */
  readonly logit: number
  /** Change of the probability of blue, in percentage points. */
  readonly points: number
}

/** A capture of prices. */
interface Captured {
  readonly match: OddsMatch
  /** Moment when the odds were captured. Time in UTC, without a suffix. */
  readonly capturedAtUtc: string
  /** True if the odds are the last ones before the start. */
  readonly isClosingLine: boolean
  /** Source of the odds. Absent if unknown. */
  readonly source?: string
  /** Fee that the venue takes from a buyer for each contract at the ask p: rate * (p * (1 - p)) ^ exponent. Null if unknown. */
  readonly fee: {
    /** Name of the fee rule at the venue. */
    readonly name: string
    /** Rate in the fee rule. 0-1. */
    readonly rate: number
    /** Exponent in the fee rule. 0-10. */
    readonly exponent: number
    /** Step to which the fee of a contract is rounded up. 1e-9-1. */
    readonly roundedUpTo?: number
  } | null
  /** `take` if every selection has a price known to be available, else `mid`. */
  readonly price: 'take' | 'mid'
}

/** Blue by name. */
interface ByBlueName {
  /** Name or alias; case, spaces and punctuation do not matter. The length is counted after trimming. 1-80 characters. */
  readonly blueTeam: string
  /** Must be absent if `blueTeam` is given. */
  readonly blueTeamId?: never
}

/** Blue by id. */
interface ByBlueId {
  /** Must be absent if `blueTeamId` is given. */
  readonly blueTeam?: never
  /** Give this id or `blueTeam`. */
  readonly blueTeamId: number
}

/** Red by name. */
interface ByRedName {
  /** Name or alias; case, spaces and punctuation do not matter. The length is counted after trimming. 1-80 characters. */
  readonly redTeam: string
  /** Must be absent if `redTeam` is given. */
  readonly redTeamId?: never
}

/** Red by id. */
interface ByRedId {
  /** Must be absent if `redTeamId` is given. */
  readonly redTeam?: never
  /** Give this id or `redTeam`. */
  readonly redTeamId: number
}

/** Options of every request for a forecast. */
interface Asked {
  /** Model of the forecast. @default fasttree */
  readonly model?: Model
  /** Decimal odds of blue. Above 1, at most 1000. */
  readonly oddsBlue?: number
  /** Decimal odds of red. Above 1, at most 1000. */
  readonly oddsRed?: number
  /** Free-form label of league and season. Ignored if no league fits. The length is counted after trimming. 1-120 characters. */
  readonly tournament?: string
  /** Maximum number of maps. @default 3 */
  readonly bestOf?: BestOf
}

/** Options of a prediction. */
interface AskedPrediction extends Asked {
  /** Adds `explanation` to the answer, at no further cost. @default false */
  readonly explain?: boolean
}

/** The picks of a draft. */
interface AskedDraft {
  readonly bluePicks: Picks
  readonly redPicks: Picks
}

/** Picks and standing of a series. */
interface AskedMarkets {
  readonly bluePicks?: Picks
  readonly redPicks?: Picks
  /** Maps won so far, none by default. No map may follow the win of the series. */
  readonly standing?: Standing
}

/** Possible meaning of a name in the request. */
interface Candidate {
  /** Id of the entity. Absent if the candidate is only a word. */
  readonly id?: number
  /** Current name of the entity, or the word. */
  readonly name: string
}

type PredictRequestByNames = AskedPrediction & ByBlueName & ByRedName

type PredictRequestByIds = AskedPrediction & ByBlueId & ByRedId

type PredictRequestByNameAndId = AskedPrediction & ByBlueName & ByRedId

type PredictRequestByIdAndName = AskedPrediction & ByBlueId & ByRedName

type PredictDraftRequestByNames = PredictRequestByNames & AskedDraft

type PredictDraftRequestByIds = PredictRequestByIds & AskedDraft

type PredictDraftRequestByNameAndId = PredictRequestByNameAndId & AskedDraft

type PredictDraftRequestByIdAndName = PredictRequestByIdAndName & AskedDraft

type MarketsRequestByNames = Asked & AskedMarkets & ByBlueName & ByRedName

type MarketsRequestByIds = Asked & AskedMarkets & ByBlueId & ByRedId

type MarketsRequestByNameAndId = Asked & AskedMarkets & ByBlueName & ByRedId

type MarketsRequestByIdAndName = Asked & AskedMarkets & ByBlueId & ByRedName
