/** An opponent-adjusted linear rating of one statistic, in units of its standard deviation: a Kalman filter per team. */
export interface StatisticRating {
  mean: number
  variance: number
  day: number
}

export interface StatisticRatingParameters {
  readonly startVariance: number
  readonly variancePerDay: number
  readonly maximumVariance: number
  readonly observationVariance: number
  /** One unit of the rating in the statistic's own unit. */
  readonly unit: number
}

/** Creep score per minute: a difference of 4 is about one standard deviation between two teams' games. */
export const creepScoreParameters: StatisticRatingParameters = {
  startVariance: 0.5,
  variancePerDay: 0.0008,
  maximumVariance: 1,
  observationVariance: 1,
  unit: 4,
}

/** Learns that team `first` was `difference` (own unit) ahead of team `second` on `day`. */
export function learnStatistic(
  ratings: Map<number, StatisticRating>,
  parameters: StatisticRatingParameters,
  observation: { readonly first: number; readonly second: number; readonly difference: number; readonly day: number },
): void {
  const first = atDay(ratings, parameters, observation.first, observation.day)
  const second = atDay(ratings, parameters, observation.second, observation.day)
  const spread = first.variance + second.variance + parameters.observationVariance
  const surprise = observation.difference / parameters.unit - (first.mean - second.mean)
  first.mean += (first.variance * surprise) / spread
  second.mean -= (second.variance * surprise) / spread
  first.variance -= (first.variance * first.variance) / spread
  second.variance -= (second.variance * second.variance) / spread
}

/** Rating of a team; one never seen counts 0. */
export function statisticOf(ratings: ReadonlyMap<number, StatisticRating>, teamId: number): number {
  return ratings.get(teamId)?.mean ?? 0
}

function atDay(
  ratings: Map<number, StatisticRating>,
  parameters: StatisticRatingParameters,
  id: number,
  day: number,
): StatisticRating {
  let rating = ratings.get(id)
  if (rating === undefined) {
    rating = { mean: 0, variance: parameters.startVariance, day }
    ratings.set(id, rating)
  }
  const days = Math.max(0, day - rating.day)
  rating.variance = Math.min(rating.variance + parameters.variancePerDay * days, parameters.maximumVariance)
  rating.day = Math.max(rating.day, day)
  return rating
}
