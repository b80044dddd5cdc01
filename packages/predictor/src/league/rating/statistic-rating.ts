/** An opponent-adjusted linear rating of one statistic, in units of its standard deviation: a Kalman filter per team. */
export interface StatisticRating {
  mean: number
  variance: number
  day: number
}

/** Parameters for creep score per minute: its unit, a difference of 4, is about one standard deviation of the games of two teams. */
const parameters = { startVariance: 0.5, variancePerDay: 0.0008, maximumVariance: 1, observationVariance: 1, unit: 4 }

/** Learns that team `first` was `difference` units ahead of team `second` on `day`. */
export function learnStatistic(
  ratings: Map<number, StatisticRating>,
  observation: { readonly first: number; readonly second: number; readonly difference: number; readonly day: number },
): void {
  const first = atDay(ratings, observation.first, observation.day)
  const second = atDay(ratings, observation.second, observation.day)
  const spread = first.variance + second.variance + parameters.observationVariance
  const surprise = observation.difference / parameters.unit - (first.mean - second.mean)
  first.mean += (first.variance * surprise) / spread
  second.mean -= (second.variance * surprise) / spread
  first.variance -= (first.variance * first.variance) / spread
  second.variance -= (second.variance * second.variance) / spread
}

/** Rating of a team; 0 if it was never seen. */
export function statisticOf(ratings: ReadonlyMap<number, StatisticRating>, teamId: number): number {
  return ratings.get(teamId)?.mean ?? 0
}

function atDay(ratings: Map<number, StatisticRating>, id: number, day: number): StatisticRating {
  const rating = ratings.get(id) ?? { mean: 0, variance: parameters.startVariance, day }
  ratings.set(id, rating)
  const days = Math.max(0, day - rating.day)
  rating.variance = Math.min(rating.variance + parameters.variancePerDay * days, parameters.maximumVariance)
  rating.day = Math.max(rating.day, day)
  return rating
}
