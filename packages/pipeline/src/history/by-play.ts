/** Where a game stands in time. */
interface Placed {
  readonly id: string
  readonly startMs: number
  readonly gameNumber: number | null
}

/** Order of play: by start, then by number in the series, since of some games only the day is known, then by id. */
export function byPlay(a: Placed, b: Placed): number {
  return a.startMs - b.startMs || (a.gameNumber ?? 0) - (b.gameNumber ?? 0) || (a.id < b.id ? -1 : 1)
}
