import { type Candidate, invalidArgument, requireOptions } from '@riftline/base'
import type { Catalogue, CataloguePlayer, CatalogueRole } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { addTo, type Groups, once } from './groups.ts'
import { byStanding, createStandings, type Standing, yearMs } from './named-team.ts'
import { type KnownName, knownName, nearestNames } from './nearest-names.ts'

/** Facts about a player besides the name. */
export interface PlayerHints {
  /** Id of the player's team, or of the last team of a player without one. */
  readonly teamId?: number
  readonly role?: CatalogueRole
}

type PlayerCatalogue = Pick<Catalogue, 'asOf' | 'teams' | 'players' | 'leagues'>

/**
 * The players that a name fits, best first: none, one, or several for the caller to choose from.
 *
 * Own names take precedence over other spellings; hints narrow the result. Of several, those with a game in the 180 days before the data
 * date win, then those in the highest tier, then those with a game over a year later than the others. 179 names have several holders.
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

/** Suggests players for a name that fits none; on ties, active players in high tiers come first. */
export function nearestPlayers(catalogue: PlayerCatalogue, name: string): readonly Candidate[] {
  return nearestNames(name, playerIndex(catalogue).known())
}

interface NamedPlayer extends Standing {
  readonly player: CataloguePlayer
}

const indexes = new WeakMap<PlayerCatalogue, ReturnType<typeof indexPlayers>>()

/** Builds the index at the first name and keeps it as long as the catalogue lives. */
function playerIndex(catalogue: PlayerCatalogue) {
  const index = indexes.get(catalogue) ?? indexPlayers(catalogue)
  indexes.set(catalogue, index)
  return index
}

function indexPlayers(catalogue: PlayerCatalogue) {
  const byName: Groups<NamedPlayer> = new Map()
  const bySpelling: Groups<NamedPlayer> = new Map()
  const standingOf = createStandings(catalogue)
  const leagues = new Map(catalogue.teams.map(({ id, league }) => [id, league]))
  const all = catalogue.players.map((player): NamedPlayer => {
    const league = player.teamId === null ? null : (leagues.get(player.teamId) ?? null)
    const named = { player, ...standingOf(league, player.lastGameUtc ?? null) }
    addTo(byName, fold(player.name), named)
    for (const alias of player.aliases) addTo(bySpelling, fold(alias), named)
    return named
  })
  // The list for suggestions is built at the first name that fits no player.
  return { byName, bySpelling, known: once(() => all.sort(byStanding).map(toKnown)) }
}

function toKnown({ player: { id, name, aliases } }: NamedPlayer): KnownName {
  return knownName({ id, name }, [name, ...aliases])
}
