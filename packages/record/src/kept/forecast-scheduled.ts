import { isDeepStrictEqual } from 'node:util'
import { dayMs } from '@riftline/base'
import {
  type CatalogueIndex,
  hasForecast,
  type Predictor,
  type ScheduledSeries,
  type WinProbabilities,
} from '@riftline/predictor'
import type { KeptChances, KeptForecast } from './kept-line.ts'

/** The part of a kept forecast that artifacts determine. Team ids are those of the artifacts. */
export type MadeForecast = Pick<KeptForecast, 'league' | 'bestOf' | 'team1Id' | 'team2Id' | 'artifacts' | 'forecasts'>

/**
 * Forecasts a scheduled series by every model, without odds. Null if the artifacts do not know both teams, and for a series that may
 * end without a winner.
 * @param at moment of the forecast, milliseconds since 1970
 */
export function forecastScheduled(
  { predictor, index }: { readonly predictor: Pick<Predictor, 'predict'>; readonly index: CatalogueIndex },
  { league, bestOf, team1, team2 }: Pick<ScheduledSeries, 'league' | 'bestOf' | 'team1' | 'team2'>,
  at: number,
): MadeForecast | null {
  const [first, second] = [index.teams.byId.get(team1.id), index.teams.byId.get(team2.id)]
  if (!hasForecast(bestOf) || first === undefined || second === undefined || first.id === second.id) return null
  const teams = { blueTeamId: first.id, redTeamId: second.id }
  const answer = predictor.predict({ ...teams, bestOf, tournament: league, model: 'consensus' }, { at })
  const members = (answer.models ?? []).map((member) => [member.model, firstTeamChances(member)] as const)
  const forecasts = Object.fromEntries([...members, ['consensus', firstTeamChances(answer)]]) as unknown as KeptChances
  return { league, bestOf, team1Id: first.id, team2Id: second.id, artifacts: answer.artifacts, forecasts }
}

function firstTeamChances({ blueWinProbability, calibratedBlueWinProbability }: WinProbabilities) {
  return { probability1: blueWinProbability, calibratedProbability1: calibratedBlueWinProbability }
}

/** A forecast with the moment at which it was made. */
export interface MomentOfForecast {
  readonly madeMs: number
  readonly made: MadeForecast
}

/**
 * Time for which forecasts of a series are remembered: services may report hours later that a series began before its announced
 * start, and the forecast to keep is then one from before.
 */
const rememberedMs = dayMs

/** Creates a memory of the forecasts made of one series, oldest first. */
export function createForecastMemory() {
  let all: MomentOfForecast[] = []
  return {
    last: (): MomentOfForecast | undefined => all.at(-1),
    /** Remembers a forecast. One of another pair of teams replaces all; an equal one shares its content with the last. */
    add(madeMs: number, made: MadeForecast): void {
      const last = all.at(-1)?.made
      if (last !== undefined && pairOf(last) !== pairOf(made)) all = []
      all = all.filter((one) => one.madeMs > madeMs - rememberedMs)
      all.push({ madeMs, made: isDeepStrictEqual(last, made) ? last! : made })
    },
    /** Forgets the forecasts made at a moment or later; by default all. */
    forget(fromMs = 0): void {
      all = all.filter(({ madeMs }) => madeMs < fromMs)
    },
    /** The last forecast made before a moment. */
    before: (startMs: number): MomentOfForecast | undefined => all.findLast(({ madeMs }) => madeMs < startMs),
  }
}

function pairOf({ team1Id, team2Id }: MadeForecast): string {
  return [team1Id, team2Id].sort().join(' ')
}
