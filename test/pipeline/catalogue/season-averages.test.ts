import { describe, expect, it } from 'vitest'
import { indexAverages, openSeasonAverages, type PublishedNumbers } from '#pipeline/catalogue/season-averages.ts'
import type { PlayerSeason, TeamSeason } from '#pipeline/history/types.ts'

const team = (more: Partial<TeamSeason> = {}): TeamSeason => {
  return { season: 2030, teamId: 1, games: 20, kills: 15, deaths: 10, dragons: 2.5, barons: null, ...more }
}
const player = (more: Partial<PlayerSeason> = {}): PlayerSeason => {
  return { season: 2030, playerId: 11, teamId: 1, games: 20, kills: 4, deaths: 2, assists: 6, ...more }
}
const index = (teamSeasons: readonly TeamSeason[], playerSeasons: readonly PlayerSeason[] = []): PublishedNumbers =>
  indexAverages(openSeasonAverages({ teamSeasons, playerSeasons }))

describe('published averages', () => {
  it('published averages of several seasons are weighted by games', () => {
    const published = index([team(), team({ season: 2031, games: 60, kills: 19 })])
    expect(published.team(1, [2030, 2031]).killsPerGame).toEqual({ value: 18, games: 80, from: 'season' })
    expect(published.team(1, [2030]).killsPerGame).toEqual({ value: 15, games: 20, from: 'season' })
  })

  it('published averages of a team under two spellings are combined', () => {
    const published = index([team({ games: 6 }), team({ games: 6, kills: 17 })])
    expect(published.team(1, [2030]).killsPerGame).toEqual({ value: 16, games: 12, from: 'season' })
  })

  it('published averages are null when they are absent or rest on fewer than ten games', () => {
    expect(index([team({ games: 9 })]).team(1, [2030]).killsPerGame).toBeNull()
    expect(index([team()]).team(1, [2029]).killsPerGame).toBeNull()
    expect(index([team()]).team(1, [2030]).baronsPerGame).toBeNull()
  })

  it("a team's KDA is that of its players when those who played for no other team hold at least half its seats", () => {
    const five = [11, 12, 13, 14, 15].map((playerId) => player({ playerId }))
    expect(index([team()], five).team(1, [2030]).kda).toEqual({ value: 5, games: 20, from: 'season' })
    expect(index([team()], five.slice(0, 3)).team(1, [2030]).kda).toEqual({ value: 5, games: 12, from: 'season' })
    expect(index([team()], five.slice(0, 2)).team(1, [2030]).kda).toBeNull()
    const elsewhere = five.map((row) => ({ ...row, teamId: null }))
    expect(index([team()], elsewhere).team(1, [2030]).kda).toBeNull()
  })

  it("a player gets a share of their only team's kills when they played at least 90 % of its games", () => {
    const share = (games: number, teamId: number | null = 1): unknown =>
      index([team()], [player({ games, teamId })]).player(11, [2030]).killParticipation
    expect(share(18)).toEqual({ value: 10 / 15, games: 18, from: 'season' })
    expect(share(17)).toBeNull()
    expect(share(20, null)).toBeNull()
    expect(index([], [player()]).player(11, [2030]).killParticipation).toBeNull()
  })

  it('published averages give no kill participation above 1', () => {
    const published = index([team({ kills: 9 })], [player()])
    expect(published.player(11, [2030]).killParticipation).toBeNull()
    expect(published.player(11, [2030]).kda).toEqual({ value: 5, games: 20, from: 'season' })
  })

  it('published averages of a history replace earlier ones of the same season and keep the others', () => {
    const { teams, players } = openSeasonAverages({ teamSeasons: [team()], playerSeasons: [player()] })
    const rows = { teams: teams.pack(), players: players.pack() }
    const next = openSeasonAverages({ teamSeasons: [team({ games: 30, kills: 20 })], playerSeasons: [] }, rows)
    const published = indexAverages(next)
    expect(published.team(1, [2030]).killsPerGame).toEqual({ value: 20, games: 30, from: 'season' })
    expect(published.player(11, [2030]).killsPerGame).toEqual({ value: 4, games: 20, from: 'season' })
  })
})
