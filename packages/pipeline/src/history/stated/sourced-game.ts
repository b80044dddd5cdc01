import type { StatedGame } from '@riftline/predictor'

/** A game that one source states, or several: `statements` are theirs, sides as in the game. */
export type SourcedGame = StatedGame & { readonly statements?: readonly StatedGame[] }

export function statementsOf(game: SourcedGame): readonly StatedGame[] {
  return game.statements ?? [game]
}
