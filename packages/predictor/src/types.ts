import type { Standing } from '@riftline/core/market'

/** The shared nouns of the prediction path; the wire shapes are those of `POST /v1/predict` and `/v1/predict-draft`. */

/** A label of a team: the request says which one is blue. */
export type Side = 'blue' | 'red'

/** The members of the consensus, in the order in which they are listed everywhere. */
export const baseModels = ['fasttree', 'lightgbm', 'pcasweep'] as const
/** A member by its name. */
export type BaseModel = (typeof baseModels)[number]
/** Values of a request's `model`. */
export const modelNames: readonly [...typeof baseModels, 'consensus'] = [...baseModels, 'consensus']
/** A member, or their consensus. */
export type ModelName = (typeof modelNames)[number]

/** Most maps of a series. */
export type BestOf = 1 | 3 | 5

/** In the order in which a draft is read. */
export const pickRoles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const
/** A seat of a team, in a draft. */
export type PickRole = (typeof pickRoles)[number]

/** A champion that a draft has picked, by any of its names. */
export interface Pick {
  readonly role: PickRole
  readonly champion: string
}

/** The two teams of a request, each by id or by name. */
export type RequestedTeams = (
  | { readonly blueTeamId: number; readonly blueTeam?: undefined }
  | { readonly blueTeam: string; readonly blueTeamId?: undefined }
) &
  (
    | { readonly redTeamId: number; readonly redTeam?: undefined }
    | { readonly redTeam: string; readonly redTeamId?: undefined }
  )

/** Picks of both sides, five each, or of neither. */
export type RequestedPicks =
  | { readonly bluePicks: readonly Pick[]; readonly redPicks: readonly Pick[] }
  | { readonly bluePicks?: undefined; readonly redPicks?: undefined }

/** Fields of a request beside teams and picks. */
export interface RequestOptions {
  /** Default `fasttree`. */
  readonly model?: ModelName | undefined
  /** Decimal odds. Prices of both whose inverses sum to less than 0.9 are refused. */
  readonly oddsBlue?: number | undefined
  readonly oddsRed?: number | undefined
  /** A label of league and season; one that no league fits selects none. */
  readonly tournament?: string | undefined
  /** Default 3. */
  readonly bestOf?: BestOf | undefined
}

/** The body of `POST /v1/predict`, or of `/v1/predict-draft` when it has picks. */
export type PredictRequest = RequestedTeams &
  RequestedPicks &
  RequestOptions & { readonly explain?: boolean | undefined }

/** The body of `POST /v1/markets`: that of a prediction, with or without the picks of the next map. Default of the standing: none. */
export type MarketsRequest = RequestedTeams &
  RequestedPicks &
  RequestOptions & { readonly standing?: Standing | undefined }

/** A team of the catalogue. */
export interface TeamRef {
  readonly id: number
  readonly name: string
}

/** A team of a forecast. */
export interface PredictedTeam extends TeamRef {
  /** Only of a team without a game within 180 days before the data date: its rating is as old as its last game. */
  readonly active?: false
  /** Beside `active`: UTC, `YYYY-MM-DDTHH:mm:ss`; null where no game is known. */
  readonly lastGameUtc?: string | null
}

/** A validated request whose names are resolved: what the feature code reads. Champions are ids in role order (TOP to SUPPORT). */
export interface Matchup {
  readonly blue: TeamRef
  readonly red: TeamRef
  readonly model: ModelName
  readonly bestOf: BestOf
  /** League code of the catalogue, or null where the label is absent or unknown. */
  readonly league: string | null
  readonly odds: { readonly blue: number | null; readonly red: number | null }
  readonly draft: { readonly blue: readonly number[]; readonly red: readonly number[] } | null
  /** Whether the answer has an explanation. */
  readonly explain: boolean
}

/** The matchup of a `MarketsRequest`: a series at any standing; the draft is that of the next map. */
export interface MarketsMatchup extends Matchup {
  readonly standing: Standing
}

/** Probabilities of a series win, 0 to 1, raw and calibrated; the calibrated pair is anchored when both odds were given. */
export interface WinProbabilities {
  readonly blueWinProbability: number
  readonly redWinProbability: number
  readonly calibratedBlueWinProbability: number
  readonly calibratedRedWinProbability: number
  /** The side of the higher calibrated chance; blue where they are equal. */
  readonly winner: Side
}

/** A member of the consensus. */
export interface MemberPrediction extends WinProbabilities {
  readonly model: BaseModel
  /** Share of the consensus; the probabilities of the members by their weights sum to those of the consensus. */
  readonly weight: number
}

/** The league whose history a forecast used, and how it was found: in the label, or as the home league of both teams. */
export interface PredictionLeague {
  readonly code: string
  readonly name: string
  readonly source: 'label' | 'teams'
}

