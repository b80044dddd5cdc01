import type { StatedSeat } from '@riftline/predictor'
import { BadRow } from '../bad-row.ts'
import type { SkippedPart } from '../source-run.ts'
import type { CargoRow } from './cargo.ts'
import { optionalNumber, optionalText, rowName, text } from './cells.ts'

/** Five seats by role, or null without a whole lineup, of the blue and the red side. */
export type Lineups = readonly [readonly StatedSeat[] | null, readonly StatedSeat[] | null]

export const noLineups: Lineups = [null, null]
const roles = ['top', 'jungle', 'mid', 'bot', 'support']

/** The lineups of each game by its id. Rows come in order of names: side and role say who sits where. */
export function toLineups(rows: readonly CargoRow[], skipped: SkippedPart[]): ReadonlyMap<string, Lineups> {
  const taken = new Map<string, (StatedSeat | 'two' | null)[]>()
  const seen = new Set<string>()
  for (const row of rows) {
    // A page that two redirects lead to gives the same row twice.
    const whole = JSON.stringify(row)
    if (seen.has(whole)) continue
    seen.add(whole)
    try {
      const gameId = text(row, 'GameId')
      const places = taken.get(gameId) ?? new Array<null>(10).fill(null)
      taken.set(gameId, places)
      const place = readPlace(row)
      if (place !== null) places[place] = places[place] === null ? readSeat(row) : 'two'
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
      skipped.push({ what: `player of ${rowName(row, 'GameId')}: ${error.message}`, why: 'bad_row' })
    }
  }
  const side = (places: readonly (StatedSeat | 'two' | null)[]): readonly StatedSeat[] | null => {
    const seats = places.filter((seat) => seat !== null && seat !== 'two')
    return seats.length === 5 ? seats : null
  }
  return new Map([...taken].map(([id, places]) => [id, [side(places.slice(0, 5)), side(places.slice(5))]]))
}

/** 0-4 blue, 5-9 red; null: it does not say. */
function readPlace(row: CargoRow): number | null {
  const side = ['1', '2'].indexOf(optionalText(row, 'Side') ?? '')
  const number = Number(optionalText(row, 'RoleNumber') ?? Number.NaN) - 1
  const named = roles.indexOf((optionalText(row, 'Role') ?? '').toLowerCase())
  const role = roles[number] === undefined ? named : number
  return side === -1 || role === -1 ? null : side * 5 + role
}

function readSeat(row: CargoRow): StatedSeat {
  const link = text(row, 'Link')
  return {
    player: { name: playerName(link), sourceId: `leaguepedia:${optionalText(row, 'PlayerPage') ?? link}` },
    champion: optionalText(row, 'Champion'),
    kills: optionalNumber(row, 'Kills', 200),
    deaths: optionalNumber(row, 'Deaths', 200),
    assists: optionalNumber(row, 'Assists', 200),
    gold: optionalNumber(row, 'Gold', 200_000),
    cs: optionalNumber(row, 'CS', 10_000),
  }
}

/** Pages of namesakes have the real name in brackets: `Ice (Yoon Sang-hoon)`. */
function playerName(link: string): string {
  return link.replace(/\s+\([^()]*\)$/, '') || link
}
