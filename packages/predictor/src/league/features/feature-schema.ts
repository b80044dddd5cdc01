/** `difference`: first team minus second. `symmetric`: equal in both orders. `first`, `second`: one team's value, in adjacent entries. */
export type FeatureKind = 'difference' | 'symmetric' | 'first' | 'second'

/** An entry of the feature vectors. */
export interface Feature {
  readonly name: string
  readonly kind: FeatureKind
  readonly about: string
}

function difference(name: string, about: string): Feature {
  return { name, kind: 'difference', about }
}

function symmetric(name: string, about: string): Feature {
  return { name, kind: 'symmetric', about }
}

function ofBoth(name: string, about: string): readonly Feature[] {
  return [
    difference(name, about),
    { name: `${name}_1`, kind: 'first', about: `${about}, of the first team` },
    { name: `${name}_2`, kind: 'second', about: `${about}, of the second team` },
  ]
}

/** Features in the order of the vectors; a model names the features that it was trained on. */
export const features: readonly Feature[] = [
  difference('calibrated_logit', 'logit of the rating forecast of the series, league slope applied'),
  difference('rating_logit', 'the same before the league slope'),
  difference('season_kills', 'kills minus deaths a game of the year before, shrunk; 0 where unknown'),
  difference('creep_score', 'opponent-adjusted creep score a minute in standard deviations; 0 where unknown'),
  difference('form_5', 'results of the last 5 games against the chances of the rating, shrunk'),
  difference('form_10', 'the same of the last 10 games'),
  difference('wins_10', 'wins less half of the last 10 games, shrunk'),
  difference('wins_20', 'the same of the last 20 games'),
  difference('tournament_form', 'form in the tournament that goes on, shrunk; 0 at its begin'),
  difference('streak', 'games won in a row, below 0 lost, at most 8'),
  difference('team_wins', 'share of wins of the year before above one half, shrunk'),
  difference('lineup_wins', 'the same, mean of the five players; 0 where unknown'),
  difference('head_to_head', 'form in the games against this opponent, shrunk'),
  ...ofBoth('rest', 'ln(1 + days since the last series), at most 200 days'),
  ...ofBoth('recent_series', 'series begun in the last 14 days'),
  ...ofBoth('series_played', 'ln(1 + series known), at most 100'),
  symmetric('variance', 'variance of the difference of strength'),
  symmetric('best_of', '1, 3 or 5'),
  symmetric('league_tier', 'prior tier of the league: 1 top, 2 major, 3 strong, 4 other or unknown'),
]

/** Names of a vector's entries, in order. */
export const featureNames: readonly string[] = features.map(({ name }) => name)

/** The vector of the same matchup with the teams in the other order. */
export function mirrored(vector: Float64Array): Float64Array {
  return Float64Array.from(vector, (_, i) => mirrorSigns[i]! * vector[mirrorPlaces[i]!]!)
}

/** Sign of each entry in the mirrored vector, in which a pair of entries is also swapped. */
export const mirrorSigns: readonly number[] = features.map(({ kind }) => (kind === 'difference' ? -1 : 1))
export const mirrorPlaces: readonly number[] = features.map(({ kind }, i) => {
  return kind === 'first' ? i + 1 : kind === 'second' ? i - 1 : i
})
