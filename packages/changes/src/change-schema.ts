import * as z from 'zod'
import { type ChangeType, changeTypes } from './change.ts'

const text = z.string()
const utcText = text.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
const teamId = z.int().min(1)
const wins = z.int().min(0).max(3)

/** Form of a place, as `next` and `seq` have it. */
export const seqForm: RegExp = /^[0-9a-f]{14}-[0-9A-Za-z]{6}$/

const seq = text.regex(seqForm).describe('Place of the change: opaque. Later changes have a greater text.')

function changeSchema<const Type extends ChangeType, Shape extends z.ZodRawShape>(
  type: Type,
  meaning: string,
  shape: Shape,
) {
  const atUtc = utcText.describe('Moment at which the change was noticed. Time in UTC, without a suffix.')
  return z.object({ seq, atUtc, type: z.literal(type).describe('Type of the change.'), ...shape }).describe(meaning)
}

const seriesId = text.describe('Id of the series in the schedule.')
const teams = {
  team1Id: teamId.describe('Id of the team that is named first.'),
  team2Id: teamId.describe('Id of the team that is named second.'),
}
const scheduled = {
  seriesId,
  league: text.describe('Code of the league.'),
  bestOf: z.int().min(1).max(5).nullable().describe('Maximum number of maps: 1, 2, 3 or 5. Null if not announced.'),
  scheduledUtc: utcText.describe('Scheduled start of the series. Time in UTC, without a suffix.'),
  ...teams,
}
/** Fields of a scheduled series that `schedule.changed` may name. */
export const scheduledFields = ['league', 'bestOf', 'scheduledUtc', 'team1Id', 'team2Id'] as const
const quoted = {
  source: text.describe('Source of the price. Empty if unknown.'),
  esportsMatchId: text.describe('Id of the series, as odds name it.'),
  ...teams,
}

/** Schema of each type of change, by its name in the contract. */
export const changeSchemas = {
  ArtifactsReplaced: changeSchema('artifacts.replaced', 'Newer models and tables answer.', {
    artifacts: text.regex(/^[0-9a-f]{12}$/).describe('Id of the models and tables.'),
    dataThroughUtc: utcText.describe('Data date: start of the last game in the data. Time in UTC, without a suffix.'),
  }),
  ScheduleAdded: changeSchema('schedule.added', 'The schedule has a further series.', scheduled),
  ScheduleChanged: changeSchema('schedule.changed', 'Fields of a series in the schedule have changed.', {
    ...scheduled,
    changed: z.array(z.enum(scheduledFields)).describe('Names of the fields with another value than before.'),
  }),
  ScheduleRemoved: changeSchema(
    'schedule.removed',
    'The schedule does not list a series any more: it has begun, or was called off. Fields are the last ones.',
    scheduled,
  ),
  OddsCaptured: changeSchema('odds.captured', 'A snapshot with another price than the one before was kept.', quoted),
  OddsClosed: changeSchema(
    'odds.closed',
    'A series has begun, so that the last price before is its closing line.',
    quoted,
  ),
  SeriesFinished: changeSchema('series.finished', 'The result of a series is known.', {
    seriesId: seriesId.nullable().describe('Id of the series in the schedule. Null if it was never there.'),
    resultId: z.int().min(1).describe('Id of the series in the results.'),
    ...teams,
    winnerTeamId: teamId.describe('Id of the team that won.'),
    wins1: wins.describe('Maps that the first team won.'),
    wins2: wins.describe('Maps that the second team won.'),
  }),
  ForecastKept: changeSchema('forecast.kept', 'The last forecast before the start of a series was kept.', { seriesId }),
} as const

/** A change of any type. */
export const anyChangeSchema = z
  .discriminatedUnion('type', Object.values(changeSchemas) as unknown as [typeof changeSchemas.ForecastKept])
  .describe('A change, by its `type`. It says that something is new; the call for it has the content.')

/** Answer of `/v1/changes`. */
export const changePageSchema = z.object({
  changes: z.array(anyChangeSchema).describe('Changes, the oldest first.'),
  next: seq.describe('Value of `since` for the next call, also if there are no changes.'),
})

const match = { team1Id: 101, team2Id: 102 }
const quote = { source: 'polymarket', esportsMatchId: '115548106590082746', ...match }
const series = { league: 'NL', bestOf: 3, scheduledUtc: '2026-07-24T15:00:00', ...match }
const exampleFields: Readonly<Record<ChangeType, object>> = {
  'artifacts.replaced': { artifacts: '3f1c9a0b77de', dataThroughUtc: '2026-07-23T18:20:11' },
  'schedule.added': { seriesId: quote.esportsMatchId, ...series },
  'schedule.changed': { seriesId: quote.esportsMatchId, ...series, changed: ['scheduledUtc'] },
  'schedule.removed': { seriesId: quote.esportsMatchId, ...series },
  'odds.captured': quote,
  'odds.closed': quote,
  'series.finished': {
    seriesId: quote.esportsMatchId,
    resultId: 90_412,
    ...match,
    winnerTeamId: 101,
    wins1: 2,
    wins2: 1,
  },
  'forecast.kept': { seriesId: quote.esportsMatchId },
}

/** Examples of the contract: a page with each type of change, and the bytes of a stream. */
export function changeExamples() {
  const changes = changeTypes.map((type, at) => {
    const place = `067e5fa9d38${(at + 16).toString(16).padStart(3, '0')}-aB3dE6`
    return { seq: place, atUtc: '2026-07-24T12:00:00', type, ...exampleFields[type] }
  })
  const { seq: next } = changes.at(-1)!
  return { changePage: { changes, next } }
}
