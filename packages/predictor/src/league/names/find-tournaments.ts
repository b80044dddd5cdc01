import type { Candidate } from '@riftline/base'
import type { Catalogue, CatalogueTournament } from '../catalogue/catalogue.ts'
import { findLeague } from './find-league.ts'
import { fold, words } from './fold.ts'
import { once } from './groups.ts'
import type { LeagueIndex } from './league-index.ts'
import { knownName, nearestNames } from './nearest-names.ts'

/** Tournaments, newest first, with the words by which they are found. */
export type TournamentIndex = ReturnType<typeof createTournamentIndex>

type NamedTournament = ReturnType<typeof nameTournament>

export function createTournamentIndex({ tournaments }: Pick<Catalogue, 'tournaments'>, leagues: LeagueIndex) {
  const newestFirst = [...tournaments].sort(
    (a, b) => inTime(lastDay(b), lastDay(a)) || inTime(b.startUtc ?? '', a.startUtc ?? '') || b.id - a.id,
  )
  return {
    leagues,
    newestFirst,
    named: once(() => newestFirst.map((tournament) => nameTournament(tournament, leagues))),
  }
}

const mostWords = 12

/**
 * The tournaments that a text means: first those with this whole name, then those of the league that it selects, then others; of each,
 * first those with all its words or their beginnings in own names, newest first. Empty if a word fits no name, league, region or season.
 *
 * @example
 * const { tournaments } = createCatalogueIndex((await loadPredictorArtifacts('artifacts')).catalogue)
 * findTournaments(tournaments, 'Worlds 2025')[0]?.name // => 'World Championship 2025'
 */
export function findTournaments(index: TournamentIndex, text: string): readonly CatalogueTournament[] {
  const asked = words(text).slice(0, mostWords)
  if (asked.length === 0) return []
  const league = findLeague(index.leagues, text)
  const [season] = asked.flatMap((word) => /^\p{L}*(?:20)?([123]\d)$/u.exec(word)?.slice(1) ?? [])
  const withAllWords = index.named().filter(({ words }) => asked.every((word) => words.some(fits(word))))
  const found =
    withAllWords.length > 0
      ? withAllWords
      : index.named().filter(({ tournament }) => {
          return tournament.league === league && (season === undefined || tournament.season === `20${season}`)
        })
  const key = fold(text)
  function rank({ names, ownWords, tournament }: NamedTournament): number {
    if (names.has(key)) return 0
    return (tournament.league === league ? 1 : 3) + (asked.every((word) => ownWords.has(word)) ? 0 : 1)
  }
  return [...found].sort((a, b) => rank(a) - rank(b)).map(({ tournament }) => tournament)
}

/** Suggests tournaments for a text that finds none, best first. */
export function nearestTournaments(index: TournamentIndex, text: string): readonly Candidate[] {
  const known = index.named().map(({ known }) => known)
  return nearestNames(text, known)
}

/** Whether a word matches: a year must be equal, another word may be a prefix. */
function fits(asked: string): (word: string) => boolean {
  return (word) => word === asked || (asked.length >= 3 && !/^\d+$/.test(asked) && word.startsWith(asked))
}

function nameTournament(tournament: CatalogueTournament, { byCode }: LeagueIndex) {
  const { id, name, formerNames = [], league, leagueName = league, season, region } = tournament
  const own = [name, ...formerNames]
  const { otherNames = [] } = byCode.get(league) ?? {}
  const ofLeague = [leagueName, league, ...otherNames]
  const editions = season === null ? [] : ofLeague.map((one) => `${one} ${season}`)
  return {
    tournament,
    names: new Set(own.map(fold)),
    ownWords: new Set(own.flatMap(words)),
    words: [...new Set([...own, ...ofLeague, season ?? '', region ?? ''].flatMap(words))],
    known: knownName({ id, name }, [...own, ...editions]),
  }
}

function lastDay({ startUtc, endUtc }: CatalogueTournament): string {
  return endUtc ?? startUtc ?? ''
}

function inTime(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
