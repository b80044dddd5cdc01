import { dayMs, parseUtc } from '@riftline/base'
import { type Catalogue, type CatalogueTeam, isActive } from '../catalogue/catalogue.ts'
import { words } from './fold.ts'
import { createGroups } from './groups.ts'

/** A team with what decides between several that a name fits. */
export interface NamedTeam {
  readonly team: CatalogueTeam
  /** 1, 2 or 3 by its league; 3 for a league without a tier and for none. */
  readonly tier: number
  /** -Infinity for a team that never played. */
  readonly lastGameMs: number
  readonly isActive: boolean
  /** An academy, or another team beside the first one of its organisation. */
  readonly isSecond: boolean
}

/** A second team may outlive its first one by so long, and a name that passed on says who has it now. */
export const yearMs: number = 365 * dayMs

const fillers: ReadonlySet<string> = new Set(['team', 'esports', 'esport', 'gaming', 'club', 'gg', 'clan'])
const wordsOfSecondTeams: ReadonlySet<string> = new Set([
  ...['academy', 'akademi', 'akademie', 'challengers', 'challenger', 'youth', 'young', 'junior', 'juniors'],
  ...['rookies', 'scholars', 'amateur', 'blaze'],
])

/** Words of a name without those that half of all teams have. */
export function ownWords(name: string): readonly string[] {
  return words(name).filter((word) => !fillers.has(word))
}

/**
 * The words by which a name says that it is a second team's.
 *
 * @example secondTeamWords('T1 Esports Academy') // => ['academy']
 */
export function secondTeamWords(name: string): readonly string[] {
  return words(name).filter((word) => wordsOfSecondTeams.has(word))
}

/**
 * A name without what stands in brackets.
 *
 * @example withoutBrackets('Resolve (NLC)') // => 'Resolve'
 */
export function withoutBrackets(name: string): string {
  return name.replace(/\s*(?:\([^)]*\)|\[[^\]]*\])\s*/g, ' ').trim()
}

export function beginsWith(all: readonly string[], first: readonly string[]): boolean {
  return first.length > 0 && all.length > first.length && first.every((word, i) => all[i] === word)
}

/** The tier of a league by its code; 3 for one without a tier and for none. */
export function tiersOf(leagues: Catalogue['leagues']): (league: string | null) => number {
  const tiers = new Map((leagues ?? []).map(({ code, tier }) => [code, tier]))
  return (league) => tiers.get(league ?? '') ?? 3
}

export function nameTeams({
  asOf,
  teams,
  leagues,
}: Pick<Catalogue, 'asOf' | 'teams' | 'leagues'>): readonly NamedTeam[] {
  const tierOf = tiersOf(leagues)
  const named = teams.map((team) => {
    const lastGameMs = parseUtc(team.lastGameUtc ?? '') ?? Number.NEGATIVE_INFINITY
    const inName = words(withoutBrackets(team.name))
    return {
      team,
      tier: tierOf(team.league),
      lastGameMs,
      isActive: isActive(asOf, team.lastGameUtc),
      isSecond: inName.some((word) => wordsOfSecondTeams.has(word)),
      own: inName.filter((word) => !fillers.has(word)),
    }
  })
  const byFirstWord = createGroups<(typeof named)[number]>()
  for (const team of named) byFirstWord.add(team.own[0] ?? '', team)
  return named.map(({ own, ...team }) => {
    const isBranch = (byFirstWord.map.get(own[0] ?? '') ?? []).some(
      (first) =>
        first.team.region === team.team.region &&
        first.tier <= team.tier &&
        first.lastGameMs >= team.lastGameMs - yearMs &&
        beginsWith(own, first.own),
    )
    return { ...team, isSecond: team.isSecond || isBranch }
  })
}
