import { dayMs } from '@riftline/base'
import { log, sigmoid } from '@riftline/core/math'
import { byAnyId, type Catalogue } from '../../league/catalogue/catalogue.ts'
import type { FeatureRequest } from '../../league/features/feature-vector.ts'
import type { ForecastState } from '../../league/forecast-state.ts'
import {
  expectedSeriesChances,
  experienceDifference,
  forecastStrengths,
  strengthsTogether,
  type TeamStrength,
} from '../../league/rating/forecast.ts'
import { leagueSlope } from '../../league/rating/league-slope.ts'
import { ratingParameters } from '../../league/rating/parameters.ts'
import { type PickRole, pickRoles, type TeamRef } from '../../types.ts'
import type { LogitPart, Waypoint } from './blend-stages.ts'

/** Steps from even teams to the rating's forecast of the series, which is `calibrated_logit`. */
export function ratingStages(
  state: ForecastState,
  series: FeatureRequest,
  names: CatalogueNames,
  blueFirst: boolean,
): readonly Waypoint[] {
  const [first, second] = strengthsTogether(state.ratings, { ...series, day: series.timeMs / dayMs })
  const { mean, sd, logit } = forecastStrengths(first, second, series.bestOf)
  const factor = ratingParameters.forecast.scale[series.bestOf]
  const [won, lost] = expectedSeriesChances(factor * mean, sd, 1)
  const slope = leagueSlope(state.slopes, series.league)
  const at = (stage: Waypoint['stage'], logit: number, about: Waypoint['about'] = {}): Waypoint => {
    return { stage, logit, probability: sigmoid(logit), about }
  }
  return [
    { ...at('rating', mean), parts: strengthParts(first, second, names, blueFirst) },
    at('scale', factor * mean, { factor }),
    at('doubt', log(won / lost), { sd }),
    at('bestOf', logit),
    at('leagueSlope', logit * slope, { slope }),
  ]
}

function strengthParts(
  first: TeamStrength,
  second: TeamStrength,
  names: CatalogueNames,
  blueFirst: boolean,
): readonly LogitPart[] {
  const sides = <T>(of: (strength: TeamStrength) => T): { readonly blue: T; readonly red: T } =>
    blueFirst ? { blue: of(first), red: of(second) } : { blue: of(second), red: of(first) }
  const leagues = sides(({ team: { home } }) => (home === '' ? null : home))
  const player = (role: PickRole, seat: number): LogitPart => {
    const named = sides(({ team }) => names.player(team.lineup?.[seat]))
    const logit = (first.players[seat] ?? 0) - (second.players[seat] ?? 0)
    return { label: { part: 'player', role, ...named }, logit }
  }
  return [
    { label: { part: 'league', ...leagues }, logit: first.league - second.league },
    { label: { part: 'team' }, logit: first.team.mean - second.team.mean },
    ...pickRoles.map(player),
    { label: { part: 'experience' }, logit: experienceDifference(first, second) },
  ]
}

/** Names of people and champions, read from the catalogue on first use. */
export type CatalogueNames = ReturnType<typeof createNames>

export function createNames({ players, champions }: Catalogue) {
  let playersById: ReturnType<typeof byAnyId<Catalogue['players'][number]>> | undefined
  return {
    /** Null for a seat without a known player, and for a player who is not in the catalogue. */
    player(id: number | undefined): TeamRef | null {
      playersById ??= byAnyId(players)
      const known = id === undefined ? undefined : playersById.get(id)
      return known === undefined ? null : { id: known.id, name: known.name }
    },
    champion: (id: number): TeamRef => ({
      id,
      name: champions.find((champion) => champion.id === id)?.name ?? String(id),
    }),
  }
}
