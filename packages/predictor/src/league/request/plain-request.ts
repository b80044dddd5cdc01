import { arePlausible, highestOdds } from '@riftline/core'
import { modelNames, type PredictRequest } from '../../types.ts'
import { isSameName } from '../names/fold.ts'

/** Fields of a body without picks; undefined where absent. */
export type PlainFields = {
  -readonly [K in Exclude<keyof PredictRequest, 'bluePicks' | 'redPicks'>]: PredictRequest[K] | undefined
}

/**
 * The fields of a body that is legal at sight and has no picks, else null: its own ones, each read once. A copy of the body with the fields it
 * happens to have takes longer to make, and to read.
 */
export function plainFields(body: object): PlainFields | null {
  const fields: PlainFields = {
    blueTeamId: undefined,
    blueTeam: undefined,
    redTeamId: undefined,
    redTeam: undefined,
    model: undefined,
    bestOf: undefined,
    tournament: undefined,
    oddsBlue: undefined,
    oddsRed: undefined,
    explain: undefined,
  }
  for (const field in body) {
    if (!Object.hasOwn(body, field)) return null
    const value: unknown = (body as Record<string, unknown>)[field]
    if (!isPlainField(field, value, explained)) return null
    ;(fields as Record<string, unknown>)[field] = value
  }
  const { blueTeamId, blueTeam, redTeamId, redTeam } = fields
  const areGiven =
    (blueTeamId === undefined) !== (blueTeam === undefined) && (redTeamId === undefined) !== (redTeam === undefined)
  return areGiven && haveTwoTeams(fields) && havePlausibleOdds(fields) ? fields : null
}

const explained: readonly string[] = ['explain']

/**
 * Whether a body is legal at sight, but for its picks and its standing: what nearly every body is, told in a fraction of the time that
 * its rules take. False says nothing: then the rules decide, and they alone word what is wrong.
 *
 * @param fields own ones; one that is undefined is never legal at sight
 * @param more fields beside those of every body
 */
export function isPlainRequest(fields: Readonly<Record<string, unknown>>, more: readonly string[]): boolean {
  let blue = 0
  let red = 0
  for (const field of Object.keys(fields)) {
    if (!isPlainField(field, fields[field], more)) return false
    if (field === 'blueTeamId' || field === 'blueTeam') blue++
    else if (field === 'redTeamId' || field === 'redTeam') red++
  }
  return blue === 1 && red === 1 && haveTwoTeams(fields) && havePlausibleOdds(fields)
}

function isPlainField(field: string, value: unknown, more: readonly string[]): boolean {
  switch (field) {
    case 'blueTeamId':
    case 'redTeamId':
      return Number.isSafeInteger(value) && (value as number) >= 1
    case 'blueTeam':
    case 'redTeam':
      return isPlainText(value, 80)
    case 'model':
      return modelNames.includes(value as (typeof modelNames)[number])
    case 'oddsBlue':
    case 'oddsRed':
      return typeof value === 'number' && value > 1 && value <= highestOdds
    case 'tournament':
      return isPlainText(value, 120)
    case 'bestOf':
      return value === 3 || value === 5 || value === 1
    case 'explain':
      return typeof value === 'boolean' && more.includes(field)
    default:
      return value !== undefined && more.includes(field)
  }
}

/** Two equal ids, or two names that fold alike, are one team. */
function haveTwoTeams({
  blueTeamId,
  blueTeam,
  redTeamId,
  redTeam,
}: Partial<Readonly<Record<'blueTeamId' | 'blueTeam' | 'redTeamId' | 'redTeam', unknown>>>): boolean {
  if (blueTeamId !== undefined) return blueTeamId !== redTeamId
  return typeof blueTeam === 'string' && !(typeof redTeam === 'string' && isSameName(blueTeam, redTeam))
}

/** Of legal prices. */
function havePlausibleOdds({
  oddsBlue,
  oddsRed,
}: {
  readonly oddsBlue?: unknown
  readonly oddsRed?: unknown
}): boolean {
  return oddsBlue === undefined || oddsRed === undefined || arePlausible([oddsBlue as number, oddsRed as number])
}

/** No spaces at the ends, and only characters that are one unit long each. */
function isPlainText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.length <= maxLength && plainText.test(value)
}

const plainText = /^[!-~](?:[ -~]*[!-~])?$/
