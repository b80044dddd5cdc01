import { dayMs, parseUtc } from '@riftline/base'
import { type Catalogue, type CatalogueTeam, isActive } from '../catalogue/catalogue.ts'
import { words } from './fold.ts'
import { addTo, type Groups } from './groups.ts'

/** Standing of a team or player, by which the best of several fits is chosen. */
export interface Standing {
  /** Tier of the league, 1 to 3; 3 for a league without a tier and for no league. */
  readonly tier: number
  /** Start of the last game; -Infinity without games. */
  readonly lastGameMs: number
  readonly isActive: boolean
}

export interface NamedTeam extends Standing {
  readonly team: CatalogueTeam
  /** Whether the team is an academy or another second team of its organisation. */
  readonly isSecond: boolean
  readonly names: readonly string[]
  /** Codes and other spellings, with and without text in brackets. */
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

/** Compares teams or players: active ones first, then higher tiers, then later last games. */
export function byStanding(a: Standing, b: Standing): number {
  return Number(b.isActive) - Number(a.isActive) || a.tier - b.tier || b.lastGameMs - a.lastGameMs
}

/** Time for which a second team may outlive its first one. After a longer gap, a shared name means its later holder. */
export const yearMs: number = 365 * dayMs

const fillers: ReadonlySet<string> = new Set(['team', 'esports', 'esport', 'gaming', 'club', 'gg', 'clan'])
const wordsOfSecondTeams: ReadonlySet<string> = new Set([
  ...['academy', 'akademi', 'akademie', 'challengers', 'challenger', 'youth', 'young', 'junior', 'juniors'],
  ...['rookies', 'scholars', 'amateur', 'blaze'],
])

/** Words of a name without fillers that many teams share. */
export function ownWords(name: string): readonly string[] {
  return words(name).filter((word) => !fillers.has(word))
}

/**
 * The words in a name that mark a second team.
 *
 * @example secondTeamWords('T1 Esports Academy') // => ['academy']
 */
export function secondTeamWords(name: string): readonly string[] {
  return words(name).filter((word) => wordsOfSecondTeams.has(word))
}

/**
 * A name without text in brackets.
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
