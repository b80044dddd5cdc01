// Written from packages/server/openapi.json by npm run client-types; do not edit.

/** An id and what it is called. */
export interface Named {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** Current name. */
  readonly name: string
}

/** A seat of a team. */
export type Role = 'TOP' | 'JUNGLE' | 'MID' | 'BOT' | 'SUPPORT'

/** A team that has played. */
export interface Team {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** Current name of the team. */
  readonly name: string
  /** Region of its league; null where none is known. */
  readonly region: string | null
  /** An absolute URL; that of a placeholder where no logo is known. */
  readonly logoUrl: string
  /** Code of its home league; null where none is known. */
  readonly league: string | null
  /** Code on scoreboards; null where it is not known. */
  readonly code: string | null
  /** A game within 180 days before the data date. */
  readonly active: boolean
  /** Start of the last game; null where none is known. UTC, without a suffix. */
  readonly lastGameUtc: string | null
}

/** A person who has played. */
export interface Player {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** Current name of the player. */
  readonly name: string
  /** The seat in the last ten games; null where it is not known. */
  readonly role: Role | null
  /** The current team; null after 180 days, and once it fielded eight line-ups without the player. */
  readonly team: Named | null
  /** The last team, also of whoever has none now. */
  readonly lastTeam: Named | null
  /** A game within 180 days before the data date. */
  readonly active: boolean
  /** Start of the last game; null where none is known. UTC, without a suffix. */
  readonly lastGameUtc: string | null
}

/** What a player picks for a game. */
export interface Champion {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** Name that picks accept. */
  readonly name: string
  /** An absolute URL; null without a picture. */
  readonly imageUrl: string | null
}

/** One edition of a league or event. */
export interface Tournament {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** League, year and split, as people write them. */
  readonly name: string
  /** The code of the league. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** The year, which a tournament may begin before. */
  readonly season: string | null
  /** Region of its league; null for international ones. */
  readonly region: string | null
  /** When it began; null where that is not known. UTC, without a suffix. */
  readonly startUtc: string | null
  /** When it ended, or its last game so far began; null where neither is known. UTC, without a suffix. */
  readonly endUtc: string | null
}

/** Sorted by id, as every list. */
export interface TeamList extends List {
  /** The items, in the order that the operation names. */
  readonly teams: readonly Team[]
}

/** Sorted by id. */
export interface PlayerList extends List {
  /** The items, in the order that the operation names. */
  readonly players: readonly Player[]
}

/** Sorted by id. */
export interface ChampionList extends List {
  /** The items, in the order that the operation names. */
  readonly champions: readonly Champion[]
}

/** Sorted by id. */
export interface TournamentList extends List {
  /** The items, in the order that the operation names. */
  readonly tournaments: readonly Tournament[]
}

/** A series to come. */
export interface ScheduledSeries {
  /** Never changes; the `esportsMatchId` of odds. */
  readonly id: string
  /** Code of the league. */
  readonly league: string
  /** The league as people call it. */
  readonly leagueName: string
  /** 1, 2, 3 or 5; null where nobody says. 1-5. */
  readonly bestOf: number | null
  /** When it is to begin. UTC, without a suffix. */
  readonly scheduledUtc: string
  /** The team that is named first; sides are not known yet. */
  readonly team1: Named
  /** The other team. */
  readonly team2: Named
}

/** Series that have not begun, by start. */
export interface Schedule extends List {
  /** The items, in the order that the operation names. */
  readonly schedule: readonly ScheduledSeries[]
}

/** How a team or player fared with a champion. */
export interface ChampionResults {
  /** The champion. */
  readonly champion: Named
  /** Games with it. */
  readonly games: number
  /** Games won. */
  readonly wins: number
  /** Percentage of them, 0-100. */
  readonly winRate: number
  /** Kills and assists for each death; null where not known. */
  readonly kda: number | null
  /** Games that kda rests on; null where it was not counted. */
  readonly kdaGames: number | null
}

/** Share of games won on each side; null without a game on it. */
export interface SideWinRate {
  /** Share of the games on the blue side that were won, 0-1; null without one. */
  readonly blue: number | null
  /** Share of the games on the red side that were won, 0-1; null without one. */
  readonly red: number | null
}

