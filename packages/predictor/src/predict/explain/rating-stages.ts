import { dayMs } from '@riftline/base'
import { log, sigmoid } from '@riftline/core/math'
import { byAnyId, type Catalogue } from '../../league/catalogue/catalogue.ts'
import type { FeatureRequest } from '../../league/features/feature-vector.ts'
import type { ForecastState } from '../../league/forecast-state.ts'
import {
  expectedSeriesChances,
  type ForecastParts,
  forecastParts,
  type StrengthParts,
} from '../../league/rating/forecast.ts'
import { leagueSlope } from '../../league/rating/league-slope.ts'
import { ratingParameters } from '../../league/rating/parameters.ts'
import { type PickRole, pickRoles, type TeamRef } from '../../types.ts'
import type { LogitPart, Waypoint } from './blend-stages.ts'

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

/** Names of people and champions in the catalogue. */
export interface Names {
  /** null for a seat that nobody is known to have, and for a player whom the catalogue does not have. */
  player(id: number | undefined): TeamRef | null
  champion(id: number): TeamRef
}

/** Reads the catalogue at the first question. */
export function createNames({ players, champions }: Catalogue): Names {
  let playersById: ReturnType<typeof byAnyId<Catalogue['players'][number]>> | undefined
  return {
    player(id) {
      playersById ??= byAnyId(players)
      const known = id === undefined ? undefined : playersById.get(id)
      return known === undefined ? null : { id: known.id, name: known.name }
    },
    champion(id) {
      return { id, name: champions.find((champion) => champion.id === id)?.name ?? String(id) }
    },
  }
}
