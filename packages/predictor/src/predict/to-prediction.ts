import { devig, expectedValue } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { isActive } from '../league/catalogue/catalogue.ts'
import { leagueName } from '../league/names/league-index.ts'
import { type CatalogueIndex, createCatalogueIndex } from '../league/request/resolve-matchup.ts'
import type {
  Matchup,
  MemberPrediction,
  PredictedTeam,
  Prediction,
  PredictionLeague,
  PredictionOdds,
  TeamRef,
  WinProbabilities,
} from '../types.ts'
import { answeredChance, type Chance, type MemberPath, memberChance } from './blender.ts'
import type { ForecastMoment } from './moments.ts'
import type { Series } from './series.ts'

/** Makes the answer in the order of the request from the stages of the first team. */
export function toPrediction(
  series: Series,
  path: readonly MemberPath[],
  names: AnswerNames,
  { asOfUtc, dataThroughUtc, artifacts, isDataDate }: ForecastMoment,
): Prediction {
  const { matchup, blueFirst, request } = series
  const { blue, red, model, bestOf, odds } = matchup
  const chances = winProbabilities(answeredChance(path), blueFirst)
  // Fields are set one by one, because object spreads take longer than a forecast.
  const answer: Writable<Prediction> = {
    blueTeam: names.team(blue),
    redTeam: names.team(red),
    model,
    bestOf,
    league: names.league(matchup, request.league),
    asOfUtc,
    dataThroughUtc,
    artifacts,
    blueWinProbability: chances.blueWinProbability,
    redWinProbability: chances.redWinProbability,
    calibratedBlueWinProbability: chances.calibratedBlueWinProbability,
    calibratedRedWinProbability: chances.calibratedRedWinProbability,
    winner: chances.winner,
  }
  if (isDataDate) answer.moment = 'at the data date'
  if (odds.blue !== null || odds.red !== null) answer.odds = predictionOdds(odds, chances, blueFirst)
  if (model === 'consensus') answer.models = path.map((member) => memberPrediction(member, blueFirst))
  return answer
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function memberPrediction(member: MemberPath, blueFirst: boolean): MemberPrediction {
  const chances = winProbabilities(memberChance(member), blueFirst)
  return {
    model: member.model,
    weight: member.weight,
    blueWinProbability: chances.blueWinProbability,
    redWinProbability: chances.redWinProbability,
    calibratedBlueWinProbability: chances.calibratedBlueWinProbability,
    calibratedRedWinProbability: chances.calibratedRedWinProbability,
    winner: chances.winner,
  }
}

function winProbabilities({ raw, calibrated }: Chance, blueFirst: boolean): WinProbabilities {
  const blue = ofBlue(calibrated, blueFirst)
  const red = ofBlue(calibrated, !blueFirst)
  return {
    blueWinProbability: ofBlue(raw, blueFirst),
    redWinProbability: ofBlue(raw, !blueFirst),
    calibratedBlueWinProbability: blue,
    calibratedRedWinProbability: red,
    // A tie goes to blue.
    winner: red > blue ? 'red' : 'blue',
  }
}

/** Chance of blue; exactly 1 minus that of red, and the same two doubles whichever team is blue. */
function ofBlue(chance: number, blueFirst: boolean): number {
  return blueFirst ? chance : 1 - chance
}

function predictionOdds(
  { blue, red }: Series['matchup']['odds'],
  chances: WinProbabilities,
  blueFirst: boolean,
): PredictionOdds {
  // Computed in the order of the teams, so that a swapped request has the same two numbers.
  const market = blue === null || red === null ? null : devig(blueFirst ? [blue, red] : [red, blue])
  const chance = market?.probabilities[0] ?? null
  return {
    blue,
    red,
    margin: market?.margin ?? null,
    marketBlueProbability: chance === null ? null : ofBlue(chance, blueFirst),
    marketRedProbability: chance === null ? null : ofBlue(chance, !blueFirst),
    blueEv: valueAt(chances.blueWinProbability, blue),
    redEv: valueAt(chances.redWinProbability, red),
    calibratedBlueEv: valueAt(chances.calibratedBlueWinProbability, blue),
    calibratedRedEv: valueAt(chances.calibratedRedWinProbability, red),
  }
}

function valueAt(probability: number, price: number | null): number | null {
  return price === null ? null : expectedValue(probability, price)
}

type AnswerNames = ReturnType<typeof createAnswerNames>

/** Names from a set of artifacts. The catalogue is indexed at the first request, so that a program starts without this delay. */
export function createAnswerNames({ catalogue, state }: Pick<PredictorArtifacts, 'catalogue' | 'state'>) {
  const index = (): CatalogueIndex => createCatalogueIndex(catalogue)
  // Activity is computed once per team, because it parses two dates.
  const marks = new Map<number, Partial<PredictedTeam>>()

  function markOf(id: number): Partial<PredictedTeam> {
    const team = index().teams.byId.get(id)
    if (team === undefined || isActive(catalogue.asOf, team.lastGameUtc)) return {}
    return { active: false, lastGameUtc: team.lastGameUtc }
  }

  return {
    index,
    currentId: (id: number) => index().teams.byId.get(id)?.id ?? id,
    /** The team's league in the catalogue, else the home league of its rating. */
    leagueOf: (id: number) => index().teams.byId.get(id)?.league ?? (state.ratings.teams.get(id)?.home || null),
    /** Marks a team without recent games as inactive. */
    team({ id, name }: TeamRef): PredictedTeam {
      const mark = marks.get(id) ?? markOf(id)
      marks.set(id, mark)
      return { id, name, ...mark }
    },
    /** @param code league code of the series */
    league({ league: label }: Matchup, code: string | null): PredictionLeague | null {
      if (code === null) return null
      return { code, name: leagueName(index().leagues, code), source: label === null ? 'teams' : 'label' }
    },
  }
}
