const shares: ReadonlySet<string> = new Set([
  ...['firstBloodRate', 'firstTowerRate', 'firstDragonRate', 'goldShare', 'killParticipation'],
])

type Json = Record<string, unknown>

/**
 * Makes unknown what contradicts itself in a row of `details.json`: earlier builds published shares above 1 where one number of
 * a match was mistyped. The row, which is changed, is as it was parsed from JSON; its schema is checked afterwards.
 */
export function mendRow(row: unknown): void {
  const { stats, samples, seasons, leaders } = asObject(row)
  for (const [name, value] of Object.entries(asObject(stats))) {
    if (isPossible(name, value)) continue
    asObject(stats)[name] = null
    asObject(samples)[name] = null
  }
  for (const season of Array.isArray(seasons) ? seasons : []) {
    const written = asObject(asObject(season).stats)
    for (const [name, value] of Object.entries(written)) {
      const [number] = Array.isArray(value) ? value : [value]
      if (number === null || !isPossible(name, number)) delete written[name]
    }
  }
  for (const [name, list] of Object.entries(asObject(leaders))) {
    if (!Array.isArray(list)) continue
    const kept = list.map((leader) => asObject(leader).value)
    asObject(leaders)[name] = list.filter((_, index) => kept[index] !== null && isPossible(name, kept[index]))
  }
}

function isPossible(name: string, value: unknown): boolean {
  return typeof value !== 'number' || !shares.has(name) || (value >= 0 && value <= 1)
}

/** An object of its own for what is none: the schema refuses that. */
function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
