import { parseUtc } from '@riftline/base'
import * as z from 'zod'
import type { Schedule } from '../league/schedule.ts'
import { parseWith } from './parse-with.ts'

const text = z.string().min(1).max(500)
const utc = z.string().refine((value) => parseUtc(value) !== null, 'expected YYYY-MM-DDTHH:mm:ss')
const team = z.object({ id: z.int().min(1), name: z.string().max(500) })
const bestOf = z.int().min(1).max(5).nullable()

const series = z.object({
  id: text,
  league: text,
  bestOf,
  scheduledUtc: utc,
  startedUtc: utc.nullable(),
  team1: team,
  team2: team,
  stated: z.array(
    z.object({
      source: text,
      id: text,
      bestOf,
      scheduledUtc: utc,
      hasBegun: z.boolean(),
      startedUtc: utc.nullable(),
    }),
  ),
})

const scheduleSchema = z.object({
  format: z.literal('riftline-schedule'),
  formatVersion: z.literal(1),
  checkedUtc: utc,
  series: z.array(series),
})

/**
 * Reads `sync/schedule.json` of a data folder.
 *
 * @throws ArtifactError `artifact_invalid` with the JSON path of the first fault
 * @example
 * const text = '{"format":"riftline-schedule","formatVersion":1,"checkedUtc":"2026-11-23T12:00:00","series":[]}'
 * parseSchedule(text).series // => []
 */
export function parseSchedule(text: string): Schedule {
  return parseWith(scheduleSchema, 'schedule.json', text)
}
