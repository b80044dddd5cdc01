import { type Candidate, invalidArgument, parseUtc, requireOptions } from '@riftline/base'
import { type Catalogue, type CataloguePlayer, type CatalogueRole, isActive } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { createGroups } from './groups.ts'
import { tiersOf, yearMs } from './named-team.ts'
import { type KnownName, knownName, nearestNames } from './nearest-names.ts'

/** Hints about a player beside the name. */
export interface PlayerHints {
  /** The team of the player, or the last one of a player without a team. */
  readonly teamId?: number
  readonly role?: CatalogueRole
}

type PlayerCatalogue = Pick<Catalogue, 'asOf' | 'teams' | 'players' | 'leagues'>

/**
 * The players that a name fits, best first: none, one, or several of whom the caller has to choose.
 *
 * Own names go before other spellings; hints narrow them. Of several who fit, those who played in the 180 days before the data
 * date win, then those of a team of the higher tier, then whoever played more than a year after the others. 179 names are held by several.
 *
 * @throws RiftlineError `invalid_argument`
 * @example findPlayers(catalogue, 'Kestrel', { role: 'SUPPORT' }).map(({ id }) => id) // [12]
 */
export function findPlayers(
  catalogue: PlayerCatalogue,
  name: string,
  hints: PlayerHints = {},
): readonly CataloguePlayer[] {
  if (typeof name !== 'string') throw invalidArgument('name', 'a text', name)
  requireOptions(hints, ['teamId', 'role'], 'hints')
  const { teamId, role } = hints
  const { byName, bySpelling } = playerIndex(catalogue)
  const key = fold(name)
  const fits = ({ player }: NamedPlayer): boolean =>
    (teamId === undefined || (player.teamId ?? player.lastTeamId) === teamId) &&
    (role === undefined || player.role === role)
  const own = (byName.get(key) ?? []).filter(fits)
  const named = own.length > 0 ? own : (bySpelling.get(key) ?? []).filter(fits)
  const active = named.filter((player) => player.isActive)
  const tier = Math.min(...active.map((player) => player.tier))
  const best = active.length > 0 ? active.filter((player) => player.tier === tier) : named
  const lastMs = Math.max(...best.map(({ lastGameMs }) => lastGameMs))
  return best
    .filter(({ lastGameMs }) => !(lastMs - lastGameMs > yearMs))
    .sort((a, b) => b.lastGameMs - a.lastGameMs || a.player.id - b.player.id)
    .map(({ player }) => player)
}

/** The players that a name which finds nobody is near to, those who play in a high tier first. */
export function nearestPlayers(catalogue: PlayerCatalogue, name: string): readonly Candidate[] {
  return nearestNames(name, playerIndex(catalogue).known())
}

interface NamedPlayer {
  readonly player: CataloguePlayer
  /** Tier of the player's team; 3 without one. */
  readonly tier: number
  /** -Infinity where it is unknown. */
  readonly lastGameMs: number
  readonly isActive: boolean
}

interface PlayerIndex {
  readonly byName: ReadonlyMap<string, readonly NamedPlayer[]>
  readonly bySpelling: ReadonlyMap<string, readonly NamedPlayer[]>
  /** Everybody for suggestions; made at the first name that finds nobody. */
  readonly known: () => readonly KnownName[]
}

const indexes = new WeakMap<PlayerCatalogue, PlayerIndex>()

/** Made at the first name and kept as long as the catalogue lives. */
function playerIndex(catalogue: PlayerCatalogue): PlayerIndex {
  const kept = indexes.get(catalogue)
  if (kept !== undefined) return kept
  const [byName, bySpelling] = [createGroups<NamedPlayer>(), createGroups<NamedPlayer>()]
  const tierOf = tiersOf(catalogue.leagues)
  const leagues = new Map(catalogue.teams.map(({ id, league }) => [id, league]))
  const all: NamedPlayer[] = []
  for (const player of catalogue.players) {
    const lastGameMs = parseUtc(player.lastGameUtc ?? '') ?? Number.NEGATIVE_INFINITY
    const league = player.teamId === null ? null : (leagues.get(player.teamId) ?? null)
    const named = {
      player,
      tier: tierOf(league),
      lastGameMs,
      isActive: isActive(catalogue.asOf, player.lastGameUtc ?? null),
    }
    all.push(named)
    byName.add(fold(player.name), named)
    for (const alias of player.aliases) bySpelling.add(fold(alias), named)
  }
  let known: readonly KnownName[] | undefined
  const index = {
    byName: byName.map,
    bySpelling: bySpelling.map,
    known: () => {
      known ??= all.sort(byStanding).map(toKnown)
      return known
    },
  }
  indexes.set(catalogue, index)
  return index
}

function byStanding(a: NamedPlayer, b: NamedPlayer): number {
  return Number(b.isActive) - Number(a.isActive) || a.tier - b.tier || b.lastGameMs - a.lastGameMs
}

function toKnown({ player: { id, name, aliases } }: NamedPlayer): KnownName {
  return knownName({ id, name }, [name, ...aliases])
}
