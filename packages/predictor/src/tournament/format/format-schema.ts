import * as z from 'zod'
import { controls } from '../../league/request/request-schema.ts'
import type { RankCriterion } from '../plan.ts'

// Rules for the fields of a format: they check files and bodies and generate the JSON Schema. Rules between fields are in the other
// files of this folder.

/** Limits of a format. */
export const tournamentLimits = { teams: 64, stages: 8, results: 2_000, groups: 32, nextSeries: 20 } as const

const rankCriteria = [
  'wins',
  'gameDifference',
  'headToHead',
  'gamesWon',
  'strengthOfVictory',
] as const satisfies readonly RankCriterion[]

const stageId = word('must be letters, digits, - and _, a letter first, at most 40').meta({
  description: 'Name of the stage in slots, results and answers.',
})
const stageName = text(40, 'Id of a stage.')
const groupName = word(
  'must name the group in letters, digits, - and _, a letter or digit first, at most 40',
  '[A-Za-z0-9]',
)
const teamName = text(100, 'A name as in `teams`.')
const slot = text(
  130,
  'A team as in `teams`, or a place: STAGE.PLACE, STAGE.GROUP.PLACE, STAGE.winners.N, STAGE.losers.N.',
)
const seriesLength = z.literal([1, 3, 5], { error: 'must be 1, 3 or 5' }).meta({ type: 'integer' })
const lengthList = z.array(seriesLength).min(1).max(tournamentLimits.teams)
const lengths = z
  .union([seriesLength, lengthList], { error: 'must be 1, 3 or 5, or a list of these' })
  .meta({ description: 'Maximum number of maps, or one for each round.' })
const slots = slotList('Teams and places, top to bottom.', 2)
const groups = z
  .record(groupName, slotList('Teams and places of a group.', 2), {
    error: 'must be an object of groups, such as {"A": [...]}',
  })
  .meta({ description: 'Slots of each group by its name.' })
const flag = (description: string) => z.boolean({ error: 'must be true or false' }).meta({ description }).optional()
const choose = z
  .literal('higherSeed', { error: 'must be "higherSeed"' })
  .meta({ description: 'The first team of each pair chooses its opponent among the second ones, top to bottom.' })
  .optional()

const roundRobin = z.strictObject({
  id: stageId,
  kind: kind('roundRobin'),
  groups: groups.optional(),
  slots: slots.optional(),
  rounds: integer(1, 4, 'How often two teams meet; 1 by default.').optional(),
  bestOf: z
    .literal([1, 2, 3, 5], { error: 'must be 1, 2, 3 or 5' })
    .meta({ type: 'integer', description: 'Maximum number of maps; a best-of-2 can be drawn.' }),
  rank: z
    .array(z.enum(rankCriteria, { error: `must be one of ${rankCriteria.join(', ')}` }), { error: 'must be a list' })
    .min(1, { error: 'must hold at least one criterion' })
    .max(rankCriteria.length, { error: 'must name each criterion once' })
    .meta({ description: 'Criteria of the rank, first one first; wins, gameDifference and headToHead by default.' })
    .optional(),
  tieBreak: z
    .enum(['lot', 'game'], { error: 'must be "lot" or "game"' })
    .meta({ description: 'How a tie that a later stage depends on is broken; by lot by default.' })
    .optional(),
  carry: stageName.meta({ description: 'Earlier round robin whose results count here too.' }).optional(),
})

const swiss = z.strictObject({
  id: stageId,
  kind: kind('swiss'),
  slots,
  wins: integer(1, 6, 'Wins with which a team goes on.'),
  losses: integer(1, 6, 'Losses with which a team is out.'),
  bestOf: seriesLength.meta({ type: 'integer', description: 'Maximum number of maps.' }),
  decidingBestOf: seriesLength
    .meta({ description: 'Maximum of maps where a team can go on or out; `bestOf` by default.' })
    .optional(),
})

const singleElimination = z.strictObject({
  id: stageId,
  kind: kind('singleElimination'),
  slots,
  bestOf: lengths,
  rounds: integer(1, 6, 'Rounds that are played; by default all down to the final.').optional(),
  draw: z
    .literal('random', { error: 'must be "random"' })
    .meta({ description: 'First and second slots of the pairs are two pots, drawn at random.' })
    .optional(),
  choose,
  thirdPlace: flag('Whether the losers of the semifinals play for the third place.'),
})

const doubleElimination = z.strictObject({
  id: stageId,
  kind: kind('doubleElimination'),
  slots,
  lowerSlots: slotList('Teams and places that start in the lower bracket.', 2).optional(),
  bestOf: z
    .union([seriesLength, z.strictObject({ upper: lengths, lower: lengths })], {
      error: 'must be 1, 3 or 5, or {"upper": ..., "lower": ...}',
    })
    .meta({ description: 'Maximum number of maps, by bracket and round if they differ.' }),
  final: seriesLength
    .meta({ description: 'Maximum of maps in the final; needed if `bestOf` is by bracket.' })
    .optional(),
  choose,
})

const gsl = z.strictObject({
  id: stageId,
  kind: kind('gsl'),
  groups: groups.optional(),
  slots: slots.optional(),
  bestOf: lengths.meta({ description: 'Maximum of maps, or those of opening, winners, losers and deciding series.' }),
})

