import { parseUtc } from '@riftline/base'

const rulesForm =
  /originally scheduled for ([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}), (\d{4}) at (\d{1,2}):(\d\d) ?([AP])M (EDT|EST|ET)\b/
const tickerForm = /^[A-Z]+-(\d\d)([A-Z]{3})(\d\d)(\d\d)(\d\d)/

/**
 * When a match starts: as its rules say, else as the ticker of its event does, in New York's time; null where neither says it.
 *
 * @example matchStart('... originally scheduled for Aug 3, 2026 at 2:00 PM EDT, then', '') // 18:00 UTC
 */
export function matchStart(rules: readonly string[], eventTicker: string): number | null {
  for (const text of rules) {
    const start = startInRules(text)
    if (start !== null) return start
  }
  const [, year, month = '', day, hour, minute] = tickerForm.exec(eventTicker) ?? []
  const clock = clockAt(`20${year}`, month, day, hour, minute)
  return clock && fromEastern(clock)
}

function startInRules(text: string): number | null {
  const [, month = '', day = '', year, hour, minute, half, zone] = rulesForm.exec(text) ?? []
  if (!(Number(hour) >= 1 && Number(hour) <= 12)) return null
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const clock = clockAt(year, month, day.padStart(2, '0'), String(hours).padStart(2, '0'), minute)
  if (clock === null || zone === 'ET') return clock && fromEastern(clock)
  return clock + (zone === 'EDT' ? 4 : 5) * 3_600_000
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Milliseconds of a clock as if it were UTC; null for a day or an hour that no calendar has. */
function clockAt(year = '', month: string, day = '', hour = '', minute = ''): number | null {
  const number = String(months.indexOf(month.toUpperCase()) + 1).padStart(2, '0')
  return parseUtc(`${year}-${number}-${day}T${hour}:${minute}:00`)
}

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
function fromEastern(clock: number): number | null {
  const moments = offsetsHours.map((hours) => clock + hours * 3_600_000)
  return moments.find((ms) => shownInNewYork(ms) === clock) ?? null
}

function shownInNewYork(ms: number): number {
  const parts = new Map(easternClock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 0, day = 0] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'))
}
