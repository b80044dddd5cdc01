import { dayMs, parseUtc } from '@riftline/base'
import { type Catalogue, type CatalogueTeam, isActive } from '../catalogue/catalogue.ts'
import { words } from './fold.ts'
import { addTo, type Groups } from './groups.ts'

/** Standing of a team or player: what decides between several that a name fits. */
export interface Standing {
  /** 1, 2 or 3 by the league; 3 for a league without a tier and for none. */
  readonly tier: number
  /** -Infinity without a game. */
  readonly lastGameMs: number
  readonly isActive: boolean
}

export interface NamedTeam extends Standing {
  readonly team: CatalogueTeam
  /** An academy, or another team beside the first one of its organisation. */
  readonly isSecond: boolean
  readonly names: readonly string[]
  /** Codes and other spellings, with and without what stands in brackets. */
  readonly spellings: readonly string[]
}

export function createStandings({ asOf, leagues = [] }: Pick<Catalogue, 'asOf' | 'leagues'>) {
  const tiers = new Map(leagues.map(({ code, tier }) => [code, tier]))
  return (league: string | null, lastGameUtc: string | null): Standing => ({
    tier: tiers.get(league ?? '') ?? 3,
    lastGameMs: parseUtc(lastGameUtc ?? '') ?? Number.NEGATIVE_INFINITY,
    isActive: isActive(asOf, lastGameUtc),
  })
}

/** Compares teams or players: active ones first, then a higher tier, then a later last game. */
export function byStanding(a: Standing, b: Standing): number {
  return Number(b.isActive) - Number(a.isActive) || a.tier - b.tier || b.lastGameMs - a.lastGameMs
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

export function nameTeams(catalogue: Pick<Catalogue, 'asOf' | 'teams' | 'leagues'>): readonly NamedTeam[] {
  const standingOf = createStandings(catalogue)
  const named = catalogue.teams.map((team) => {
    const inName = words(withoutBrackets(team.name))
    return {
      team,
      ...standingOf(team.league, team.lastGameUtc),
      isSecond: inName.some((word) => wordsOfSecondTeams.has(word)),
      own: inName.filter((word) => !fillers.has(word)),
      names: [team.name, ...(team.commonNames ?? [])],
      spellings: team.aliases.flatMap((alias) => (alias.endsWith(')') ? [alias, withoutBrackets(alias)] : [alias])),
    }
  })
  const byFirstWord: Groups<(typeof named)[number]> = new Map()
  for (const team of named) addTo(byFirstWord, team.own[0] ?? '', team)
  return named.map(({ own, ...team }) => {
    const isBranch = (byFirstWord.get(own[0] ?? '') ?? []).some(
      (first) =>
        first.team.region === team.team.region &&
        first.tier <= team.tier &&
        first.lastGameMs >= team.lastGameMs - yearMs &&
        beginsWith(own, first.own),
    )
    return { ...team, isSecond: team.isSecond || isBranch }
  })
}
