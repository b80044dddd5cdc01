import { shapeFault, toList, toOptionalText, toRecord, toText } from '../shape.ts'
import type { Gateway } from './schedule.ts'

/** What a match that has begun tells of itself. */
export interface MatchDetails {
  /** In the order of the source; name and code where it has them. */
  readonly teams: readonly { readonly id: string; readonly name: string | null; readonly code: string | null }[]
  /** By number. */
  readonly games: readonly MatchGame[]
}

export interface MatchGame {
  readonly id: string
  readonly number: number
  /** `completed`, `inProgress`, `unstarted`, `unneeded`. */
  readonly state: string
}

/** Null: the source has no details of this match. @throws SourceError */
export async function readDetails({ http, url, key }: Gateway, matchId: string): Promise<MatchDetails | null> {
  const answer = await http.json({
    url: `${url}/getEventDetails?hl=en-US&id=${encodeURIComponent(matchId)}`,
    headers: { 'x-api-key': key },
    mayBeAbsent: true,
  })
  if (answer === null) return null
  const data = toRecord(toRecord(answer, 'getEventDetails').data, 'getEventDetails, data')
  if (data.event === null) return null
  const place = 'getEventDetails, data.event.match'
  const match = toRecord(toRecord(data.event, 'getEventDetails, data.event').match, place)
  return {
    teams: toList(match.teams, `${place}.teams`).map((raw, index) => {
      const at = `${place}.teams[${index}]`
      const team = toRecord(raw, at)
      const [name, code] = [toOptionalText(team.name, `${at}.name`), toOptionalText(team.code, `${at}.code`)]
      return { id: toText(team.id, `${at}.id`), name, code }
    }),
    games: toList(match.games, `${place}.games`)
      .map((raw, index) => toGame(raw, `${place}.games[${index}]`))
      .sort((a, b) => a.number - b.number),
  }
}

function toGame(raw: unknown, place: string): MatchGame {
  const game = toRecord(raw, place)
  const { number } = game
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 9) {
    throw shapeFault(`${place}.number`, 'a number from 1 to 9', number)
  }
  return { id: toText(game.id, `${place}.id`), number, state: toText(game.state, `${place}.state`) }
}

/** A game has been played or is. */
export function hasBegun(game: MatchGame): boolean {
  return game.state === 'completed' || game.state === 'inProgress'
}

interface CalledTeam {
  readonly name: string | null
  readonly code: string | null
}

/** The id of each team of the schedule: by name or code where the details have them, else by order. */
export function teamIds(
  teams: readonly [CalledTeam, CalledTeam],
  details: MatchDetails | null,
): readonly [string | null, string | null] {
  const [first, second] = details?.teams ?? []
  if (first === undefined || second === undefined) return [null, null]
  const isCrossed = isSame(teams[0], second) || isSame(teams[1], first)
  return isCrossed ? [second.id, first.id] : [first.id, second.id]
}

function isSame(a: CalledTeam, b: CalledTeam): boolean {
  return (b.name !== null && a.name === b.name) || (b.code !== null && a.code === b.code)
}
