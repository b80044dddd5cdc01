import { dayMs, monthOf } from '@riftline/base'
import { type PlayerField, playerFields } from './game-sums.ts'
import { type CatalogueRecent, type PoolField, poolFields, type Rows } from './recent.ts'

const hands = ['kills', 'deaths', 'assists', 'kdaGames'] as const satisfies readonly (PlayerField & PoolField)[]

/** Sums that contradict each other, with all that rests on them. */
const shares: readonly (readonly [part: PlayerField, whole: PlayerField, others: readonly PlayerField[]])[] = [
  ['participations', 'teamKills', ['killGames', ...hands]],
  ['gold', 'teamGold', ['goldGames']],
]

/**
 * Removes sums that contradict each other: earlier builds took shares above 1 from matches with a mistyped number. A player with
 * such a day loses kills, deaths and assists with the champions of that month too, since sums do not say which champion he played.
 *
 * @returns the same object if nothing contradicts itself
 */
export function mendRecent(recent: CatalogueRecent): CatalogueRecent {
  const doubtful = new Set<string>()
  let isMended = false
  const mend = (rows: Rows, keyLength: number, onParticipation: (row: readonly number[]) => void = () => {}): Rows =>
    rows.map((row) => {
      const at = (field: PlayerField): number => keyLength + playerFields.indexOf(field)
      const broken = shares.filter(([part, whole]) => row[at(part)]! > row[at(whole)]!)
      if (broken.length === 0) return row
      isMended = true
      if (broken.some(([part]) => part === 'participations')) onParticipation(row)
      return without(
        row,
        broken.flatMap(([part, whole, others]) => [part, whole, ...others].map(at)),
      )
    })
  const playerDays = mend(recent.playerDays, 2, ([player = 0, day = 0]) => {
    doubtful.add(`${player} ${monthOf(day * dayMs)}`)
  })
  const tournamentPlayers = mend(recent.tournamentPlayers, 3)
  const playerSeasons = mend(recent.playerSeasons, 3)
  const poolPlaces = hands.map((field) => 3 + poolFields.indexOf(field))
  const playerPools = recent.playerPools.map((row) =>
    doubtful.has(`${row[0]} ${row[2]}`) ? without(row, poolPlaces) : row,
  )
  return isMended ? { ...recent, playerDays, playerPools, tournamentPlayers, playerSeasons } : recent
}

function without(row: readonly number[], places: readonly number[]): readonly number[] {
  return row.map((value, place) => (places.includes(place) ? 0 : value))
}
