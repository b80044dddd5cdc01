/**
 * Converts a time of the API to a Date. Its times are UTC without a suffix, which `new Date` would read as local time.
 * @param text `2026-11-28T09:30:00`, or a date alone, `2026-11-28`, for its beginning in UTC
 * @throws TypeError for a text of another form, and for a time that does not exist, such as 30 February
 * @example
 * toDate('2026-11-28T09:30:00').toISOString() // => '2026-11-28T09:30:00.000Z'
 */
export function toDate(text: string): Date {
  const [, date, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?$/.exec(text) ?? []
  const moment = new Date(`${date}T${time}Z`)
  // `Date` would turn 30 February into a day in March.
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${date}T${time}`)) return moment
  const got = typeof text === 'string' ? JSON.stringify(text.slice(0, 40)) : String(text)
  throw new TypeError(`text: expected a time as 2026-11-28T09:30:00 or a date as 2026-11-28, got ${got}`)
}
