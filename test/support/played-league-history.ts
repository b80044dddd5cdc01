import type { Game, GameSide, HistorySeries } from '#pipeline/history/types.ts'
import { type ChampionIds, championIdsOf } from '#pipeline/replay/replay.ts'
import { deepFreeze, firstDay, type GameSketch, momentMs, type SeriesSketch, type SideSketch } from './played-league.ts'

// Converts sketches of series to rows of a match history, as readers give them.

/** Ids of champions; champion n is called `Hero n`. */
export const heroes: ChampionIds = championIdsOf(
  Array.from({ length: 200 }, (_, index) => ({ id: index + 1, name: `Hero ${index + 1}` })),
)

export function historySeries(sketch: SeriesSketch): HistorySeries {
  const { id = 1, day = firstDay, league = 'LCK', bestOf = 3, teams = [1, 2] } = sketch
  const wins = [1, 2].map((team) => sketch.games.filter((game) => game.winner === team).length)
  const needed = Math.ceil(bestOf / 2)
  const winner = wins.findIndex((count, index) => count >= needed && count > wins[1 - index]!)
  return deepFreeze({
    id,
    startMs: momentMs(day),
    tournamentId: null,
    league,
    playoffs: null,
    bestOf,
    team1Id: teams[0],
    team2Id: teams[1],
    winnerTeamId: winner < 0 ? null : teams[winner]!,
    complete: bestOf === 2 ? sketch.games.length === 2 : winner >= 0,
    games: sketch.games.map((game, index): Game => {
      const [own, other] = [side(teams[0], game.team1, game.team2), side(teams[1], game.team2, game.team1)]
      const firstIsTeam1 = game.blue !== 2
      return {
        id: `${id}-${index + 1}`,
        startMs: momentMs(day, game.hour ?? index),
        seriesId: id,
        gameNumber: index + 1,
        bestOf,
        tournamentId: null,
        league,
        patch: game.patch ?? null,
        lengthSeconds: game.minutes === undefined ? null : game.minutes * 60,
        sides: firstIsTeam1 ? [own, other] : [other, own],
        sidesKnown: game.blue !== undefined,
        winner: (game.winner === 1) === firstIsTeam1 ? 0 : 1,
        firsts: {},
      }
    }),
  })
}

function side(teamId: number, own: GameSketch['team1'] = {}, other: GameSketch['team2'] = {}): GameSide {
  return {
    teamId,
    champions: fiveOf(own.champions?.map((champion) => `Hero ${champion}`)),
    playerIds: fiveOf(own.lineup),
    kills: own.kills ?? null,
    deaths: other.kills ?? null,
    assists: null,
    ...objectives(own),
    barons: null,
    cs: own.creepScore ?? null,
  }
}

function objectives({ towers, dragons, gold }: SideSketch): Pick<GameSide, 'towers' | 'dragons' | 'gold'> {
  return { towers: towers ?? null, dragons: dragons ?? null, gold: gold ?? null }
}

function fiveOf<T>(values: readonly T[] | undefined): readonly (T | null)[] {
  return values ?? [null, null, null, null, null]
}