/** What the shares of both sides rest on. */
export interface SideGames {
  /** Games on the blue side; null where it was not counted. */
  readonly blue: number | null
  /** Games on the red side; null where it was not counted. */
  readonly red: number | null
}

/** What a number rests on. */
export interface Sample {
  /** Games that the number rests on. */
  readonly games: number
  /** These games, or published averages of their seasons. */
  readonly from: 'games' | 'season'
}

/** A team over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface TeamDetail extends Span {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** Current name of the team. */
  readonly name: string
  /** Averages; null where nothing is known. */
  readonly stats: TeamStats
  /** Sample behind the record and each of stats. */
  readonly samples: TeamSamples
  /** Shares of games won, by side. */
  readonly sideWinRate: SideWinRate
  /** Games that the shares of sideWinRate rest on. */
  readonly sideGames: SideGames
  /** Most games first, then champion id; kda rests on kdaGames. */
  readonly championPool: readonly ChampionResults[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly TeamSeason[]
}

/** Null where too few games tell it. */
export interface TeamStats {
  /** Games counted. */
  readonly games: number
  /** Gold of the team in a minute. */
  readonly gpm: number | null
  /** Minions and monsters that the team killed in a minute. */
  readonly csPerMin: number | null
  /** Kills and assists for each death. */
  readonly kda: number | null
  /** Minutes of a game. */
  readonly avgGameMinutes: number | null
  /** Share of games with the first kill, 0-1. */
  readonly firstBloodRate: number | null
  /** Share of games with the first tower, 0-1. */
  readonly firstTowerRate: number | null
  /** Share of games with the first dragon, 0-1. */
  readonly firstDragonRate: number | null
  /** Dragons slain in a game. */
  readonly dragonsPerGame: number | null
  /** Barons slain in a game. */
  readonly baronsPerGame: number | null
  /** Towers destroyed in a game. */
  readonly towersPerGame: number | null
  /** Kills of the team in a game. */
  readonly killsPerGame: number | null
  /** Deaths of the team in a game. */
  readonly deathsPerGame: number | null
  /** Gold ahead of the other team after 15 minutes; below 0 behind it. */
  readonly goldDiffAt15: number | null
}

/** Of the record and of each number; null where the number is. */
export type TeamSamples = Readonly<Record<'record' | Exclude<keyof TeamStats, 'games'>, Sample | null>>

/** A team in one year. */
export interface TeamSeason extends Season {
  /** Averages; null where nothing is known. */
  readonly stats: TeamStats
  /** Sample behind the record and each of stats. */
  readonly samples: TeamSamples
}

/** A player over the span from `statsFromUtc` to `statsToUtc`, and over each season. */
export interface PlayerDetail extends Player, Span {
  /** Averages; null where nothing is known. */
  readonly stats: PlayerStats
  /** Sample behind the record and each of stats. */
  readonly samples: PlayerSamples
  /** Most games first, then champion id; kda rests on kdaGames. */
  readonly championPool: readonly ChampionResults[]
  /** Every season with a game, newest first. */
  readonly seasons: readonly PlayerSeason[]
}

/** Null where too few games tell it. */
export interface PlayerStats {
  /** Games counted. */
  readonly games: number
  /** Kills and assists for each death. */
  readonly kda: number | null
  /** Minions and monsters killed in a minute. */
  readonly csPerMin: number | null
  /** Share of the team's gold, 0-1. */
  readonly goldShare: number | null
  /** Share of the team's kills with a kill or an assist, 0-1. */
  readonly killParticipation: number | null
  /** Kills in a game. */
  readonly killsPerGame: number | null
  /** Deaths in a game. */
  readonly deathsPerGame: number | null
  /** Assists in a game. */
  readonly assistsPerGame: number | null
}

/** Of the record and of each number; null where the number is. */
export type PlayerSamples = Readonly<Record<'record' | Exclude<keyof PlayerStats, 'games'>, Sample | null>>

/** A player in one year. */
export interface PlayerSeason extends Season {
  /** Averages; null where nothing is known. */
  readonly stats: PlayerStats
  /** Sample behind the record and each of stats. */
  readonly samples: PlayerSamples
}

