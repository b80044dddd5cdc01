import type { ScheduledSeries } from '@riftline/predictor'
import * as z from 'zod'
import { type ListOf, listSchema } from './list-schemas.ts'
import { namedId, text, utc } from './primitives.ts'

/** A series to come. */
export type ScheduleItem = Pick<ScheduledSeries, 'id' | 'league' | 'bestOf' | 'scheduledUtc' | 'team1' | 'team2'> & {
  readonly leagueName: string
}

export const scheduleItem: z.ZodType<ScheduleItem> = z.object({
  id: text.meta({ description: 'Never changes; the `esportsMatchId` of odds.' }),
  league: text.meta({ description: 'Code of the league.' }),
  leagueName: text.meta({ description: 'The league as people call it.' }),
  bestOf: z.int().min(1).max(5).nullable().meta({ description: '1, 2, 3 or 5; null where nobody says.' }),
  scheduledUtc: utc('When it is to begin.'),
  team1: namedId.describe('The team that is named first; sides are not known yet.'),
  team2: namedId.describe('The other team.'),
})

export const scheduleList: z.ZodType<ListOf<'schedule', ScheduleItem>> = listSchema('schedule', scheduleItem)
