import { emptyPlayerDetail, emptyTeamDetail, emptyTournamentDetail } from '@riftline/predictor'
import { type Files, tinyArtifacts, tinyCatalogue, withManifest } from './tiny-artifacts.ts'

/** The tiny artifacts with a player, and with statistics of the player, the team and a tournament, so that their details have a price. */
export function playedArtifacts(): Files {
  const players = [{ id: 3, name: 'Bruin', aliases: [], role: 'MID', teamId: 2, lastGameUtc: '2030-12-21T20:00:00' }]
  const lastGameUtc = '2030-12-12T20:00:00'
  const teams = tinyCatalogue.teams.map((team) => (team.id <= 5 ? { ...team, lastGameUtc } : team))
  const { stats } = emptyTeamDetail
  const details = {
    teams: { 2: { ...emptyTeamDetail, stats: { ...stats, games: 1 } } },
    players: { 3: { ...emptyPlayerDetail, stats: { ...emptyPlayerDetail.stats, games: 1 } } },
    tournaments: { 1: { ...emptyTournamentDetail, games: 1, sideGames: { blue: 1, red: 1 } } },
  }
  return withManifest({
    ...tinyArtifacts(),
    'catalogue.json': JSON.stringify({ ...tinyCatalogue, teams, players }),
    'details.json': JSON.stringify(details),
  })
}
