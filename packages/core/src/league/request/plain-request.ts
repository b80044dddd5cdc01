import { modelNames } from '../../types.ts'
import { isSameName } from '../names/fold.ts'

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
  return blue === 1 && red === 1 && haveTwoTeams(fields)
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
      return typeof value === 'number' && value > 1 && value <= 1000
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
function haveTwoTeams({ blueTeamId, blueTeam, redTeamId, redTeam }: Readonly<Record<string, unknown>>): boolean {
  if (blueTeamId !== undefined) return blueTeamId !== redTeamId
  return typeof blueTeam === 'string' && !(typeof redTeam === 'string' && isSameName(blueTeam, redTeam))
}

/** No spaces at the ends, and only characters that are one unit long each. */
function isPlainText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.length <= maxLength && plainText.test(value)
}

const plainText = /^[!-~](?:[ -~]*[!-~])?$/