/** Counts and shares are those of the maps played so far. */
export interface TournamentDetail extends Tournament {
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin; null where no game is known. UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** Where they end, never after the data date; null where no game is known. UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Maps played so far. */
  readonly games: number
  /** The winner first, then by series won; null where not all games were counted. */
  readonly teams:
    | readonly {
        /** The team. */
        readonly team: Named
        /** Maps played. */
        readonly games: number
        /** In maps. */
        readonly record: string
        /** In series; drawn and unfinished ones count in neither. */
        readonly seriesRecord: string
      }[]
    | null
  /** Winner of the last series of the play-offs; null until 21 days after it, where series are missing, and for qualifiers. */
  readonly winnerTeam: Named | null
  /** Shares of games won, by side. */
  readonly sideWinRate: SideWinRate
  /** Games that the shares of sideWinRate rest on. */
  readonly sideGames: SideGames
  /** Objectives that only one side takes first; null where too few games tell it. */
  readonly firstObjectiveRates: {
    /** The first kill. */
    readonly blood: FirstObjectiveRate | null
    /** The first tower. */
    readonly tower: FirstObjectiveRate | null
    /** The first dragon. */
    readonly dragon: FirstObjectiveRate | null
    /** The first Rift Herald. */
    readonly herald: FirstObjectiveRate | null
    /** The first Baron. */
    readonly baron: FirstObjectiveRate | null
  }
  /** Games with lines of single players; below a quarter of all there are no leaders. */
  readonly leaderGames: number | null
  /** At most five players, best first, then by id; at least five games that tell it, and half as many as whoever has most. */
  readonly leaders: {
    /** Kills and assists for each death. At most 5 items. */
    readonly kda: readonly Leader[]
    /** Minions and monsters killed in a minute. At most 5 items. */
    readonly csPerMin: readonly Leader[]
    /** Share of the team's kills, 0-1. At most 5 items. */
    readonly killParticipation: readonly Leader[]
    /** Share of the team's gold, 0-1. At most 5 items. */
    readonly goldShare: readonly Leader[]
  }
}

/** Who takes an objective first, and whether that side wins. */
export interface FirstObjectiveRate {
  /** Share of games in which blue took it first, 0-1. */
  readonly blueShare: number
  /** Share of games won by the side that took it first, 0-1. */
  readonly winShare: number
  /** Games that tell it: ten at least, and a quarter of all. */
  readonly games: number | null
}

/** A player among the best of a tournament in one statistic. */
export interface Leader {
  /** The player. */
  readonly player: Named
  /** The team there; null where not known. */
  readonly team: Named | null
  /** The average, in the unit of the statistic. */
  readonly value: number
  /** Games that it rests on; null where it was not counted. */
  readonly games: number | null
}

/** Which prices a call of `odds` asks for. @default winner */
export type Markets = 'winner' | 'all'

export interface WinnerOdds extends Captured {
  /** Prices by market. */
  readonly markets: WinnerMarket
}

export interface AllOdds extends Captured {
  /** Prices by market; null where nothing is published. */
  readonly markets: AllMarkets
  /** Winner of a map; null where nothing is published. At most 5 items. */
  readonly mapWinners: readonly MapWinner[] | null
}

/** The series that prices are for. */
export interface OddsMatch {
  /** The id of the series in the schedule. 1-120 characters. */
  readonly esportsMatchId: string
  /** The league, as the schedule names it. 1-120 characters. */
  readonly league: string
  /** Most maps of the series. */
  readonly bestOf: BestOf
  /** When the series is to begin. UTC, without a suffix. */
  readonly scheduledUtc: string
  /** The team that is named first. */
  readonly team1: Named
  /** The other team. */
  readonly team2: Named
}

/** What `markets: 'winner'` gives. */
export interface WinnerMarket {
  /** Winner of the series. */
  readonly seriesWinner: readonly [TeamPrice, TeamPrice]
}

