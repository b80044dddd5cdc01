import type { Standing } from '@riftline/core/market'

/** Shared types of the prediction path; the wire shapes are those of `POST /v1/predict` and `/v1/predict-draft`. */

/** Label of a team; the request determines which one is blue. */
export type Side = 'blue' | 'red'

/** The members of the consensus, in the order of every list. */
export const baseModels = ['fasttree', 'lightgbm', 'pcasweep'] as const
/** Name of a member. */
export type BaseModel = (typeof baseModels)[number]
/** Values of a request's `model`. */
export const modelNames: readonly [...typeof baseModels, 'consensus'] = [...baseModels, 'consensus']
/** Name of a member, or `consensus`. */
export type ModelName = (typeof modelNames)[number]

/** Greatest number of maps in a series. */
export type BestOf = 1 | 3 | 5

/** Roles in draft order. */
export const pickRoles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const
/** A team's seat in a draft. */
export type PickRole = (typeof pickRoles)[number]

/** A picked champion, by any of its names. */
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

/** Five picks of each side, or none. */
export type RequestedPicks =
  | { readonly bluePicks: readonly Pick[]; readonly redPicks: readonly Pick[] }
  | { readonly bluePicks?: undefined; readonly redPicks?: undefined }

/** Fields of a request besides teams and picks. */
export interface RequestOptions {
  /** Default `fasttree`. */
  readonly model?: ModelName | undefined
  /** Decimal odds. Two prices whose inverses sum to less than 0.9 are refused. */
  readonly oddsBlue?: number | undefined
  readonly oddsRed?: number | undefined
  /** Label of league and season; a label that fits no league is ignored. */
  readonly tournament?: string | undefined
  /** Default 3. */
  readonly bestOf?: BestOf | undefined
}

/** The body of `POST /v1/predict`, or of `/v1/predict-draft` if it has picks. */
export type PredictRequest = RequestedTeams &
  RequestedPicks &
  RequestOptions & { readonly explain?: boolean | undefined }

/** The body of `POST /v1/markets`: a prediction's, with or without picks of the next map. Default standing: before the first map. */
export type MarketsRequest = RequestedTeams &
  RequestedPicks &
  RequestOptions & { readonly standing?: Standing | undefined }

/** A team of the catalogue. */
export interface TeamRef {
  readonly id: number
  readonly name: string
}

/** A team in a forecast. */
export interface PredictedTeam extends TeamRef {
  /** Only for a team without a game within 180 days before the data date; its rating is as old as its last game. */
  readonly active?: false
  /** Present with `active`: UTC, `YYYY-MM-DDTHH:mm:ss`; null if no game is known. */
  readonly lastGameUtc?: string | null
}

/** A validated request with resolved names, the input of the features. Champions are ids in role order (TOP to SUPPORT). */
export interface Matchup {
  readonly blue: TeamRef
  readonly red: TeamRef
  readonly model: ModelName
  readonly bestOf: BestOf
  /** League code from the catalogue; null if the label is absent or unknown. */
  readonly league: string | null
  readonly odds: { readonly blue: number | null; readonly red: number | null }
  readonly draft: { readonly blue: readonly number[]; readonly red: readonly number[] } | null
  /** Whether the answer includes an explanation. */
  readonly explain: boolean
}

/** The resolved `MarketsRequest`: a series at any standing; the draft is that of the next map. */
export interface MarketsMatchup extends Matchup {
  readonly standing: Standing
}

/** Probabilities of a series win, 0 to 1, raw and calibrated; the calibrated pair is anchored when both odds were given. */
export interface WinProbabilities {
  readonly blueWinProbability: number
  readonly redWinProbability: number
  readonly calibratedBlueWinProbability: number
  readonly calibratedRedWinProbability: number
  /** The side with the higher calibrated chance; blue if they are equal. */
  readonly winner: Side
}

/** A member of the consensus. */
export interface MemberPrediction extends WinProbabilities {
  readonly model: BaseModel
  /** Weight in the consensus, whose probabilities are the weighted sums of the members'. */
  readonly weight: number
}

/** The league whose history a forecast used, and its origin: the label, or the home league of both teams. */
export interface PredictionLeague {
  readonly code: string
  readonly name: string
  readonly source: 'label' | 'teams'
}

