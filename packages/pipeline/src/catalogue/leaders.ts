import type { Leader, TournamentDetail } from '@riftline/predictor'
import { type PlayerSums, playerFields } from './player-sums.ts'
import { addSums, kdaOf, zeroSums } from './sums.ts'
import type { Appearance, Names } from './tournament-details.ts'

const fewestGames = 5
const mostLeaders = 5

/** The best players of a tournament: those with five games that tell the statistic, and half as many as whoever has most. */
export function toLeaders(appearances: readonly Appearance[], names: Names): TournamentDetail['leaders'] {
  const players = joinTeams(appearances)
  const best = (gamesOf: (sums: PlayerSums) => number, measure: (sums: PlayerSums) => number): readonly Leader[] => {
    const most = players.reduce((games, { sums }) => Math.max(games, gamesOf(sums)), 0)
    const candidates = players.filter(({ sums }) => gamesOf(sums) >= Math.max(fewestGames, most / 2))
    const ranked = candidates.map(({ playerId, teamId, sums }) => {
      return { playerId, teamId, value: measure(sums), games: gamesOf(sums) }
    })
    ranked.sort((a, b) => b.value - a.value || a.playerId - b.playerId)
    return ranked.slice(0, mostLeaders).map(({ playerId, teamId, value, games }) => ({
      player: names.players.get(playerId) ?? { id: playerId, name: `Player ${playerId}` },
      team: names.teams.get(teamId) ?? null,
      value,
      games,
    }))
  }
  return {
    kda: best(
      ({ kdaGames }) => kdaGames,
      ({ kills, deaths, assists, kdaGames }) => kdaOf(kills, deaths, assists, kdaGames) ?? 0,
    ),
    csPerMin: best(
      ({ csGames }) => csGames,
      ({ cs, csSeconds }) => (60 * cs) / csSeconds,
    ),
    killParticipation: best(
      ({ killGames }) => killGames,
      ({ participations, teamKills }) => participations / teamKills,
    ),
    goldShare: best(
      ({ goldGames }) => goldGames,
      ({ gold, teamGold }) => gold / teamGold,
    ),
  }
}

/** One row a player, with the team that they played most games for in the tournament. */
function joinTeams(appearances: readonly Appearance[]): readonly Appearance[] {
  const players = new Map<number, { playerId: number; teamId: number; most: number; sums: PlayerSums }>()
  for (const { playerId, teamId, sums } of appearances) {
    const player = players.get(playerId) ?? { playerId, teamId, most: 0, sums: zeroSums(playerFields) }
    players.set(playerId, player)
    addSums(playerFields, player.sums, sums)
    if (sums.games > player.most) Object.assign(player, { teamId, most: sums.games })
  }
  return [...players.values()]
}