/** What `markets: 'all'` gives; null where not published. */
export interface AllMarkets {
  /** Winner of the series. */
  readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null
  /** Winner of the series with maps added. At most 100 items. */
  readonly handicap: readonly Handicap[] | null
  /** Number of maps of the series. At most 100 items. */
  readonly totalMaps: readonly OverUnder[] | null
  /** Its final score. At most 100 items. */
  readonly correctScore: readonly ScorePrice[] | null
  /** Total of a statistic in one map. At most 500 items. */
  readonly mapTotals: readonly MapTotal[] | null
  /** Total of a statistic over all maps. At most 500 items. */
  readonly matchTotals: readonly MatchTotal[] | null
  /** Team with more kills in a map, with some added. At most 500 items. */
  readonly killHandicap: readonly KillHandicap[] | null
}

/** Decimal odds on one team. */
export interface TeamPrice {
  /** The team. */
  readonly team: Named
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly bid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly ask: number | null
  /** Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1. */
  readonly takeDecimalOdds: number | null
}

/** Decimal odds on one team with a handicap. */
export interface LinePrice extends TeamPrice {
  /** Number added to the result of the team. -10000000 to 10000000. */
  readonly line: number
}

/** The line is the absolute value; the two prices have it with opposite signs. */
export interface Handicap {
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Both teams. */
  readonly odds: readonly [LinePrice, LinePrice]
}

/** Decimal odds on how many maps are played. */
export interface OverUnder {
  /** The handicap without its sign, or what is between over and under. 0-10000000. */
  readonly line: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly over: number
  /** Decimal odds; of an order book the fair mid price, which nobody can take. Above 1, at most 1000. */
  readonly under: number
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly overBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly overAsk: number | null
  /** Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1. */
  readonly overTakeDecimalOdds: number | null
  /** Best offer to buy a contract that pays 1, 0-1; null where it is not known. */
  readonly underBid: number | null
  /** Best offer to sell one, 0-1; null where it is not known. */
  readonly underAsk: number | null
  /** Decimal odds that a person could take, 1 / (ask + fee); null where they are not known. Above 1. */
  readonly underTakeDecimalOdds: number | null
}

/** A score has the form `2-1`. */
export interface ScorePrice extends TeamPrice {
  /** Final score in maps; the team is the winner. */
  readonly score: string
}

/** An open list: expect words that are not in it. */
export type Stat = 'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})

/** Decimal odds on a count over the whole series. */
export interface MatchTotal extends OverUnder {
  /** Open list: kills, towers, dragons, barons, inhibitors today. */
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
  /** Both teams. */
  readonly odds: readonly [TeamPrice, TeamPrice]
}

/** A member of the consensus. */
export type BaseModel = 'fasttree' | 'lightgbm' | 'pcasweep'

/** A member, or the consensus of all. */
export type Model = 'fasttree' | 'lightgbm' | 'pcasweep' | 'consensus'

/** Most maps of a series. @default 3 */
export type BestOf = 1 | 3 | 5

/** The side of the higher calibrated probability; a tie is blue. */
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
  /** The seat. */
  readonly role: Role
  /** Its name; case, spaces and punctuation do not matter. */
  readonly champion: string
}

/** Each role once, in any order. */
export type Picks = readonly [Pick, Pick, Pick, Pick, Pick]

/** The answer of any model; `Prediction` is that of one. */
export interface AnyPrediction extends Forecast, Chances {
  readonly odds?: PredictionOdds
  /** Only for consensus: fasttree, lightgbm, pcasweep in this order. */
  readonly models?: readonly [AnyMemberPrediction, AnyMemberPrediction, AnyMemberPrediction]
  readonly explanation?: Explanation
}

/** The chances of any member. */
export interface AnyMemberPrediction extends Chances {
  /** The member. */
  readonly model: BaseModel
  /** Share of the consensus, 0-1: its probabilities are the sums of weight * probability. */
  readonly weight: number
}

