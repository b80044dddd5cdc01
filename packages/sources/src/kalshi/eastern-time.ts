const easternClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})

/** Hours behind UTC: summer time before winter time, so that of an hour that comes twice the first is meant. */
const offsetsHours = [4, 5]

/**
 * The moment at which clocks in New York show a time; null for one that they never show, such as the hour that is left out
 * in March.
 *
 * @param clock milliseconds since 1970 if the time were UTC
 */
export function fromEastern(clock: number): number | null {
  const moments = offsetsHours.map((hours) => clock + hours * 3_600_000)
  return moments.find((ms) => shownInNewYork(ms) === clock) ?? null
}

function shownInNewYork(ms: number): number {
  const parts = new Map(easternClock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 0, day = 0] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'))
}
