/** Games of each player on each champion: player id, then champion id. */
export type Proficiency = Map<number, Map<number, number>>

export function learnProficiency(table: Proficiency, lineup: readonly number[], champions: readonly number[]): void {
  for (const [role, player] of lineup.entries()) {
    const champion = champions[role]!
    let own = table.get(player)
    if (own === undefined) {
      own = new Map()
      table.set(player, own)
    }
    own.set(champion, (own.get(champion) ?? 0) + 1)
  }
}

/** Sum over the lineup of ln(1 + games of the player on the champion picked for his role). */
export function draftProficiency(table: Proficiency, lineup: readonly number[], champions: readonly number[]): number {
  let sum = 0
  for (const [role, player] of lineup.entries()) sum += Math.log1p(table.get(player)?.get(champions[role]!) ?? 0)
  return sum
}
