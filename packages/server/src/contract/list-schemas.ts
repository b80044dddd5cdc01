import type { Candidate } from '@riftline/base'
import { modelNames, pickRoles } from '@riftline/predictor'
import * as z from 'zod'
import { soldOperations } from '../charging/prices.ts'
import type { Served } from '../http/answer.ts'

/** Values that occur in many bodies, each with its range. */

export const id = z.int().min(1).describe('Id that other calls take, at least 1.')
export const count = z.int().min(0)
export const text = z.string()
export const number = z.number()
/** A rate or share from 0 to 1: every field that ends in `Rate` or `Share`, except `winRate`. */
export const fraction = z.number().min(0).max(1)
export const percent = z.number().min(0).max(100)

export function object<Shape extends z.ZodRawShape>(meaning: string, shape: Shape) {
  return z.object(shape).describe(meaning)
}

export function objectOrNull<Shape extends z.ZodRawShape>(meaning: string, shape: Shape) {
  return z.object(shape).nullable().describe(meaning)
}

export function matching(form: RegExp, meaning: string) {
  return z.string().regex(form).describe(meaning)
}

/** Schema of a moment, to the second. */
export function utc(meaning: string) {
  return matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, `${meaning} UTC, without a suffix.`)
}

export const dataThroughUtc = utc('The data date: start of the last game learned.')

export const asOfUtc = matching(
  /^\d{4}-\d{2}-\d{2}$/,
  'The date that the forecast is for, UTC, without a suffix: today, at the earliest that of the data. Equal requests on one ' +
    'date have equal answers while `artifacts` is the same.',
)

export const artifacts = matching(
  /^[0-9a-f]{12}$/,
  'Identity of the models and tables that answered; equal to the header `X-Artifacts`.',
)

export const bestOf = z.literal([1, 3, 5]).meta({ type: 'integer' })

export const namedId = z.object({ id, name: text.describe('Current name.') }).describe('An id and a name.')

export const candidate = object('Something that a name may mean.', {
  id: id.exactOptional().describe('Its id; absent where a word and no id is meant.'),
  name: text.describe('Its present name, or the word.'),
})

/** Entities that a name of the caller may mean. */
export const candidates = z
  .array(candidate)
  .max(8)
  .describe('Likely meanings of a name, best first; absent where nothing is near.')

export const role = z.enum(pickRoles).describe('A seat of a team.')
export const model = z.enum(modelNames).describe('The model that answers.')

export const sideGames = object('Games that the shares of sideWinRate rest on.', {
  blue: count.nullable().describe('Games on the blue side; null where it was not counted.'),
  red: count.nullable().describe('Games on the red side; null where it was not counted.'),
})
export const sideWinRate = object('Shares of games won, by side.', {
  blue: fraction.nullable().describe('Share of the games on the blue side that were won, 0-1; null without one.'),
  red: fraction.nullable().describe('Share of the games on the red side that were won, 0-1; null without one.'),
})

/** Items of the free lists: rows of the catalogue, with a logo for every team. A detail begins with the same fields. */

export type TeamItem = z.infer<typeof teamItem>
export type PlayerItem = z.infer<typeof playerItem>
export type ChampionItem = z.infer<typeof championItem>
export type TournamentItem = z.infer<typeof tournamentItem>
/** A series that has not been played yet. */
export type ScheduleItem = z.infer<typeof scheduleItem>

const lastSeen = {
  active: z.boolean().describe('A game within 180 days before the data date.'),
  lastGameUtc: utc('Start of the last game; null where none is known.').nullable(),
}

export const playerItem = z.object({
  id,
  name: text.describe('Current name of the player.'),
  role: role.nullable().describe('The seat in the last ten games; null where it is not known.'),
  team: namedId
    .nullable()
    .describe('The current team; null after 180 days, and once it fielded eight line-ups without the player.'),
  lastTeam: namedId.nullable().describe('The last team, also of whoever has none now.'),
  ...lastSeen,
})

export const tournamentItem = z.object({
  id,
  name: text.describe('League, year and split, as people write them.'),
  league: text.describe('The code of the league.'),
  leagueName: text.describe('The league as people call it.'),
  season: text.nullable().describe('The year, which a tournament may begin before.'),
  region: text.nullable().describe('Region of its league; null for international ones.'),
  startUtc: utc('When it began; null where that is not known.').nullable(),
  endUtc: utc('When it ended, or its last game so far began; null where neither is known.').nullable(),
})

