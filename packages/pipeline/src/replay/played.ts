import type { PlayedGame, PlayedSeries, PlayedSide } from '@riftline/predictor'
import type { Game, GameSide, Series } from '../history/types.ts'
import type { ChampionIds } from './champion-ids.ts'

/** A series as the forecast state learns it, with the games that `include` accepts. */
export function toPlayedSeries(
  series: Series,
  champions: ChampionIds,
  include: (game: Game) => boolean = () => true,
): PlayedSeries {
  const { id, startMs, league, bestOf, team1Id, team2Id } = series
  const games = series.games.filter(include).map((game) => toPlayedGame(game, champions))
  return { id, startMs, league, bestOf, team1Id, team2Id, games }
}

function toPlayedGame(game: Game, champions: ChampionIds): PlayedGame {
  const winner = game.sides[game.winner]
  const loser = game.sides[game.winner === 0 ? 1 : 0]
  const [first, second] = game.sides
  return {
    startMs: game.startMs,
    lengthSeconds: game.lengthSeconds,
    sides: [toPlayedSide(first, second, champions), toPlayedSide(second, first, champions)],
    sidesKnown: game.sidesKnown,
    winner: game.winner,
    patch: game.patch,
    margin: {
      lengthSeconds: game.lengthSeconds,
      kills: difference(winner.kills, loser.kills),
      towers: difference(winner.towers, loser.towers),
      gold: difference(winner.gold, loser.gold),
      dragons: difference(winner.dragons, loser.dragons),
      cs: difference(winner.cs, loser.cs),
    },
    creepScores: [first.cs, second.cs],
  }
}

function toPlayedSide(side: GameSide, other: GameSide, champions: ChampionIds): PlayedSide {
  return {
    teamId: side.teamId,
    lineup: allKnown(side.playerIds),
    champions: pickedIds(side.champions, champions),
    killDifference: difference(side.kills, other.kills),
  }
}

/** The picks of a side as ids, or null unless all five are known champions. */
export function pickedIds(names: readonly (string | null)[], champions: ChampionIds): readonly number[] | null {
  return allKnown(names.map((name) => (name === null ? null : (champions.get(name) ?? null))))
}

function allKnown(values: readonly (number | null)[]): readonly number[] | null {
  return values.every((value) => value !== null) ? values : null
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}
