import type { SourceHttp } from '../http/source-http.ts'
import { toPatch } from '../patch.ts'
import { isRecord, type JsonRecord, toList, toOptionalText, toRecord } from '../shape.ts'
import { parseMoment } from './schedule.ts'

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

/** Asked without a time, the feed answers the first frames. Null: there are none yet. @throws SourceError */
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
