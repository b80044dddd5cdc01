// A small invented league as plain data; history.ts and oracles-elixir.ts write it in two layouts.

const roles = ['top', 'jng', 'mid', 'bot', 'sup'] as const

export interface InventedPlayer {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly champion: string
  readonly kills: number
  readonly deaths: number
  readonly assists: number
  readonly cs: number
  readonly gold: number
}

export interface InventedSide {
  readonly teamId: number
  readonly team: string
  readonly players: readonly InventedPlayer[]
  readonly towers: number
  readonly dragons: number
  readonly barons: number
}

export interface InventedGame {
  readonly id: string
  readonly date: string
  readonly seriesId: number
  readonly number: number
  readonly sides: readonly [InventedSide, InventedSide]
  readonly winner: 0 | 1
  readonly lengthSeconds: number
  /** Side that took each objective first; no game states the herald. */
  readonly firsts: Readonly<Record<'blood' | 'tower' | 'dragon' | 'baron', 0 | 1>>
}

export interface InventedSeries {
  readonly id: number
  readonly start: string
  readonly tournamentId: number
  readonly tournament: string
  readonly league: string
  readonly year: string
  readonly split: string
  readonly playoffs: 0 | 1
  readonly bestOf: 1 | 2 | 3 | 5
  readonly teams: readonly [number, number]
  readonly wins: readonly [number, number]
  readonly games: readonly InventedGame[]
}

const inventedTeams: readonly string[] = ['Amber Foxes', 'Basalt Bears', 'Copper Cranes', 'Dune Drakes']
export const inventedChampions: readonly string[] = Array.from({ length: 24 }, (_, index) => `Hero ${index + 1}`)

// Index of the team that wins each game; 0 is the first team of the pair.
const plan: readonly {
  phase: readonly [league: string, year: string, split: string, playoffs: 0 | 1]
  bestOf: 1 | 2 | 3 | 5
  pair: readonly [number, number]
  results: readonly (0 | 1)[]
}[] = [
  { phase: ['INV', '2031', 'Spring', 0], bestOf: 3, pair: [0, 1], results: [0, 0] },
  { phase: ['INV', '2031', 'Spring', 0], bestOf: 3, pair: [2, 3], results: [1, 0, 1] },
  { phase: ['INV', '2031', 'Spring', 0], bestOf: 3, pair: [1, 2], results: [0, 1, 0] },
  { phase: ['INV', '2031', 'Spring', 1], bestOf: 5, pair: [0, 3], results: [0, 1, 0, 0] },
  { phase: ['INV', '2031', 'Spring', 1], bestOf: 5, pair: [1, 0], results: [1, 0, 1, 0, 1] },
  { phase: ['ONE', '2031', 'Summer', 0], bestOf: 1, pair: [0, 2], results: [1] },
  { phase: ['ONE', '2031', 'Summer', 0], bestOf: 1, pair: [1, 3], results: [0] },
  { phase: ['ONE', '2031', 'Summer', 0], bestOf: 1, pair: [2, 3], results: [0] },
  { phase: ['TWO', '2031', 'Winter', 0], bestOf: 2, pair: [0, 1], results: [0, 1] },
  { phase: ['TWO', '2031', 'Winter', 0], bestOf: 2, pair: [2, 3], results: [0, 0] },
  { phase: ['TWO', '2031', 'Winter', 0], bestOf: 2, pair: [1, 2], results: [1, 0] },
]

const dayMs = 86_400_000

/** Invents the series. Ids are given in order of first appearance, as the reader of Oracle's Elixir gives them. */
export function inventLeague(): readonly InventedSeries[] {
  const teamIds = new Map<number, number>()
  const playerIds = new Map<string, number>()
  const tournamentIds = new Map<string, number>()
  return plan.map(({ phase: [league, year, split, playoffs], bestOf, pair, results }, index) => {
    const startMs = Date.UTC(2031, 0, 10, 15) + index * dayMs
    const tournament = `${league} ${year} ${split}`
    const id = index + 1
    const games = results.map((winningTeam, order): InventedGame => {
      // Sides change after every game, and the team that begins on blue changes from series to series.
      const blue = (order + index) % 2 === 0 ? 0 : 1
      const side = (team: 0 | 1): InventedSide =>
        inventSide(pair[team], id + order, winningTeam === team, teamIds, playerIds)
      return {
        id: `INVENTED-${id}-${order + 1}`,
        date: toText(startMs + order * 3_000_000),
        seriesId: id,
        number: order + 1,
        sides: blue === 0 ? [side(0), side(1)] : [side(1), side(0)],
        winner: winningTeam === blue ? 0 : 1,
        lengthSeconds: 1500 + 60 * ((id * 7 + order) % 15),
        firsts: { blood: 0, tower: winningTeam === blue ? 0 : 1, dragon: order % 2 === 0 ? 0 : 1, baron: 1 },
      }
    })
    return {
      id,
      start: toText(startMs),
      tournamentId: idOf(tournamentIds, tournament),
      tournament,
      league,
      year,
      split,
      playoffs,
      bestOf,
      teams: [idOf(teamIds, pair[0]), idOf(teamIds, pair[1])],
      wins: [results.filter((team) => team === 0).length, results.filter((team) => team === 1).length],
      games,
    }
  })
}

function inventSide(
  team: number,
  seed: number,
  won: boolean,
  teamIds: Map<number, number>,
  playerIds: Map<string, number>,
): InventedSide {
  const teamId = idOf(teamIds, team)
  const players = roles.map((role, seat): InventedPlayer => {
    const name = `${inventedTeams[team]} ${role}`
    return {
      id: idOf(playerIds, name),
      name,
      role,
      champion: inventedChampions[(seed * 5 + team * 7 + seat) % inventedChampions.length]!,
      kills: (won ? 3 : 1) + ((seed + seat) % 3),
      deaths: (won ? 1 : 3) + (seed % 2),
      assists: 4 + ((seed * seat) % 6),
      cs: seat === 4 ? 35 : 220 + 10 * seat,
      gold: 9000 + 500 * ((seed + seat) % 8),
    }
  })
  return { teamId, team: inventedTeams[team]!, players, towers: won ? 9 : 3, dragons: won ? 3 : 1, barons: won ? 1 : 0 }
}

function idOf<Key>(ids: Map<Key, number>, key: Key): number {
  const id = ids.get(key) ?? ids.size + 1
  ids.set(key, id)
  return id
}

function toText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}