/** Only when a price was given. EV is p * odds - 1; fields of a missing price are null. */
export interface PredictionOdds {
  /** Decimal odds of blue, as given. Above 1, at most 1000. */
  readonly blue: number | null
  /** Decimal odds of red, as given. Above 1, at most 1000. */
  readonly red: number | null
  /** Sum of 1 / price less 1; null unless both were given. At least -0.1. */
  readonly margin: number | null
  /** The market's chance, without its margin by Shin's method; null unless both prices were given. 0-1. */
  readonly marketBlueProbability: number | null
  /** 1 - marketBlueProbability. 0-1. */
  readonly marketRedProbability: number | null
  /** Expected profit of a stake of 1 on blue, at blueWinProbability. At least -1. */
  readonly blueEv: number | null
  /** Expected profit of a stake of 1 on red, at redWinProbability. At least -1. */
  readonly redEv: number | null
  /** Expected profit of a stake of 1 on blue, at calibratedBlueWinProbability. At least -1. */
  readonly calibratedBlueEv: number | null
  /** Expected profit of a stake of 1 on red, at calibratedRedWinProbability. At least -1. */
  readonly calibratedRedEv: number | null
}

/** Only with explain, why the chance is what it is: the stages add up to logit and points of the calibrated chance. Models and calibration curves differ by format, so a favourite can have less in a best-of-5 than in a best-of-3. */
export interface Explanation extends Change {
  /** Code of the league whose history was used. */
  readonly league: string | null
  /** Shares of the models in the answer; 1 for a model alone. */
  readonly weights: {
    /** Its share, 0-1. */
    readonly fasttree?: number
    /** Its share, 0-1. */
    readonly lightgbm?: number
    /** Its share, 0-1. */
    readonly pcasweep?: number
  }
  /** From even teams to the calibrated chance, in order: draft with picks, age on old data, market with both prices only. */
  readonly stages: readonly ExplanationStage[]
  /** Value of a bet at the prices; null without a price. */
  readonly value: {
    /** Value of a bet on blue; null without its price. */
    readonly blue: SideValue | null
    /** Value of a bet on red; null without its price. */
    readonly red: SideValue | null
  } | null
}

/** One step, the chance of blue after it, and the parts that add up to it. */
export interface ExplanationStage extends Change {
  /** The step. */
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
  /** The chance of blue after the stage, 0-1. */
  readonly probability: number
  /** Stages scale and age: factor of the log odds. */
  readonly factor?: number
  /** Stage doubt: standard deviation of the strength, in log odds of a game. */
  readonly sd?: number
  /** Stage leagueSlope: factor of the log odds. */
  readonly slope?: number
  /** Stage age: days that the data are old. */
  readonly days?: number
  /** Stage market: weight of the models against it. */
  readonly weight?: number
  /** Stage market: chance of blue by the prices, without their margin. 0-1. */
  readonly marketProbability?: number
  /** They add up to the stage; none where it is one thing. */
  readonly parts: readonly ExplanationPart[]
}

/** What one thing moved in a stage. */
export type ExplanationPart =
  | (Change & {
      /** Subject of the part. */
      readonly part: 'league'
      /** Code of the home league; null where none is known. */
      readonly blue: string | null
      /** Code of the home league; null where none is known. */
      readonly red: string | null
    })
  | (Change & {
      /** Subject of the part. */
      readonly part: 'team' | 'experience'
    })
  | (Change & {
      /** Subject of the part. */
      readonly part: 'player'
      readonly role: Role
      /** Null where the lineup or the name is not known. */
      readonly blue: Named | null
      /** Null where the lineup or the name is not known. */
      readonly red: Named | null
    })
  | (Change & {
      /** Subject of the part. */
      readonly part: 'champion'
      /** The side that picked it. */
      readonly side: Side
      readonly role: Role
      /** The pick. */
      readonly champion: Named
    })
  | (Change & {
      /** Subject of the part. */
      readonly part: BaseModel
      /** A group of the features that models read. */
      readonly source: 'rating' | 'seasonKills' | 'creepScore' | 'form' | 'seasonWins' | 'headToHead' | 'schedule'
    })
  | (Change & {
      /** Subject of the part. */
      readonly part: BaseModel
    })

