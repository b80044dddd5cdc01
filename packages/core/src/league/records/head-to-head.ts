/** Games that two teams played against each other: results of the one with the smaller id, in thousandths. */
export interface Meetings {
  readonly sum: number
  readonly games: number
}

/** By the smaller id of a pair, then by the larger. */
export type HeadToHead = Map<number, Map<number, Meetings>>

/** @param results of the first team */
export function learnMeeting(table: HeadToHead, team1Id: number, team2Id: number, results: readonly number[]): void {
  const [smaller, larger] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  const sign = team1Id === smaller ? 1 : -1
  let row = table.get(smaller)
  if (row === undefined) {
    row = new Map()
    table.set(smaller, row)
  }
  const known = row.get(larger)
  const sum = results.reduce((total, result) => total + sign * result, known?.sum ?? 0)
  row.set(larger, { sum, games: (known?.games ?? 0) + results.length })
}

/** How far the first team did better against the second than the rating said, pulled to 0 while meetings are few. */
export function headToHead(table: HeadToHead, team1Id: number, team2Id: number): number {
  const [smaller, larger] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  const known = table.get(smaller)?.get(larger)
  if (known === undefined) return 0
  const value = known.sum / 1000 / (known.games + 3)
  return team1Id === smaller ? value : -value
}
