import type { StatedSeat } from '@riftline/predictor'
import type { FeedSide, FeedWindow, Participant } from './feed-window.ts'

/** Who played for which team, and on which side. */
export interface Seating {
  /** Index of the team on the blue side; null: not known for sure. */
  readonly blue: 0 | 1 | null
  /** Five seats of each team, or null. */
  readonly seats: readonly [readonly StatedSeat[] | null, readonly StatedSeat[] | null]
}

export interface TaggedTeam {
  readonly id: string | null
  readonly code: string | null
}

const roles = ['top', 'jungle', 'mid', 'bottom', 'support']
const unknown: Seating = { blue: null, seats: [null, null] }

/**
 * The feed has the teams on the wrong sides in some games of a hundred, but the players' names begin with the code of their
 * team. Those say who plays for whom; sides count only where the feed agrees.
 */
export function toSeating(window: FeedWindow | null, teams: readonly [TaggedTeam, TaggedTeam]): Seating {
  if (window === null) return unknown
  const [blue, red] = window.sides
  const tagged = taggedTeam(blue, teams)
  if (tagged === null || taggedTeam(red, teams) !== 1 - tagged) return unknown
  const other = tagged === 0 ? 1 : 0
  const agrees = blue.teamId === teams[tagged].id && red.teamId === teams[other].id && blue.teamId !== null
  const seats = [toSeats(blue, teams[tagged].code), toSeats(red, teams[other].code)] as const
  return { blue: agrees ? tagged : null, seats: tagged === 0 ? seats : [seats[1], seats[0]] }
}

/** Index of the team whose code most names begin with, and none with the other's. */
function taggedTeam({ participants }: FeedSide, teams: readonly [TaggedTeam, TaggedTeam]): 0 | 1 | null {
  const [first, second] = teams.map(
    ({ code }) => participants.filter(({ name }) => withoutTag(name, code) !== name).length,
  )
  if (first! >= 3 && second === 0) return 0
  return second! >= 3 && first === 0 ? 1 : null
}

function toSeats({ participants }: FeedSide, code: string | null): readonly StatedSeat[] | null {
  const seats = roles.map((role) => participants.filter((one) => one.role?.toLowerCase() === role))
  if (participants.length !== 5 || seats.some((seat) => seat.length !== 1)) return null
  return seats.flat().map((one) => toSeat(one, code))
}

function toSeat({ playerId, name, champion }: Participant, code: string | null): StatedSeat {
  const own = withoutTag(name, code)
  return {
    player: own === null ? null : { name: own, sourceId: playerId === null ? null : `lolesports:${playerId}` },
    champion,
    kills: null,
    deaths: null,
    assists: null,
    gold: null,
    cs: null,
  }
}

function withoutTag(name: string | null, code: string | null): string | null {
  if (name === null || code === null || name.slice(0, code.length).toLowerCase() !== code.toLowerCase()) return name
  const rest = name.slice(code.length)
  return /^\s+\S/.test(rest) ? rest.trim() : name
}
