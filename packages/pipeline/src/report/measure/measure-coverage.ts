import type { Catalogue, CatalogueDetails, Sample } from '@riftline/predictor'

/** How many have a number, by the tier of their league. */
export interface Coverage {
  readonly teams: KnownNumbers
  readonly players: KnownNumbers
}

export interface KnownNumbers {
  /** How many played in the window, in the order of `tiers`. */
  readonly counts: readonly number[]
  readonly numbers: readonly KnownNumber[]
}

export interface KnownNumber {
  readonly name: string
  /** Of whom the number is known. */
  readonly known: readonly number[]
  /** Of those, how many owe it to the published averages of seasons. */
  readonly bySeason: readonly number[]
}

export const tiers = [1, 2, 3] as const

interface Entry {
  readonly stats: { readonly games: number }
  readonly samples: object
}

interface Listed {
  readonly id: number
  readonly teamId: number | null
}

/** Counts whose statistics are known. Who played no game in the window, or has no team in a league with a tier, is left out. */
export function measureCoverage(
  { teams, players, leagues = [] }: Pick<Catalogue, 'teams' | 'players' | 'leagues'>,
  details: Pick<CatalogueDetails, 'teams' | 'players'>,
): Coverage {
  const tierOf = new Map(leagues.map(({ code, tier }) => [code, tier]))
  const tierOfTeam = new Map(teams.map(({ id, league }) => [id, tierOf.get(league ?? '') ?? null]))
  const byTier = (listed: readonly Listed[], rows: Readonly<Record<string, Entry>>): Entry[][] =>
    tiers.map((tier) =>
      listed
        .filter(({ teamId }) => teamId !== null && tierOfTeam.get(teamId) === tier)
        .flatMap(({ id }) => rows[id] ?? [])
        .filter(({ stats }) => stats.games > 0),
    )
  const own = teams.map(({ id }) => ({ id, teamId: id }))
  return {
    teams: knownNumbers(byTier(own, details.teams)),
    players: knownNumbers(byTier(players, details.players)),
  }
}

function knownNumbers(byTier: readonly (readonly Entry[])[]): KnownNumbers {
  const samples = byTier.map((rows) => rows.map((row) => new Map(Object.entries<Sample | null>({ ...row.samples }))))
  const names = new Set(samples.flat().flatMap((row) => [...row.keys()]))
  return {
    counts: byTier.map((rows) => rows.length),
    numbers: Array.from(names, (name) => {
      const known = samples.map((rows) => rows.flatMap((row) => row.get(name) ?? []))
      return {
        name,
        known: known.map((some) => some.length),
        bySeason: known.map((some) => some.filter(({ from }) => from === 'season').length),
      }
    }),
  }
}
