import type { SourceHttp } from '../http/source-client.ts'
import { isRecord, type JsonRecord, shapeFault, toList, toOptionalText, toPatch, toRecord, toText } from '../shape.ts'
import { type Gateway, parseMoment } from './schedule.ts'

/** Details of a match that has begun. */
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

/** Reads the details of a match; null where the source has none. @throws SourceError */
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

/** The first frames of a game. */
export interface FeedWindow {
  /** When it really began; null: not yet. */
  readonly startMs: number | null
  readonly patch: string | null
  /** Blue, red. */
  readonly sides: readonly [FeedSide, FeedSide]
}

export interface FeedSide {
  readonly teamId: string | null
  readonly participants: readonly Participant[]
}

export interface Participant {
  readonly playerId: string | null
  readonly name: string | null
  readonly role: string | null
  readonly champion: string | null
}

/** Reads the first frames of a game, which the feed answers when asked without a time; null: there are none yet. @throws SourceError */
export async function readWindow(http: SourceHttp, url: string, gameId: string): Promise<FeedWindow | null> {
  const answer = await http.json({ url: `${url}/window/${encodeURIComponent(gameId)}`, mayBeAbsent: true })
  if (answer === null) return null
  const window = toRecord(answer, 'window')
  const metadata = toRecord(window.gameMetadata, 'window, gameMetadata')
  const frames = toList(window.frames, 'window, frames')
  return {
    startMs: firstMoment(frames),
    patch: toClientPatch(toOptionalText(metadata.patchVersion, 'window, gameMetadata.patchVersion')),
    sides: [toSide(metadata, 'blueTeamMetadata'), toSide(metadata, 'redTeamMetadata')],
  }
}

function firstMoment(frames: readonly unknown[]): number | null {
  const frame = frames.find((one) => isRecord(one) && one.gameState === 'in_game')
  const time = isRecord(frame) ? frame.rfc460Timestamp : undefined
  return typeof time === 'string' ? parseMoment(time) : null
}

/** The game's client counts its builds behind the patch: `16.4.741.9024`. */
function toClientPatch(version: string | null): string | null {
  return version === null ? null : toPatch(version.split('.').slice(0, 2).join('.'))
}

function toSide(metadata: JsonRecord, key: string): FeedSide {
  const place = `window, gameMetadata.${key}`
  const side = toRecord(metadata[key], place)
  return {
    teamId: toOptionalText(side.esportsTeamId, `${place}.esportsTeamId`),
    participants: toList(side.participantMetadata, `${place}.participantMetadata`).map((raw, index) => {
      const at = `${place}.participantMetadata[${index}]`
      const one = toRecord(raw, at)
      return {
        playerId: toOptionalText(one.esportsPlayerId, `${at}.esportsPlayerId`),
        name: toOptionalText(one.summonerName, `${at}.summonerName`),
        role: toOptionalText(one.role, `${at}.role`),
        champion: toOptionalText(one.championId, `${at}.championId`),
      }
    }),
  }
}