export const teamItem = z.object({
  id,
  name: text.describe('Current name of the team.'),
  region: text.nullable().describe('Region of its league; null where none is known.'),
  logoUrl: text.describe('An absolute URL; that of a placeholder where no logo is known.'),
  league: text.nullable().describe('Code of its home league; null where none is known.'),
  code: text.nullable().describe('Code on scoreboards; null where it is not known.'),
  ...lastSeen,
})
export const championItem = z.object({
  id,
  name: text.describe('Name that picks accept.'),
  imageUrl: text.nullable().describe('An absolute URL; null without a picture.'),
})

/** The body of a list, with its length beside it. */
function listSchema<Name extends string, Item>(name: Name, item: z.ZodType<Item>) {
  return z.object({
    count: count.describe('The number of items.'),
    total: count.exactOptional().describe('With limit: how many fit.'),
    dataThroughUtc,
    artifacts,
    [name]: z.array(item).describe('The items, in the order that the operation names.'),
    candidates: candidates.exactOptional(),
  }) as unknown as z.ZodType<ListSize & { readonly [name in Name]: readonly Item[] }>
}

interface ListSize extends Served {
  readonly count: number
  readonly total?: number
  readonly candidates?: readonly Candidate[]
}

export const teamList = listSchema('teams', teamItem)
export const playerList = listSchema('players', playerItem)
export const championList = listSchema('champions', championItem)
export const tournamentList = listSchema('tournaments', tournamentItem)

export const scheduleItem = z.object({
  id: text.describe('Never changes; the `esportsMatchId` of odds.'),
  league: text.describe('Code of the league.'),
  leagueName: text.describe('The league as people call it.'),
  bestOf: z.int().min(1).max(5).nullable().describe('1, 2, 3 or 5; null where nobody says.'),
  scheduledUtc: utc('When it is to begin.'),
  team1: namedId.describe('The team that is named first; sides are not known yet.'),
  team2: namedId.describe('The other team.'),
})

export const scheduleList = listSchema('schedule', scheduleItem)

/** Usage of an account, with times as text. */
export type UsageBody = z.infer<typeof usage>

const callLine = z.object({
  operation: z.enum(soldOperations).describe('Operation that was charged.'),
  model: model.nullable().describe('The model asked for; null where there is no choice.'),
  calls: count.describe('Charged calls.'),
  credits: count.describe('Credits that they cost.'),
})

export const usage = z.object({
  creditsRemaining: count.describe('The sum of free, plan and topUp; equals X-Credits-Remaining.'),
  free: object('Free credits of the UTC month.', {
    monthly: count.describe('Credits given each month.'),
    remaining: count.describe('Credits left of them.'),
    periodStartUtc: utc('When the month began.'),
    resetsAtUtc: utc('When the next one begins.'),
  }),
  plan: objectOrNull('Credits of a plan; null without one.', {
    name: text.describe('Name of the plan.'),
    perPeriod: count.describe('Credits given each period.'),
    remaining: count.describe('Credits left of them.'),
    resetsAtUtc: utc('When the next period begins.'),
  }),
  topUp: object('Credits that were bought or granted and stay until they are spent.', {
    remaining: count.describe('Credits left.'),
  }),
  used: z
    .object({ today: count.describe('Since midnight UTC.'), thisMonth: count.describe('Since its first day.') })
    .describe(
      'Credits by UTC day and month, refunds subtracted. A broken line is refunded; where a part of the answer may ' +
        'have been read, ten times an hour.',
    ),
  calls: z.array(callLine).describe('Calls of this month, by what was asked for.') as unknown as z.ZodType<
    readonly z.infer<typeof callLine>[]
  >,
  rateLimit: object('Rate of the key that asked.', {
    limit: count.describe('Requests allowed in a window.'),
    windowSeconds: count.describe('Length of the window, in seconds.'),
    remaining: count.describe('Requests left now.'),
    resetSeconds: count.describe('Seconds until the oldest request leaves the window.'),
  }),
  dataThroughUtc,
  artifacts,
  key: object('The key that asked.', {
    id: matching(/^[0-9A-Za-z]{8}$/, 'Its public part, as logs and statements show it.'),
    name: text.describe('Name that its owner gave it.'),
    prefix: matching(/^rl_(live|test)_[0-9A-Za-z]{8}$/, 'First characters of the key.'),
    createdAtUtc: utc('When it was made.'),
  }),
})
