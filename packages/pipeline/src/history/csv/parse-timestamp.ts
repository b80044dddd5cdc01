const shape = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})Z?)?$/

/**
 * UTC milliseconds of `YYYY-MM-DDTHH:mm:ss` (a space for the T and a final Z are accepted) or of a plain day; NaN for anything
 * else, including days that do not exist. `Date.parse` would read other shapes as local time and roll dates over.
 */
export function parseTimestamp(text: string): number {
  const parts = shape.exec(text)
  if (parts === null) return Number.NaN
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = parts
  if (Number(year) < 2000 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(midnight)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return Number.NaN
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
