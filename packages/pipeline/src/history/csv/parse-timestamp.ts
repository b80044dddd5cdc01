const shape =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|([+-])([0-9]{2}):?([0-9]{2})?)?)?$/

/**
 * UTC milliseconds of `YYYY-MM-DDTHH:mm:ss` (a space for the T, parts of a second, a final Z and an offset such as `+00:00` are
 * accepted), in whole seconds, or of a plain day; NaN for anything else, including days that do not exist. `Date.parse` would read other
 * shapes as local time and roll dates over.
 */
export function parseTimestamp(text: string): number {
  const parts = shape.exec(text)
  if (parts === null) return Number.NaN
  const [, year, month, day, hour = '0', minute = '0', second = '0', sign, aheadHours = '0', aheadMinutes = '0'] = parts
  const aheadMs = (Number(aheadHours) * 60 + Number(aheadMinutes)) * 60_000
  if (aheadMs > 14 * 3600_000 || Number(aheadMinutes) > 59) return Number.NaN
  if (Number(year) < 2000 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(midnight)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return Number.NaN
  const ms = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return sign === '-' ? ms + aheadMs : ms - aheadMs
}
