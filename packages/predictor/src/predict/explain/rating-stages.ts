import { dayMs } from '@riftline/base'
import { log, sigmoid } from '@riftline/core/math'
import type { FeatureRequest } from '../../league/features/feature-vector.ts'
import type { ForecastState } from '../../league/forecast-state.ts'
import { type ForecastParts, forecastParts, type StrengthParts } from '../../league/rating/forecast-parts.ts'
import { leagueSlope } from '../../league/rating/league-slope.ts'
import { ratingParameters } from '../../league/rating/parameters.ts'
import { expectedSeriesChances } from '../../league/rating/series-expectation.ts'
import { type PickRole, pickRoles } from '../../types.ts'
import type { Names } from './names.ts'
import type { LogitPart, Waypoint } from './waypoint.ts'

/** From even teams to the rating's forecast of the series: the way to `calibrated_logit`. */
export function ratingStages(
  state: ForecastState,
  series: FeatureRequest,
  names: Names,
  blueFirst: boolean,
): readonly Waypoint[] {
  const parts = forecastParts(state.ratings, { ...series, day: series.timeMs / dayMs })
  const { mean, sd, logit } = parts.forecast
  const factor = ratingParameters.forecast.scale[series.bestOf]
  const chances = expectedSeriesChances(factor * mean, sd, 1)
  const slope = leagueSlope(state.slopes, series.league)
  const at = (stage: Waypoint['stage'], value: number, about: Waypoint['about'] = {}): Waypoint => ({
    stage,
    logit: value,
    probability: sigmoid(value),
    about,
  })
  return [
    { ...at('rating', mean), parts: strengthParts(parts, names, blueFirst) },
    at('scale', factor * mean, { factor }),
    at('doubt', log(chances[0]! / chances[1]!), { sd }),
    at('bestOf', logit),
    at('leagueSlope', logit * slope, { slope }),
  ]
}

function strengthParts(
  { team1, team2, experience }: ForecastParts,
  names: Names,
  blueFirst: boolean,
): readonly LogitPart[] {
  const sides = <T>(of: (team: StrengthParts) => T): { readonly blue: T; readonly red: T } =>
    blueFirst ? { blue: of(team1), red: of(team2) } : { blue: of(team2), red: of(team1) }
  const leagues = sides(({ home }) => (home === '' ? null : home))
  const player = (role: PickRole, seat: number): LogitPart => {
    const strength = ({ players }: StrengthParts): number => players?.[seat]?.strength ?? 0
    const named = sides(({ players }) => names.player(players?.[seat]?.id))
    return { label: { part: 'player', role, ...named }, logit: strength(team1) - strength(team2) }
  }
  return [
    { label: { part: 'league', ...leagues }, logit: team1.league - team2.league },
    { label: { part: 'team' }, logit: team1.team - team2.team },
    ...pickRoles.map(player),
    { label: { part: 'experience' }, logit: experience },
  ]
}
