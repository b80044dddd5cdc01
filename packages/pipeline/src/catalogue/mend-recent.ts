import { type PlayerField, playerFields } from './player-sums.ts'
import type { CatalogueRecent } from './recent.ts'

/** Sums of a share: the part, the whole, and the games that have both. */
const shares: readonly (readonly [part: PlayerField, whole: PlayerField, games: PlayerField])[] = [
  ['participations', 'teamKills', 'killGames'],
  ['gold', 'teamGold', 'goldGames'],
]

/**
 * The sums without shares above 1, which earlier builds took over from matches that contradict themselves.
 *
 * @returns the same object where nothing is amiss
 */
export function mendRecent(recent: CatalogueRecent): CatalogueRecent {
  let isMended = false
  const mend = (rows: CatalogueRecent['playerDays'], keyLength: number): CatalogueRecent['playerDays'] =>
    rows.map((row) => {
      const at = (field: PlayerField): number => keyLength + playerFields.indexOf(field)
      const broken = shares.filter(([part, whole]) => row[at(part)]! > row[at(whole)]!)
      if (broken.length === 0) return row
      isMended = true
      const places = new Set(broken.flatMap((fields) => fields.map(at)))
      return row.map((value, place) => (places.has(place) ? 0 : value))
    })
  const playerDays = mend(recent.playerDays, 2)
  const tournamentPlayers = mend(recent.tournamentPlayers, 3)
  const playerSeasons = mend(recent.playerSeasons, 3)
  return isMended ? { ...recent, playerDays, tournamentPlayers, playerSeasons } : recent
}
