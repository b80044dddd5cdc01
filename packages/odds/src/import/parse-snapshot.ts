import { RiftlineError } from '@riftline/base'
import { oddsSnapshotSchema } from '../answer/odds-schema.ts'
import {
  type BookQuote,
  type Handicap,
  implausibleMarketOf,
  type OddsPath,
  type OddsSnapshot,
  type OverUnder,
  type TeamId,
  withTeams,
} from '../snapshot.ts'
import { idsAlone, type TeamFinder } from './team-finder.ts'

/**
 * Parses a snapshot from untrusted JSON in the shape of the answer of `GET /v1/odds?markets=all`: a team is its name or an object with
 * `id` or `name`, an absent or empty market becomes null, an absent `isClosingLine` false, and times may end in `Z`.
 * @param findTeam by default ids are trusted and names refused
 * @throws RiftlineError `invalid_odds` with the first invalid field and its rule; `odds_implausible` with the first market whose prices no
 *   book would offer together
 */
export function parseOddsSnapshot(json: unknown, findTeam: TeamFinder = idsAlone): OddsSnapshot {
  const result = oddsSnapshotSchema.safeParse(json)
  if (!result.success) {
    const [issue] = result.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : []
    throw invalidOdds([...(issue?.path ?? []), ...unknown], unknown.length > 0 ? 'unknown field' : issue?.message)
  }
  const { league } = result.data.match
  const snapshot = withTeams(result.data, (team, path) => foundTeam(findTeam(team, league), path))
  for (const { path, rule } of inconsistencies(snapshot)) throw invalidOdds(path, rule)
  const implausible = implausibleMarketOf(snapshot)
  if (implausible !== null) throw new RiftlineError('odds_implausible', implausible)
  return snapshot
}

function foundTeam(found: ReturnType<TeamFinder>, path: OddsPath): TeamId {
  if (typeof found === 'string') throw invalidOdds(path, found)
  return found
}

function invalidOdds(path: readonly PropertyKey[], rule: string = 'is not valid'): RiftlineError {
  const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${shownKey(String(step))}`)).join('')
  return new RiftlineError('invalid_odds', field === '' ? rule : `${field.slice(1)}: ${rule}`)
}

/** Shortens a key of the input and replaces its control characters. */
function shownKey(key: string): string {
  return key.slice(0, 60).replace(/\p{C}/gu, '?')
}

interface Inconsistency {
  readonly path: OddsPath
  readonly rule: string
}

/** Yields contradictions between the parts of a well-formed snapshot. */
function* inconsistencies({ match, markets, mapWinners = [] }: OddsSnapshot): Generator<Inconsistency> {
  const { team1, team2, bestOf } = match
  const teams = [team1.id, team2.id]
  if (team1.id === team2.id) yield { path: ['match', 'team2', 'id'], rule: 'must differ from team1' }
  if (markets.seriesWinner !== null) yield* inPair(['markets', 'seriesWinner'], markets.seriesWinner, teams)
  yield* inHandicaps('handicap', markets.handicap ?? [], teams)
  const scores = markets.correctScore ?? []
  yield* inTeams(['markets', 'correctScore'], scores, teams)
  for (const [at, { score }] of scores.entries()) {
    if (isFinalScore(score, bestOf)) continue
    yield { path: ['markets', 'correctScore', at, 'score'], rule: `must be a final score of a best of ${bestOf}` }
  }
  for (const market of ['mapTotals', 'killHandicap'] as const) {
    for (const [at, { map }] of (markets[market] ?? []).entries()) {
      if (map > bestOf) yield { path: ['markets', market, at, 'map'], rule: `must be 1-${bestOf}, a map of the series` }
    }
  }
  yield* inHandicaps('killHandicap', markets.killHandicap ?? [], teams)
  for (const market of ['totalMaps', 'mapTotals', 'matchTotals'] as const) {
    yield* inTotals(['markets', market], markets[market] ?? [])
  }
  for (const [at, { map, odds }] of mapWinners.entries()) {
    if (map > bestOf) yield { path: ['mapWinners', at, 'map'], rule: `must be 1-${bestOf}, a map of the series` }
    const isAgain = mapWinners.findIndex((other) => other.map === map) < at
    if (isAgain) yield { path: ['mapWinners', at, 'map'], rule: 'must differ from the maps before' }
    yield* inPair(['mapWinners', at, 'odds'], odds, teams)
  }
}

type Priced = readonly ({ readonly team: TeamId } & BookQuote)[]

function* inTeams(path: OddsPath, prices: Priced, teams: readonly number[]): Generator<Inconsistency> {
  for (const [at, { bid = 0, ask = 1 }] of prices.entries()) {
    // Crossed orders would already have traded.
    if (bid > ask) yield { path: [...path, at, 'ask'], rule: 'must be at least the bid' }
  }
  for (const [at, { team }] of prices.entries()) {
    if (teams.includes(team.id)) continue
    yield { path: [...path, at, 'team', 'id'], rule: `must be ${teams.join(' or ')}, the teams of the match` }
  }
}

function* inTotals(path: OddsPath, totals: readonly OverUnder[]): Generator<Inconsistency> {
  for (const [at, { overBid = 0, overAsk = 1, underBid = 0, underAsk = 1 }] of totals.entries()) {
    if (overBid > overAsk) yield { path: [...path, at, 'overAsk'], rule: 'must be at least the bid' }
    if (underBid > underAsk) yield { path: [...path, at, 'underAsk'], rule: 'must be at least the bid' }
  }
}

/** Requires two prices, one for each team. */
function* inPair(path: OddsPath, prices: Priced, teams: readonly number[]): Generator<Inconsistency> {
  yield* inTeams(path, prices, teams)
  if (prices[0]?.team.id !== prices[1]?.team.id) return
  yield { path: [...path, 1, 'team', 'id'], rule: 'must differ from the other price' }
}

function* inHandicaps(
  market: string,
  handicaps: readonly Handicap<TeamId>[],
  teams: readonly number[],
): Generator<Inconsistency> {
  for (const [at, { line, odds }] of handicaps.entries()) {
    const path = ['markets', market, at]
    yield* inPair([...path, 'odds'], odds, teams)
    const [first = 0, second = 0] = odds.map((price) => price.line)
    if (first !== -second) yield { path: [...path, 'odds', 1, 'line'], rule: 'must be the opposite of odds[0].line' }
    if (line !== Math.abs(first)) yield { path: [...path, 'line'], rule: 'must be the absolute value of its two lines' }
  }
}

/** Whether a score ends a series: one side has just won it, or an even number of maps is completely played. Either side may come first. */
function isFinalScore(score: string, bestOf: number): boolean {
  const [fewer = 0, more = 0] = score
    .split('-')
    .map(Number)
    .sort((a, b) => a - b)
  if (bestOf % 2 === 0) return fewer + more === bestOf
  const needed = (bestOf + 1) / 2
  return more === needed && fewer < needed
}