/** Expected value per unit of stake: at even teams, and at the answer. */
export interface SideValue {
  /** The price that was given. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** The chance at which the price is worth nothing, 1 / decimalOdds. 0-1. */
  readonly breakEven: number
  /** Expected value at even teams. At least -1. */
  readonly evAtEven: number
  /** Calibrated expected value: evAtEven plus decimalOdds * points / 100 of every stage, for red minus. At least -1. */
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
  /** Chance of blue, calibrated, 0-1; anchored to the market when both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  /** The captured odds that selections are set beside; null without any for this series. */
  readonly book: {
    /** The id of the series in the schedule. */
    readonly esportsMatchId: string
    /** When they were captured. UTC, without a suffix. */
    readonly capturedAtUtc: string
    /** Whether they are the last before the start. */
    readonly isClosingLine: boolean
  } | null
  readonly markets: DerivedMarkets
}

/** From the standing on. Of two selections blue, or over, is the first, and the second is 1 - the first. */
export interface DerivedMarkets {
  /** Winner of the series, blue first. */
  readonly seriesWinner: readonly [TeamSelection, TeamSelection]
  /** By blue's line, -1.5 first; the line is the absolute value, over the whole series. */
  readonly handicap: readonly {
    /** The handicap in maps. */
    readonly line: number
    /** Both teams, blue first. */
    readonly odds: readonly [LineSelection, LineSelection]
  }[]
  /** Number of maps of the series, the smallest line first. */
  readonly totalMaps: readonly {
    /** Maps between over and under. */
    readonly line: number
    /** More maps than the line. */
    readonly over: Selection
    /** Fewer maps than the line. */
    readonly under: Selection
  }[]
  /** All final scores, blue's best first, red's best last. */
  readonly correctScore: readonly ScoreSelection[]
  /** Maps after the standing: the chance that each is played, and the chances of the teams if it is. */
  readonly mapWinner: readonly {
    /** Number of the map in the series, from 1. */
    readonly map: number
    /** Chance that it is played, 0-1. */
    readonly played: number
    /** Winner of the map if it is played, blue first. */
    readonly odds: readonly [TeamSelection, TeamSelection]
  }[]
}

/** An outcome to bet on. */
export interface Selection {
  /** Our calibrated chance, 0-1. */
  readonly probability: number
  /** Decimal odds without a margin, 1 / probability; null at 0. At least 1. */
  readonly fairOdds: number | null
  /** The captured price; null without one. */
  readonly book: BookPrice | null
}

/** An outcome for one team. */
export interface TeamSelection extends Selection {
  /** The team that is bet on. */
  readonly team: Named
}

/** A team with its handicap in maps. */
export interface LineSelection extends TeamSelection {
  /** Maps added to those of the team. */
  readonly line: number
}

/** A final score. */
export interface ScoreSelection extends Selection {
  /** The winner, whose maps the score has first. */
  readonly team: Named
  /** Maps of the winner, then of the loser. */
  readonly score: string
}

/** A captured price of a selection. */
export interface BookPrice {
  /** The captured decimal odds; of an order book the fair mid price. Above 1, at most 1000. */
  readonly decimalOdds: number
  /** Decimal odds that a person can take, after the fee; null where they are not known. Above 1. */
  readonly takeDecimalOdds: number | null
  /** Price that `ev` is at: `mid` is decimalOdds, `take` is takeDecimalOdds. */
  readonly price: 'take' | 'mid'
  /** The market's own, without its margin by Shin's method; null where not every score has a price. 0-1. */
  readonly probability: number | null
  /** Sum of 1 / decimalOdds over all outcomes less 1; null where not all have one. */
  readonly margin: number | null
  /** Our probability * the price - 1. At least -1. */
  readonly ev: number
}

