/** Something that is at a time. */
interface InTime {
  readonly startMs: number
}

/**
 * Each event with the series whose start is nearest to its own and no further than `mostMs`; a series is given once, to the event that
 * is nearest to it. Events without one are left out.
 *
 * @param seriesOf what an event may be
 */
export function nearestSeries<Event extends InTime, Series extends InTime>(
  events: readonly Event[],
  seriesOf: (event: Event) => readonly Series[],
  mostMs: number,
): ReadonlyMap<Event, Series> {
  const near = events.flatMap((event) =>
    seriesOf(event).flatMap((series) => {
      const distance = Math.abs(series.startMs - event.startMs)
      return distance <= mostMs ? [{ event, series, distance }] : []
    }),
  )
  const found = new Map<Event, Series>()
  const taken = new Set<Series>()
  for (const { event, series } of near.sort((a, b) => a.distance - b.distance)) {
    if (found.has(event) || taken.has(series)) continue
    found.set(event, series)
    taken.add(series)
  }
  return found
}
