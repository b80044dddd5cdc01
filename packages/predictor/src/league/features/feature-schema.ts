/**
 * `difference`: first team minus second, changes sign when the teams swap. `symmetric`: the same for both orders. `first`, `second`:
 * the values of the two teams side by side, which change places.
 */
export type FeatureKind = 'difference' | 'symmetric' | 'first' | 'second'

/** An entry of the vectors that models read. */
export interface Feature {
  readonly name: string
  readonly kind: FeatureKind
  /** Description in a line. */
  readonly about: string
}

/** Both values of a team's own feature, and their difference. */
function ofBoth(name: string, about: string): readonly Feature[] {
  return [
    { name, kind: 'difference', about },
    { name: `${name}_1`, kind: 'first', about: `${about}, of the first team` },
    { name: `${name}_2`, kind: 'second', about: `${about}, of the second team` },
  ]
}

/** Features of a forecast, in the order of its vectors; a model names those that it was trained on. */
export const features: readonly Feature[] = [
  {
    name: 'calibrated_logit',
    kind: 'difference',
    about: 'logit of the rating forecast of the series, league slope applied',
  },
  { name: 'rating_logit', kind: 'difference', about: 'the same before the league slope' },
  {
    name: 'season_kills',
    kind: 'difference',
    about: 'kills minus deaths a game of the year before, shrunk; 0 where unknown',
  },
  {
    name: 'creep_score',
    kind: 'difference',
    about: 'opponent-adjusted creep score a minute in standard deviations; 0 where unknown',
  },
  {
    name: 'form_5',
    kind: 'difference',
    about: 'results of the last 5 games against the chances of the rating, shrunk',
  },
  { name: 'form_10', kind: 'difference', about: 'the same of the last 10 games' },
  { name: 'wins_10', kind: 'difference', about: 'wins less half of the last 10 games, shrunk' },
  { name: 'wins_20', kind: 'difference', about: 'the same of the last 20 games' },
  { name: 'tournament_form', kind: 'difference', about: 'form in the tournament that goes on, shrunk; 0 at its begin' },
  { name: 'streak', kind: 'difference', about: 'games won in a row, below 0 lost, at most 8' },
  { name: 'team_wins', kind: 'difference', about: 'share of wins of the year before above one half, shrunk' },
  { name: 'lineup_wins', kind: 'difference', about: 'the same, mean of the five players; 0 where unknown' },
  { name: 'head_to_head', kind: 'difference', about: 'form in the games against this opponent, shrunk' },
  ...ofBoth('rest', 'ln(1 + days since the last series), at most 200 days'),
  ...ofBoth('recent_series', 'series begun in the last 14 days'),
  ...ofBoth('series_played', 'ln(1 + series known), at most 100'),
  { name: 'variance', kind: 'symmetric', about: 'variance of the difference of strength' },
  { name: 'best_of', kind: 'symmetric', about: '1, 3 or 5' },
  {
    name: 'league_tier',
    kind: 'symmetric',
    about: 'prior tier of the league: 1 top, 2 major, 3 strong, 4 other or unknown',
  },
]

/** Names of a vector's entries, in order. */
export const featureNames: readonly string[] = features.map(({ name }) => name)

/** The vector of the same matchup with the teams in the other order. */
export function mirrored(vector: Float64Array): Float64Array {
  return Float64Array.from(vector, (_, i) => mirrorSigns[i]! * vector[mirrorPlaces[i]!]!)
}

/** Sign and place of each entry in the mirrored vector: a pair changes places. */
export const mirrorSigns: readonly number[] = features.map(({ kind }) => (kind === 'difference' ? -1 : 1))
export const mirrorPlaces: readonly number[] = features.map(({ kind }, i) => {
  return kind === 'first' ? i + 1 : kind === 'second' ? i - 1 : i
})