/** Credits of the account and calls of this month. */
export interface Usage {
  /** The sum of free, plan and topUp; equals X-Credits-Remaining. */
  readonly creditsRemaining: number
  /** Free credits of the UTC month. */
  readonly free: {
    /** Credits given each month. */
    readonly monthly: number
    /** Credits left of them. */
    readonly remaining: number
    /** When the month began. UTC, without a suffix. */
    readonly periodStartUtc: string
    /** When the next one begins. UTC, without a suffix. */
    readonly resetsAtUtc: string
  }
  /** Credits of a plan; null without one. */
  readonly plan: {
    /** Name of the plan. */
    readonly name: string
    /** Credits given each period. */
    readonly perPeriod: number
    /** Credits left of them. */
    readonly remaining: number
    /** When the next period begins. UTC, without a suffix. */
    readonly resetsAtUtc: string
  } | null
  /** Credits that were bought or granted and stay until they are spent. */
  readonly topUp: {
    /** Credits left. */
    readonly remaining: number
  }
  /** Credits by UTC day and month, refunds subtracted. A broken line is refunded; where a part of the answer may have been read, ten times an hour. */
  readonly used: {
    /** Since midnight UTC. */
    readonly today: number
    /** Since its first day. */
    readonly thisMonth: number
  }
  /** Calls of this month, by what was asked for. */
  readonly calls: readonly OperationCalls[]
  /** Rate of the key that asked. */
  readonly rateLimit: {
    /** Requests allowed in a window. */
    readonly limit: number
    /** Length of the window, in seconds. */
    readonly windowSeconds: number
    /** Requests left now. */
    readonly remaining: number
    /** Seconds until the oldest request leaves the window. */
    readonly resetSeconds: number
  }
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Identity of the models and tables that answered; equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** The key that asked. */
  readonly key: {
    /** Its public part, as logs and statements show it. */
    readonly id: string
    /** Name that its owner gave it. */
    readonly name: string
    /** First characters of the key. */
    readonly prefix: string
    /** When it was made. UTC, without a suffix. */
    readonly createdAtUtc: string
  }
}

/** What is charged for. */
export type Operation = 'team' | 'player' | 'tournament' | 'odds' | 'predict' | 'predict-draft' | 'markets'

