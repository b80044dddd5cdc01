import type { Catalogue, CatalogueDetails, CataloguePlayer, Sample } from '@riftline/predictor'
import * as md from './text.ts'

export type StatisticsCoverage = ReturnType<typeof measureCoverage>

type KnownNumbers = ReturnType<typeof knownNumbers>

const tiers = [1, 2, 3] as const

interface Entry {
  readonly stats: { readonly games: number }
  readonly samples: object
}

/** Counts teams and players with known statistics among those with a game in the window and a league that has a tier. */
export function measureCoverage(
  { teams, players, leagues = [] }: Pick<Catalogue, 'teams' | 'players' | 'leagues'>,
  details: Pick<CatalogueDetails, 'teams' | 'players'>,
) {
  const tierOf = new Map(leagues.map(({ code, tier }) => [code, tier]))
  const tierOfTeam = new Map(teams.map(({ id, league }) => [id, tierOf.get(league ?? '') ?? null]))
  const byTier = (
    listed: readonly Pick<CataloguePlayer, 'id' | 'teamId'>[],
    rows: Readonly<Record<string, Entry>>,
  ): Entry[][] =>
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

function knownNumbers(byTier: readonly (readonly Entry[])[]) {
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

export function statisticsSection({ teams, players }: StatisticsCoverage): string {
  return md.section(
    'Statistics',
    md.paragraph(
      'Shares of the teams and players with a game in the 365 days before the data date for whom a number rests on enough',
      'games to be shown, by the tier of their league. In brackets, what of that comes from published averages of seasons.',
    ),
    coverageTable('teams', teams),
    coverageTable('players', players),
  )
}

function coverageTable(what: string, { counts, numbers }: KnownNumbers): string {
  const columns = [...md.leftColumns(what), ...tiers.map((tier, i) => `tier ${tier}, ${md.toCount(counts[i] ?? 0)}`)]
  const rows = numbers.map(({ name, known, bySeason }) => [
    name,
    ...counts.map((count, i) => cell(count, known[i] ?? 0, bySeason[i] ?? 0)),
  ])
  return md.markdownTable(columns, rows)
}

function cell(count: number, known: number, bySeason: number): string {
  if (count === 0) return '–'
  const percent = (part: number): string => `${((100 * part) / count).toFixed(0)} %`
  return bySeason === 0 ? percent(known) : `${percent(known)} (${percent(bySeason)})`
}
