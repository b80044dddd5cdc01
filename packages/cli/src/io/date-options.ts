import { parseUtc } from '@riftline/base'
import { UsageError } from './usage-error.ts'

/** A moment as UTC milliseconds: a day, which begins at midnight, or a time. @throws UsageError */
export function momentOption(option: string, text: string): number {
  const ms = momentOf(text)
  if (ms !== null) return ms
  throw new UsageError(
    `${option}: expected a day as YYYY-MM-DD or a time as YYYY-MM-DDTHH:mm:ss, UTC, got ${JSON.stringify(text)}`,
  )
}

/** A day as `YYYY-MM-DD`; a time of midnight is one too. @throws UsageError */
export function dayOption(option: string, text: string): string {
  const [day = ''] = text.trim().split(/[T ]/)
  if (momentOf(text) !== null && momentOf(text) === momentOf(day)) return day
  throw new UsageError(`${option}: expected a day as YYYY-MM-DD, UTC, got ${JSON.stringify(text)}`)
}

/** With a space for the T, and with or without seconds and Z. */
function momentOf(text: string): number | null {
  const [, day, clock = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?Z?)?$/.exec(text.trim()) ?? []
  return day === undefined ? null : parseUtc(`${day}T${clock}${seconds}`)
}