/** Calls of one operation this month. */
export interface OperationCalls {
  /** Operation that was charged. */
  readonly operation: Operation
  /** The model asked for; null where there is no choice. */
  readonly model: Model | null
  /** Charged calls. */
  readonly calls: number
  /** Credits that they cost. */
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
  | 'account_banned'
  | 'insufficient_credits'
  | 'not_found'
  | 'team_not_found'
  | 'player_not_found'
  | 'tournament_not_found'
  | 'odds_not_available'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'idempotency_in_progress'
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

/** An answer that lists something. */
interface List {
  /** The number of items. */
  readonly count: number
  /** With limit: how many fit. */
  readonly total?: number
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Identity of the models and tables that answered; equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Likely meanings of a name, best first; absent where nothing is near. At most 8 items. */
  readonly candidates?: readonly Candidate[]
}

/** What a record rests on. */
interface Coverage {
  /** Games of the team, of a player those of every team that they played for. */
  readonly teamGames: number
  /** Games whose five players are known. */
  readonly lineups: number
}

/** The record of a span of time. */
interface Span {
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Where the statistics begin; null where no game is known. UTC, without a suffix. */
  readonly statsFromUtc: string | null
  /** Where they end, never after the data date; null where no game is known. UTC, without a suffix. */
  readonly statsToUtc: string | null
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100; null without a game. */
  readonly winRate: number | null
  /** Games behind the record; null where it is a published total, and where they were not counted. */
  readonly coverage: Coverage | null
}

/** The record of one year. */
interface Season {
  /** The year. */
  readonly season: string
  /** Codes of the leagues played in. */
  readonly leagues: readonly string[]
  /** Games counted. */
  readonly games: number
  /** Games won and lost. */
  readonly record: string
  /** Percentage of games won, 0-100; null without a game. */
  readonly winRate: number | null
  /** Games behind the record; null where it is a published total, and where they were not counted. */
  readonly coverage: Coverage | null
}

/** A team of a forecast. */
interface PredictedTeam {
  /** Id that other calls take, at least 1. */
  readonly id: number
  /** Current name of the team. */
  readonly name: string
  /** Only of a team without a game within 180 days before the data date. */
  readonly active?: false
  /** Beside active: start of its last game; null where none is known. UTC, without a suffix. */
  readonly lastGameUtc?: string | null
}

/** A league, and how it was found. */
interface PredictionLeague {
  /** Its code. */
  readonly code: string
  /** Name that people use. */
  readonly name: string
  /** Found in the tournament label, or the home league that both teams share. */
  readonly source: 'label' | 'teams'
}

/** The question of a forecast, and its data. */
interface Forecast {
  /** The team on the blue side. */
  readonly blueTeam: PredictedTeam
  /** The team on the red side. */
  readonly redTeam: PredictedTeam
  /** The model that answers. */
  readonly model: Model
  /** Most maps of the series: as requested, else 3. */
  readonly bestOf: BestOf
  /** The league whose history was used; null where none was found. */
  readonly league: PredictionLeague | null
  /** The date that the forecast is for, UTC, without a suffix: today, at the earliest that of the data. Equal requests on one date have equal answers while `artifacts` is the same. */
  readonly asOfUtc: string
  /** The data date: start of the last game learned. UTC, without a suffix. */
  readonly dataThroughUtc: string
  /** Identity of the models and tables that answered; equal to the header `X-Artifacts`. */
  readonly artifacts: string
  /** Only where the data are of the day of the forecast. */
  readonly moment?: 'at the data date'
}

/** Chances to win the series. */
interface Chances {
  /** Chance of blue as the model says it, 0-1. */
  readonly blueWinProbability: number
  /** 1 - blueWinProbability. 0-1. */
  readonly redWinProbability: number
  /** Chance of blue, calibrated, 0-1; anchored to the market when both prices were given. */
  readonly calibratedBlueWinProbability: number
  /** 1 - calibratedBlueWinProbability. 0-1. */
  readonly calibratedRedWinProbability: number
  readonly winner: Side
}

/** A change of the chance of blue. */
interface Change {
  /** Change of the log odds of blue. */
  readonly logit: number
  /** Change of the chance of blue, in percentage points. */
  readonly points: number
}

/** A capture of prices. */
interface Captured {
  /** The series. */
  readonly match: OddsMatch
  /** When they were captured. UTC, without a suffix. */
  readonly capturedAtUtc: string
  /** Whether they are the last before the start. */
  readonly isClosingLine: boolean
  /** Source that captured it; absent where it is not known. */
  readonly source?: string
  /** Fee that the venue takes from a buyer at the ask p, for each contract: rate * (p * (1 - p)) ^ exponent. */
  readonly fee: {
    /** Name of the fee rule, as its venue has it. */
    readonly name: string
    /** The rate of the rule. 0-1. */
    readonly rate: number
    /** The exponent of the rule. 0-10. */
    readonly exponent: number
    /** The fee of a contract is rounded up to a multiple of it. 1e-9-1. */
    readonly roundedUpTo?: number
  } | null
  /** `mid` where some selection has no price that is known to be there to take. */
  readonly price: 'take' | 'mid'
}

/** Blue by name. */
interface ByBlueName {
  /** Name or alias, compared without case, spaces and punctuation. Trimmed before its length is counted. 1-80 characters. */
  readonly blueTeam: string
  /** Never beside blueTeam. */
  readonly blueTeamId?: never
}

/** Blue by id. */
interface ByBlueId {
  /** Never beside blueTeamId. */
  readonly blueTeam?: never
  /** This or blueTeam, not both. */
  readonly blueTeamId: number
}

/** Red by name. */
interface ByRedName {
  /** Name or alias, compared without case, spaces and punctuation. Trimmed before its length is counted. 1-80 characters. */
  readonly redTeam: string
  /** Never beside redTeam. */
  readonly redTeamId?: never
}

/** Red by id. */
interface ByRedId {
  /** Never beside redTeamId. */
  readonly redTeam?: never
  /** This or redTeam, not both. */
  readonly redTeamId: number
}

/** Options of every request for a forecast. */
interface Asked {
  /** The model that answers. @default fasttree */
  readonly model?: Model
  /** Decimal odds of blue. Above 1, at most 1000. */
  readonly oddsBlue?: number
  /** Decimal odds of red. Above 1, at most 1000. */
  readonly oddsRed?: number
  /** League and season label, free-form: one that no league fits selects none. Trimmed before its length is counted. 1-120 characters. */
  readonly tournament?: string
  /** Most maps of the series. @default 3 */
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
  /** Maps won so far, at most those that win the series and by one team only; none by default. */
  readonly standing?: Standing
}

/** Something that a name may mean. */
interface Candidate {
  /** Its id; absent where a word and no id is meant. */
  readonly id?: number
  /** Its present name, or the word. */
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
