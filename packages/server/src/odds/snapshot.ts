import { RiftlineError, type TakerFee } from '@riftline/core'
import { inconsistencyOf } from './consistency.ts'
import { oddsSnapshotSchema } from './odds-schema.ts'
import { implausibleMarketOf } from './plausible-markets.ts'
import { idsAlone, type TeamFinder } from './team-finder.ts'
import { type OddsPath, withTeams } from './with-teams.ts'

/** What a market offered for one series at one moment, as stored: teams by id, since their names come from the catalogue. */
export interface OddsSnapshot<Team = TeamId> {
  readonly match: OddsMatch<Team>
  readonly capturedAtUtc: string
  /** Whether the source called this the last one before the start. */
  readonly isClosingLine: boolean
  /** Who captured it, `[a-z0-9][a-z0-9._-]{0,39}`; absent: it is not said. */
  readonly source?: string
  /** What the venue takes of whoever buys at the ask; absent: it is not said. */
  readonly fee?: TakerFee
  readonly markets: OddsMarkets<Team>
  /** Absent: not published. Never empty. */
  readonly mapWinners?: readonly MapWinner<Team>[]
}

export interface TeamId {
  readonly id: number
}

/** A team as a file says it. */
export type StatedTeam = TeamId | { readonly name: string }

export interface OddsMatch<Team> {
  readonly esportsMatchId: string
  readonly league: string
  readonly bestOf: number
  readonly scheduledUtc: string
  readonly team1: Team
  readonly team2: Team
}

/** Who wins a map: two prices. */
export interface MapWinner<Team> {
  readonly map: number
  readonly odds: readonly TeamPrice<Team>[]
}

/** Null: not published. A list is never empty. */
export interface OddsMarkets<Team> {
  readonly seriesWinner: readonly TeamPrice<Team>[] | null
  readonly handicap: readonly Handicap<Team>[] | null
  readonly totalMaps: readonly OverUnder[] | null
  readonly correctScore: readonly CorrectScore<Team>[] | null
  readonly mapTotals: readonly MapTotal[] | null
  readonly matchTotals: readonly MatchTotal[] | null
  readonly killHandicap: readonly KillHandicap<Team>[] | null
}

/** What is bid and asked for a contract that pays 1, where the source has them; without them the decimal odds are all that is known. */
export interface BookQuote {
  readonly bid?: number
  readonly ask?: number
}

/** The decimal odds of an order book are those of its mid price. */
export interface TeamPrice<Team> extends BookQuote {
  readonly team: Team
  readonly decimalOdds: number
}

export interface CorrectScore<Team> extends TeamPrice<Team> {
  readonly score: string
}

export interface HandicapPrice<Team> extends TeamPrice<Team> {
  readonly line: number
}

/** Two prices with opposite lines; `line` is their absolute value. */
export interface Handicap<Team> {
  readonly line: number
  readonly odds: readonly HandicapPrice<Team>[]
}

export interface KillHandicap<Team> extends Handicap<Team> {
  readonly map: number
}

export interface OverUnder {
  readonly line: number
  readonly over: number
  readonly under: number
  readonly overBid?: number
  readonly overAsk?: number
  readonly underBid?: number
  readonly underAsk?: number
}

export interface MatchTotal extends OverUnder {
  readonly stat: string
}

export interface MapTotal extends MatchTotal {
  readonly map: number
}

/**
 * A snapshot from untrusted JSON, in the shape of the answer of `GET /v1/odds?markets=all`: a team is its id, its name or an
 * object with one of them, markets left out or empty become null, `isClosingLine` left out becomes false, times may end in `Z`.
 *
 * @param findTeam by default ids are believed and names refused
 * @throws RiftlineError `invalid_odds` with the first failing field and its rule; `odds_implausible` with the first market whose prices no
 *   book offers together
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
  const broken = inconsistencyOf(snapshot)
  if (broken !== null) throw invalidOdds(broken.path, broken.rule)
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

/** A key comes from outside: it is cut, and control characters are replaced. */
function shownKey(key: string): string {
  return key.slice(0, 60).replace(/\p{C}/gu, '?')
}