/** Expected value per unit stake; null where the price of that side is missing. */
export interface PredictionOdds {
  readonly blue: number | null
  readonly red: number | null
  /** Sum of 1 / price less 1; null unless both were given. */
  readonly margin: number | null
  /** The market's chance of each side, without its margin by Shin's method; null unless both prices were given. */
  readonly marketBlueProbability: number | null
  readonly marketRedProbability: number | null
  readonly blueEv: number | null
  readonly redEv: number | null
  readonly calibratedBlueEv: number | null
  readonly calibratedRedEv: number | null
}

/** Identity of a forecast: equal requests have equal answers where these are equal. */
export interface ForecastIdentity {
  readonly blueTeam: PredictedTeam
  readonly redTeam: PredictedTeam
  readonly model: ModelName
  /** Best-of of the request, else 3. */
  readonly bestOf: BestOf
  /** Null where no label selects one and the teams do not share one. */
  readonly league: PredictionLeague | null
  /** The UTC date that the forecast is for, `2026-11-28`. The age of the data counts in whole days up to it. */
  readonly asOfUtc: string
  /** Start of the last game that the forecast knows, UTC, `YYYY-MM-DDTHH:mm:ss`. */
  readonly dataThroughUtc: string
  /** The artifacts: the first 12 hexadecimal digits of the SHA-256 of their manifest. */
  readonly artifacts: string
}

/** The answer of `POST /v1/predict` and `/v1/predict-draft`. */
export interface Prediction extends ForecastIdentity, WinProbabilities {
  /** Only where the caller named no moment, or none after the day up to which the data are complete. Servers and commands name theirs. */
  readonly moment?: 'at the data date'
  readonly odds?: PredictionOdds
  readonly models?: readonly MemberPrediction[]
  /** Only where the request asks for it. */
  readonly explanation?: Explanation
}

/** Contribution of a step to an explanation, seen from blue: to the log odds, and to the chance in percentage points. */
export interface Share {
  readonly logit: number
  readonly points: number
}

/**
 * A forecast taken apart on its way from even teams to the answer: the stages add up to `logit` and `points`, which are those of
 * the calibrated chance of blue against one half. Turning the request around turns every sign.
 */
export interface Explanation extends Share {
  /** Code of the league whose history was used. */
  readonly league: string | null
  /** Shares of the models in the answer; 1 for a model alone. */
  readonly weights: Readonly<Partial<Record<BaseModel, number>>>
  readonly stages: readonly ExplanationStage[]
  /** Worth of the chance at the prices of the request; null without any. */
  readonly value: Readonly<Record<Side, SideValue | null>> | null
}

/** In the order of the way. `draft` with picks only, `age` on old data only, `market` with both prices only. */
export const stageNames = [
  'rating',
  'scale',
  'doubt',
  'bestOf',
  'leagueSlope',
  'models',
  'calibration',
  'draft',
  'age',
  'market',
] as const
/** A stage by its name. */
export type StageName = (typeof stageNames)[number]

/** One step, the chance of blue after it, the numbers behind it, and its parts, which add up to it; none where it is one thing. */
export interface ExplanationStage extends Share {
  readonly stage: StageName
  readonly probability: number
  /** `scale`: factor of the difference of strength. `age`: share of the log odds that is left. */
  readonly factor?: number
  /** `doubt`: standard deviation of the strength in logits of a game. */
  readonly sd?: number
  /** `leagueSlope`: factor of the log odds. */
  readonly slope?: number
  /** `age`: days since the data. */
  readonly days?: number
  /** `market`: weight of the models against the market, in log odds. */
  readonly weight?: number
  /** `market`: chance of blue by the prices, without their margin. */
  readonly marketProbability?: number
  readonly parts: readonly ExplanationPart[]
}

/** Groups of features that models read. */
export const featureSources = [
  'rating',
  'seasonKills',
  'creepScore',
  'form',
  'seasonWins',
  'headToHead',
  'schedule',
] as const
/** A group by its name. */
export type FeatureSource = (typeof featureSources)[number]

/** Subject of a part of a stage. */
export type PartLabel =
  | { readonly part: 'league'; readonly blue: string | null; readonly red: string | null }
  | { readonly part: 'team' | 'experience' }
  | { readonly part: 'player'; readonly role: PickRole; readonly blue: TeamRef | null; readonly red: TeamRef | null }
  | { readonly part: 'champion'; readonly side: Side; readonly role: PickRole; readonly champion: TeamRef }
  | { readonly part: BaseModel; readonly source: FeatureSource }
  | { readonly part: BaseModel }
/** A part with its share of the stage. */
export type ExplanationPart = PartLabel & Share

/** Expected value per unit stake of one side: at even teams, and at the answer; the points of the stages lead from one to the other. */
export interface SideValue {
  readonly decimalOdds: number
  /** The chance at which a bet is worth nothing. */
  readonly breakEven: number
  readonly evAtEven: number
  readonly ev: number
}
