import type { Candidate } from '@riftline/base'
import { keyScopes } from '@riftline/ledger'
import { modelNames, pickRoles } from '@riftline/predictor'
import { keptChainSchema, performanceWindowSchema, resultSchema } from '@riftline/record'
import * as z from 'zod'
import { soldOperations } from '../charging/prices.ts'
import type { Served } from '../http/answer.ts'

/** Values that occur in many bodies, each with its range. */

export const id = z.int().min(1).describe('Id that other calls accept, at least 1.')
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
  return matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, `${meaning} Time in UTC, without a suffix.`)
}

export const dataThroughUtc = utc('Data date: start of the last game in the data.')

export const asOfUtc = matching(
  /^\d{4}-\d{2}-\d{2}$/,
  'Date of the forecast in UTC, without a suffix: today, or the data date if that is later. Equal requests on one date have ' +
    'equal answers while `artifacts` is the same.',
)

export const artifacts = matching(
  /^[0-9a-f]{12}$/,
  'Id of the models and tables behind the answer. Equal to the header `X-Artifacts`.',
)

export const bestOf = z.literal([1, 3, 5]).meta({ type: 'integer' })

export const namedId = z.object({ id, name: text.describe('Current name.') }).describe('Id and current name.')

export const candidate = object('Possible meaning of a name in the request.', {
  id: id.exactOptional().describe('Id of the entity. Absent if the candidate is only a word.'),
  name: text.describe('Current name of the entity, or the word.'),
})

/** Entities that a name of the caller may mean. */
export const candidates = z
  .array(candidate)
  .max(8)
  .describe('Likely meanings of a name in the request, best first. Absent if no known name is similar.')

export const role = z.enum(pickRoles).describe('Role of a player in a team.')
export const model = z.enum(modelNames).describe('Model of the forecast.')

export const sideGames = object('Number of games behind each share of `sideWinRate`.', {
  blue: count.nullable().describe('Games on the blue side. Null if they were not counted.'),
  red: count.nullable().describe('Games on the red side. Null if they were not counted.'),
})
export const sideWinRate = object('Share of games won on each side.', {
  blue: fraction.nullable().describe('Share of games on the blue side that were won, 0-1. Null if there is no game.'),
  red: fraction.nullable().describe('Share of games on the red side that were won, 0-1. Null if there is no game.'),
})

/** Items of the free lists: rows of the catalogue, with a logo for every team. A detail begins with the same fields. */

export type TeamItem = z.infer<typeof teamItem>
export type PlayerItem = z.infer<typeof playerItem>
export type ChampionItem = z.infer<typeof championItem>
export type TournamentItem = z.infer<typeof tournamentItem>
/** A series that has not been played yet. */
export type ScheduleItem = z.infer<typeof scheduleItem>

const lastSeen = {
  active: z.boolean().describe('True if the last game is within 180 days before the data date.'),
  lastGameUtc: utc('Start of the last game. Null if unknown.').nullable(),
}

export const playerItem = z.object({
  id,
  name: text.describe('Current name of the player.'),
  role: role.nullable().describe('Role of the player in the last ten games. Null if unknown.'),
  team: namedId
    .nullable()
    .describe('Current team. Null after 180 days without a game, or after eight line-ups without the player.'),
  lastTeam: namedId.nullable().describe('Last team, even if the player has no team now. Null if unknown.'),
  ...lastSeen,
})

export const tournamentItem = z.object({
  id,
  name: text.describe('Common name, with league, year and split.'),
  league: text.describe('Code of the league.'),
  leagueName: text.describe('Common name of the league.'),
  season: text.nullable().describe('Year of the season. The tournament may begin in the year before. Null if unknown.'),
  region: text.nullable().describe('Region of the league. Null for international leagues.'),
  startUtc: utc('Start of the tournament. Null if unknown.').nullable(),
  endUtc: utc('End of the tournament, or start of its last game so far. Null if neither is known.').nullable(),
})

export const teamItem = z.object({
  id,
  name: text.describe('Current name of the team.'),
  region: text.nullable().describe('Region of the home league. Null if unknown.'),
  logoUrl: text.describe('Absolute URL of the logo, or of a placeholder if no logo is known.'),
  league: text.nullable().describe('Code of the home league. Null if unknown.'),
  code: text.nullable().describe('Code of the team on scoreboards. Null if unknown.'),
  ...lastSeen,
})
export const championItem = z.object({
  id,
  name: text.describe('Name of the champion, as picks accept it.'),
  imageUrl: text.nullable().describe('Absolute URL of a picture. Null if there is no picture.'),
})

