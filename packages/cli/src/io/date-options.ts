import { parseUtc } from '@riftline/base'
import { UsageError } from './arguments.ts'

/** Parses a time, or a day as its midnight; returns UTC milliseconds. @throws UsageError */
export function momentOption(option: string, text: string): number {
  const ms = momentOf(text)
  if (ms !== null) return ms
  throw new UsageError(
    `${option}: expected a day as YYYY-MM-DD or a time as YYYY-MM-DDTHH:mm:ss, UTC, got ${JSON.stringify(text)}`,
  )
}

/** Parses a day, which may be written as its midnight; returns `YYYY-MM-DD`. @throws UsageError */
export function dayOption(option: string, text: string): string {
  const [day = ''] = text.trim().split(/[T ]/)
  if (momentOf(text) !== null && momentOf(text) === momentOf(day)) return day
  throw new UsageError(`${option}: expected a day as YYYY-MM-DD, UTC, got ${JSON.stringify(text)}`)
}

/** Accepts a space instead of the T; seconds and Z are optional. */
function momentOf(text: string): number | null {
  const [, day, clock = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?Z?)?$/.exec(text.trim()) ?? []
  return day === undefined ? null : parseUtc(`${day}T${clock}${seconds}`)
}
