import { type Candidate, invalidArgument, requireOptions } from '@riftline/base'
import type { Catalogue, CataloguePlayer, CatalogueRole } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { addTo, type Groups, once } from './groups.ts'
import { byStanding, createStandings, type Standing, yearMs } from './named-team.ts'
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

interface NamedPlayer extends Standing {
  readonly player: CataloguePlayer
}

const indexes = new WeakMap<PlayerCatalogue, ReturnType<typeof indexPlayers>>()

/** Made at the first name and kept as long as the catalogue lives. */
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
  // Everybody for suggestions; made at the first name that finds nobody.
  return { byName, bySpelling, known: once(() => all.sort(byStanding).map(toKnown)) }
}

function toKnown({ player: { id, name, aliases } }: NamedPlayer): KnownName {
  return knownName({ id, name }, [name, ...aliases])
}