/** The body of a list, with its length beside it. */
function listSchema<Name extends string, Item>(name: Name, item: z.ZodType<Item>) {
  return z.object({
    count: count.describe('Number of items in the answer.'),
    total: count.exactOptional().describe('Number of items that fit, also beyond `limit`. Present only with `limit`.'),
    dataThroughUtc,
    artifacts,
    [name]: z.array(item).describe('Items, in the order that the operation states.'),
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
  id: text.describe('Permanent id of the series, equal to `esportsMatchId` in odds.'),
  league: text.describe('Code of the league.'),
  leagueName: text.describe('Common name of the league.'),
  bestOf: z.int().min(1).max(5).nullable().describe('Maximum number of maps: 1, 2, 3 or 5. Null if not announced.'),
  scheduledUtc: utc('Scheduled start of the series.'),
  team1: namedId.describe('Team that is named first. The sides are not known yet.'),
  team2: namedId.describe('Team that is named second.'),
})

export const scheduleList = listSchema('schedule', scheduleItem)

export const performance = z.object({
  dataThroughUtc,
  artifacts,
  chain: keptChainSchema
    .nullable()
    .describe('Head of the chain of forecasts that this server kept. Null while none is kept.'),
  windows: z
    .array(performanceWindowSchema)
    .describe(
      'Windows in time: the last 30, 90 and 365 days, each calendar year, all; then `kept`, once a series with a kept forecast has been graded.',
    ),
})

export const resultPage = z.object({
  count: count.describe('Number of series on the page.'),
  dataThroughUtc,
  artifacts,
  results: z.array(resultSchema).describe('Finished series, the latest start first.'),
  nextCursor: text.nullable().describe('Value of `cursor` for the next page. Null on the last page.'),
})

/** Usage of an account, with times as text. */
export type UsageBody = z.infer<typeof usage>

const usedMeaning =
  'Credits used in the current UTC day and month, less refunds. A call is refunded if its connection breaks before the ' +
  'answer arrives. If a part of the answer may have been read, at most ten such refunds are made in an hour.'
const callLine = z.object({
  operation: z.enum(soldOperations).describe('Charged operation.'),
  model: model.nullable().describe('Requested model. Null without a choice of models, or for a batch of several.'),
  calls: count.describe('Number of charged calls. A batch counts as its number of requests.'),
  credits: count.describe('Credits that the calls cost.'),
})

export const usage = z.object({
  creditsRemaining: count.describe('Sum of `free`, `plan` and `topUp`. Equal to the header `X-Credits-Remaining`.'),
  free: object('Free credits of the current UTC month.', {
    monthly: count.describe('Free credits granted each month.'),
    remaining: count.describe('Free credits left.'),
    periodStartUtc: utc('Start of the month.'),
    resetsAtUtc: utc('Start of the next month.'),
  }),
  plan: objectOrNull('Credits of the plan. Null if the account has no plan.', {
    name: text.describe('Name of the plan.'),
    perPeriod: count.describe('Credits granted each period.'),
    remaining: count.describe('Credits of the plan that are left.'),
    resetsAtUtc: utc('Start of the next period.'),
  }),
  topUp: object('Credits that were bought or granted. They stay until they are spent.', {
    remaining: count.describe('Bought or granted credits that are left.'),
  }),
  used: object(usedMeaning, {
    today: count.describe('Credits used since midnight UTC.'),
    thisMonth: count.describe('Credits used since the month began.'),
  }),
  calls: z.array(callLine).describe('Charged calls of this month, by operation and model.') as unknown as z.ZodType<
    readonly z.infer<typeof callLine>[]
  >,
  rateLimit: object('Rate limit of the API key in the request.', {
    limit: count.describe('Number of requests allowed in a window.'),
    windowSeconds: count.describe('Length of the window in seconds.'),
    remaining: count.describe('Number of requests left in the window.'),
    resetSeconds: count.describe('Seconds until the oldest request leaves the window.'),
  }),
  dataThroughUtc,
  artifacts,
  key: object('API key in the request.', {
    id: matching(/^[0-9A-Za-z]{8}$/, 'Public part of the key, as logs and statements show it.'),
    name: text.describe('Name that the owner gave the key.'),
    prefix: matching(/^rl_(live|test)_[0-9A-Za-z]{8}$/, 'First characters of the key.'),
    createdAtUtc: utc('Creation of the key.'),
    monthlyLimit: z
      .int()
      .min(1)
      .nullable()
      .describe('Credits that the key may spend in a UTC month; null for no limit.'),
    usedThisMonth: count.describe('Credits that count towards the limit, those held by running calls included.'),
    expiresUtc: utc('Time from which the key is refused; null if it does not expire.').nullable(),
    scopes: z.array(z.enum(keyScopes)).readonly().nullable().describe('Scopes of the key; null for all of them.'),
  }),
})
