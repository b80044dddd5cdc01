import {
  type Catalogue,
  createCatalogueIndex,
  findChampion,
  findStatedLeague,
  type StatedGame,
} from '@riftline/predictor'

/** A name that nobody could be told by. */
export interface Unresolved {
  readonly kind: 'team' | 'player' | 'champion' | 'league'
  readonly name: string
  readonly sourceId: string | null
  /** The source and its id of the game. */
  readonly where: string
  readonly candidates: readonly { readonly id: number; readonly name: string }[]
}

export interface KnownNames {
  readonly games: readonly StatedGame[]
  /** Games of leagues that nobody knows. */
  readonly held: readonly StatedGame[]
  readonly unresolved: readonly Unresolved[]
}

/** Gives leagues their codes and champions their names. A game of an unknown league is held back, an unknown champion is left out. */
export function toKnownNames(games: readonly StatedGame[], catalogue: Catalogue): KnownNames {
  const { leagues, champions } = createCatalogueIndex(catalogue)
  const known: StatedGame[] = []
  const held: StatedGame[] = []
  const unresolved: Unresolved[] = []
  for (const game of games) {
    const where = `${game.source} ${game.id}`
    const miss = (kind: Unresolved['kind'], name: string): null => {
      unresolved.push({ kind, name, sourceId: null, where, candidates: [] })
      return null
    }
    const league = findStatedLeague(leagues, game.league, game.season)
    if (league === null) {
      miss('league', game.league)
      held.push(game)
      continue
    }
    const champion = (name: string | null): string | null =>
      name === null ? null : (findChampion(champions, name)?.name ?? miss('champion', name))
    const side = ({ seats, bans, ...rest }: StatedGame['sides'][number]): StatedGame['sides'][number] => ({
      ...rest,
      seats: seats?.map((seat) => ({ ...seat, champion: champion(seat.champion) })) ?? null,
      bans: bans.flatMap((name) => champion(name) ?? []),
    })
    known.push({ ...game, league, sides: [side(game.sides[0]), side(game.sides[1])] })
  }
  return { games: known, held, unresolved }
}