const kingOfTheHill = z.strictObject({
  id: stageId,
  kind: kind('kingOfTheHill'),
  slots,
  bestOf: lengths.meta({ description: 'Maximum of maps, or one for each series in the order of play.' }),
})

const kinds = { roundRobin, swiss, singleElimination, doubleElimination, gsl, kingOfTheHill } as const

const stage = z.discriminatedUnion(
  'kind',
  [roundRobin, swiss, singleElimination, doubleElimination, gsl, kingOfTheHill],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? `must be one of ${Object.keys(kinds).join(', ')}` : 'must be an object',
  },
)

const maps = integer(0, 3, 'Maps that a team won.')
const result = z.strictObject(
  {
    stage: stageName,
    teams: pair(teamName, 'must be two teams').meta({ description: 'The two teams.' }),
    score: pair(maps, 'must be two numbers of maps, such as [2, 1]')
      .meta({
        description: 'Maps that the teams won. Absent for a series whose teams are known but which is not played.',
      })
      .optional(),
    tieBreak: flag('Whether it is a game that breaks a tie of a round robin.'),
  },
  { error: 'must be an object with stage, teams and score' },
)

const draw = z.strictObject(
  {
    stage: stageName,
    slots: z
      .array(teamName, { error: 'must be a list of teams' })
      .max(tournamentLimits.teams)
      .meta({ description: 'Team of each slot, in the order of the slots.' }),
  },
  { error: 'must be an object with stage and slots' },
)

const teamId = z
  .int({ error: 'must be a positive integer' })
  .min(1, { error: 'must be a positive integer' })
  .meta({ description: 'Id of the catalogue.' })
const team = z.union([teamName, z.strictObject({ name: teamName, id: teamId })], {
  error: 'must be a name, or {"name": ..., "id": ...}',
})

export const formatSchema = z.strictObject(
  {
    name: text(200, 'Name of the tournament.'),
    teams: list(team, 2, tournamentLimits.teams).meta({
      description: 'Names, with ids of the catalogue where a name is not enough.',
    }),
    tournament: text(120, 'Label of league and season for the forecasts, as in a prediction.').optional(),
    stages: list(stage, 1, tournamentLimits.stages).meta({
      description: 'Stages in the order in which they are played.',
    }),
    results: list(result, 0, tournamentLimits.results)
      .meta({ description: 'Known results in the order of play.' })
      .optional(),
    draws: list(draw, 0, tournamentLimits.stages)
      .meta({ description: 'Teams of the slots of a stage: how lots, a draw or a choice fell.' })
      .optional(),
  },
  { error: 'must be an object' },
)

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T

/** A tournament as a file states it. `parseTournament` checks one. */
export type TournamentFormat = Frozen<z.infer<typeof formatSchema>>
export type TournamentStage = TournamentFormat['stages'][number]
export type StageOf<Kind extends TournamentStage['kind']> = Extract<TournamentStage, { kind: Kind }>

/** The format of a tournament as JSON Schema 2020-12. It cannot express the rules between fields, which `parseTournament` checks. */
export function tournamentFormatJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(formatSchema, { io: 'input', reused: 'inline' })
  return schema
}

/** Fields of the object at a path of a format, to suggest one for an unknown field. */
export function fieldsAt(path: readonly PropertyKey[], json: unknown): readonly string[] {
  const [list, index, inner] = path
  if (list === undefined) return Object.keys(formatSchema.shape)
  if (list === 'results') return Object.keys(result.shape)
  if (list === 'draws') return Object.keys(draw.shape)
  if (list === 'teams') return ['name', 'id']
  if (inner !== undefined) return ['upper', 'lower']
  const { kind } = (json as { readonly stages: readonly { readonly kind: keyof typeof kinds }[] }).stages[
    Number(index)
  ]!
  return Object.keys(kinds[kind].shape)
}

function list<T extends z.ZodType>(item: T, least: number, most: number) {
  const error = least === 0 ? `must be a list of at most ${most}` : `must be a list of ${least} to ${most}`
  return z.array(item, { error }).min(least, { error }).max(most, { error })
}

function kind<Kind extends string>(name: Kind) {
  return z.literal(name).meta({ description: 'Kind of the stage.' })
}

/** Two of one kind: a list for JSON Schema, since many generators of types know no tuples. */
function pair<T>(item: z.ZodType<T>, error: string) {
  return z.array(item, { error }).length(2, { error }) as unknown as z.ZodType<[T, T]>
}

function slotList(description: string, least: number) {
  return list(slot, least, tournamentLimits.teams).meta({ description })
}

function integer(least: number, most: number, description: string) {
  const error = `must be an integer from ${least} to ${most}`
  return z.int({ error }).min(least, { error }).max(most, { error }).meta({ description })
}

function word(error: string, first = '[A-Za-z]') {
  return z.string({ error }).regex(new RegExp(`^${first}[A-Za-z0-9_-]{0,39}$`), { error })
}

function text(maxLength: number, description: string) {
  const error = `must be 1-${maxLength} characters without control characters and outer spaces`
  return z
    .string({ error })
    .min(1, { error, abort: true })
    .max(maxLength, { error, abort: true })
    .regex(new RegExp(`^[^\\s${controls}](?:[^${controls}]*[^\\s${controls}])?$`), { error })
    .meta({ description })
}
