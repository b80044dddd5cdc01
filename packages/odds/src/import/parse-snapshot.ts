import { RiftlineError } from '@riftline/base'
import { oddsSnapshotSchema } from '../answer/odds-schema.ts'
import { implausibleMarketOf } from '../plausible-markets.ts'
import { type OddsPath, type OddsSnapshot, type TeamId, withTeams } from '../snapshot.ts'
import { inconsistencyOf } from './consistency.ts'
import { idsAlone, type TeamFinder } from './team-finder.ts'

/**
 * Parses a snapshot from untrusted JSON in the shape of the answer of `GET /v1/odds?markets=all`: a team is its name or an object with
 * `id` or `name`, an absent or empty market becomes null, an absent `isClosingLine` false, and times may end in `Z`.
 *
 * @param findTeam by default ids are trusted and names refused
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

/** Shortens a key of the input and replaces its control characters. */
function shownKey(key: string): string {
  return key.slice(0, 60).replace(/\p{C}/gu, '?')
}