/** Expected value per unit stake; null if that side has no price. */
export interface PredictionOdds {
  readonly blue: number | null
  readonly red: number | null
  /** Sum of 1 / price minus 1; null unless both were given. */
  readonly margin: number | null
  /** The market's chance of each side without the margin, by Shin's method; null unless both prices were given. */
  readonly marketBlueProbability: number | null
  readonly marketRedProbability: number | null
  readonly blueEv: number | null
  readonly redEv: number | null
  readonly calibratedBlueEv: number | null
  readonly calibratedRedEv: number | null
}

/** Identity of a forecast: if it is equal, equal requests have equal answers. */
export interface ForecastIdentity {
  readonly blueTeam: PredictedTeam
  readonly redTeam: PredictedTeam
  readonly model: ModelName
  /** Best-of of the request; default 3. */
  readonly bestOf: BestOf
  /** Null if no label selects a league and the teams do not share one. */
  readonly league: PredictionLeague | null
  /** UTC date of the forecast, `2026-11-28`. The age of the data is counted in whole days up to it. */
  readonly asOfUtc: string
  /** Start of the last game in the data, UTC, `YYYY-MM-DDTHH:mm:ss`. */
  readonly dataThroughUtc: string
  /** Id of the artifacts: the first 12 hexadecimal digits of the SHA-256 of their manifest. */
  readonly artifacts: string
}

/** The answer of `POST /v1/predict` and `/v1/predict-draft`. */
export interface Prediction extends ForecastIdentity, WinProbabilities {
  /** Present if the caller gave no moment, or none after the day up to which the data are complete. Servers and commands give theirs. */
  readonly moment?: 'at the data date'
  readonly odds?: PredictionOdds
  readonly models?: readonly MemberPrediction[]
  /** Present only if requested. */
  readonly explanation?: Explanation
}

/** Contribution of a step to an explanation, from blue's view: in log odds, and in percentage points of the chance. */
export interface Share {
  readonly logit: number
  readonly points: number
}

/**
 * A forecast in stages from even teams to the answer. The stages add up to `logit` and `points`, the distance of blue's calibrated
 * chance from one half. Swapping the teams of the request changes every sign.
 */
export interface Explanation extends Share {
  /** Code of the league whose history was used. */
  readonly league: string | null
  /** Weights of the models in the answer; 1 for a single model. */
  readonly weights: Readonly<Partial<Record<BaseModel, number>>>
  readonly stages: readonly ExplanationStage[]
  /** Value of a bet at the prices of the request; null without prices. */
  readonly value: Readonly<Record<Side, SideValue | null>> | null
}

/** Stages in order. `draft` appears only with picks, `age` only on old data, `market` only with both prices. */
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
/** Name of a stage. */
export type StageName = (typeof stageNames)[number]

/** One stage, blue's chance after it, the numbers behind it, and its parts, which add up to it; no parts if it cannot be split. */
export interface ExplanationStage extends Share {
  readonly stage: StageName
  readonly probability: number
  /** `scale`: factor on the difference in strength. `age`: share of the log odds that is kept. */
  readonly factor?: number
  /** `doubt`: standard deviation of the strength in logits of one game. */
  readonly sd?: number
  /** `leagueSlope`: factor on the log odds. */
  readonly slope?: number
  /** `age`: age of the data in days. */
  readonly days?: number
  /** `market`: weight of the models against the market, in log odds. */
  readonly weight?: number
  /** `market`: blue's chance by the prices, without the margin. */
  readonly marketProbability?: number
  readonly parts: readonly ExplanationPart[]
}

/** Groups of the features that models use. */
export const featureSources = [
  'rating',
  'seasonKills',
  'creepScore',
  'form',
  'seasonWins',
  'headToHead',
  'schedule',
] as const
/** Name of a group of features. */
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

/** Expected value per unit stake of one side, for even teams and for the answer; the stages' points lead from one to the other. */
export interface SideValue {
  readonly decimalOdds: number
  /** The chance at which a bet has an expected value of 0. */
  readonly breakEven: number
  readonly evAtEven: number
  readonly ev: number
}
