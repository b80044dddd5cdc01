import { describe, expect, it } from 'vitest'
import { buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import type { Game, GameSide, History, PlayerGame, Series } from '#pipeline/history/types.ts'

const dayMs = 86_400_000
const asOfMs = Date.UTC(2031, 5, 15, 18)
const unknown = {
  kills: null,
  deaths: null,
  assists: null,
  towers: null,
  dragons: null,
  barons: null,
  gold: null,
  cs: null,
}

function side(teamId: number, more: Partial<GameSide> = {}): GameSide {
  const playerIds = [1, 2, 3, 4, 5].map((seat) => teamId * 10 + seat)
  return { teamId, champions: ['Ashe', 'Brand', 'Corki', 'Draven', 'Elise'], playerIds, ...unknown, ...more }
}

let count = 0
function game(more: Partial<Game> = {}): Game {
  count += 1
  return Object.freeze({
    id: `G${count}`,
    startMs: asOfMs - dayMs,
    seriesId: count,
    gameNumber: 1,
    bestOf: 1,
    tournamentId: 7,
    league: 'INV',
    patch: null,
    lengthSeconds: null,
    sides: [side(1), side(2)],
    sidesKnown: true,
    winner: 0,
    firsts: {},
    ...more,
  } satisfies Game)
}

function line(of: Game, playerId: number, more: Partial<PlayerGame> = {}): PlayerGame {
  const teamId = Math.floor(playerId / 10)
  return {
    gameId: of.id,
    playerId,
    teamId,
    champion: null,
    kills: 2,
    deaths: 1,
    assists: 3,
    cs: 200,
    gold: 10_000,
    ...more,
  }
}

const names = ['Ashe', 'Brand', 'Corki', 'Draven', 'Elise', "Fi'zz"]

function history(games: readonly Game[], playerGames: readonly PlayerGame[] = []): History {
  const series = games.map(
    (of): Series => ({
      id: of.seriesId,
      startMs: of.startMs,
      tournamentId: of.tournamentId,
      league: of.league,
      playoffs: null,
      bestOf: 1,
      team1Id: 1,
      team2Id: 2,
      winnerTeamId: null,
      complete: true,
      games: [of],
    }),
  )
  return Object.freeze({
    series,
    teams: [],
    players: [],
    champions: names.map((name, index) => ({ id: index + 101, name, imageUrl: null })),
    tournaments: [],
    playerGames,
    odds: [],
    teamSeasons: [],
    skipped: [],
    games: games.length,
  })
}

const detailsOf = (...args: Parameters<typeof history>): ReturnType<typeof buildCatalogue>['details'] =>
  buildCatalogue(history(...args), { asOfMs }).details

describe('team details', () => {
  it("a team's statistics count maps won and lost, by side where the side is known", () => {
    const games = [
      game({ winner: 0 }),
      game({ winner: 1, sides: [side(2), side(1)] }),
      game({ winner: 1 }),
      game({ winner: 0, sidesKnown: false }),
    ]
    expect(detailsOf(games).teams[1]).toMatchObject({
      record: '3W - 1L',
      winRate: 75,
      stats: { games: 4 },
      sideWinRate: { blue: 0.5, red: 1 },
    })
    expect(detailsOf(games.slice(3)).teams[2]).toMatchObject({
      record: '0W - 1L',
      sideWinRate: { blue: null, red: null },
    })
  })

  it("a team's statistics are null where no game tells them", () => {
    expect(detailsOf([game()]).teams[1]?.stats).toEqual({
      games: 1,
      gpm: null,
      csPerMin: null,
      kda: null,
      avgGameMinutes: null,
      firstBloodRate: null,
      firstTowerRate: null,
      firstDragonRate: null,
      dragonsPerGame: null,
      baronsPerGame: null,
      towersPerGame: null,
      killsPerGame: null,
      deathsPerGame: null,
      goldDiffAt15: null,
    })
  })

  it("a team's statistics average over the games that tell them", () => {
    const full = { kills: 20, deaths: 10, assists: 40, towers: 9, dragons: 3, barons: 1, gold: 60_000, cs: 1000 }
    const games = [
      game({
        lengthSeconds: 1800,
        sides: [side(1, { ...full, goldDiffAt15: -500 }), side(2)],
        firsts: { blood: 0, tower: 1 },
      }),
      game({
        lengthSeconds: 1200,
        sides: [side(1, { kills: 10, gold: 36_000 }), side(2)],
        firsts: { blood: 1, dragon: 0 },
      }),
      game(),
    ]
    expect(detailsOf(games).teams[1]?.stats).toEqual({
      games: 3,
      gpm: 1920,
      csPerMin: 1000 / 30,
      kda: 6,
      avgGameMinutes: 25,
      firstBloodRate: 0.5,
      firstTowerRate: 0,
      firstDragonRate: 1,
      dragonsPerGame: 3,
      baronsPerGame: 1,
      towersPerGame: 9,
      killsPerGame: 15,
      deathsPerGame: 10,
      goldDiffAt15: -500,
    })
  })

  it("a team's statistics come from the lines of five players where the side has no totals", () => {
    const of = game({ lengthSeconds: 1500 })
    const lines = [11, 12, 13, 14, 15].map((id) => line(of, id))
    expect(detailsOf([of], lines).teams[1]?.stats).toMatchObject({ gpm: 2000, csPerMin: 40, kda: 5, killsPerGame: 10 })
    expect(detailsOf([of], lines.slice(1)).teams[1]?.stats).toMatchObject({ gpm: null, csPerMin: null, kda: null })
  })

  it("a team's statistics look back 365 days and not beyond the data date", () => {
    const at = (days: number): Game => game({ startMs: asOfMs - days * dayMs })
    expect(detailsOf([at(0), at(364), at(365), at(400), at(-1)]).teams[1]?.stats.games).toBe(2)
  })

  it("a team's statistics are absent without a game in the window", () => {
    expect(detailsOf([game({ startMs: asOfMs - 500 * dayMs })]).teams).toEqual({})
  })

  it("a team's statistics list champions by games, then id, with kda from the lines there are", () => {
    const first = game({ sides: [side(1, { champions: ['Corki', 'Brand', null, null, null] }), side(2)] })
    const second = game({
      sides: [side(1, { champions: ['Brand', 'Ashe', 'Nobody', null, null] }), side(2)],
      winner: 1,
    })
    const lines = [line(first, 12, { champion: 'Brand', kills: 5, deaths: 0, assists: 4 })]
    expect(detailsOf([first, second], lines).teams[1]?.championPool).toEqual([
      { champion: { id: 102, name: 'Brand' }, games: 2, wins: 1, winRate: 50, kda: 9 },
      { champion: { id: 101, name: 'Ashe' }, games: 1, wins: 0, winRate: 0, kda: null },
      { champion: { id: 103, name: 'Corki' }, games: 1, wins: 1, winRate: 100, kda: null },
    ])
  })

  it("a team's statistics find a champion whatever the apostrophe", () => {
    const of = game({ sides: [side(1, { champions: ['Fi’zz', null, null, null, null] }), side(2)] })
    expect(detailsOf([of]).teams[1]?.championPool).toMatchObject([{ champion: { id: 106, name: "Fi'zz" } }])
  })
})

describe('player details', () => {
  it("a player's statistics count games without lines towards the record only", () => {
    const [first, second] = [game(), game({ winner: 1 })]
    const detail = detailsOf([first, second], [line(first, 11)]).players[11]
    expect(detail).toMatchObject({ record: '1W - 1L', winRate: 50, stats: { games: 2, kda: 5, killsPerGame: 2 } })
    expect(detail?.stats).toMatchObject({ deathsPerGame: 1, assistsPerGame: 3, csPerMin: null, goldShare: null })
    expect(detail?.championPool).toEqual([
      { champion: { id: 101, name: 'Ashe' }, games: 2, wins: 1, winRate: 50, kda: 5 },
    ])
  })

  it("a player's statistics have shares of what the side did", () => {
    const of = game({ lengthSeconds: 1200, sides: [side(1, { kills: 8, gold: 50_000 }), side(2)] })
    expect(detailsOf([of], [line(of, 13)]).players[13]?.stats).toEqual({
      games: 1,
      kda: 5,
      csPerMin: 10,
      goldShare: 0.2,
      killParticipation: 0.625,
      killsPerGame: 2,
      deathsPerGame: 1,
      assistsPerGame: 3,
    })
  })

  it('a player with a line but no seat has statistics', () => {
    const of = game({ sides: [side(1, { playerIds: [null, null, null, null, null] }), side(2)] })
    expect(detailsOf([of], [line(of, 14, { champion: 'Draven' })]).players[14]).toMatchObject({
      record: '1W - 0L',
      championPool: [{ champion: { id: 104, name: 'Draven' }, games: 1 }],
    })
  })
})

describe('tournament details', () => {
  it("a tournament's statistics cover all of it, however long ago", () => {
    const games = [
      game({ startMs: asOfMs - 900 * dayMs, winner: 0, firsts: { blood: 0, baron: 1 } }),
      game({ startMs: asOfMs - 901 * dayMs, winner: 1, firsts: { blood: 1, baron: 1 } }),
      game({ startMs: asOfMs - 902 * dayMs, winner: 1, sidesKnown: false }),
      game({ startMs: asOfMs - 903 * dayMs, winner: 1, firsts: { blood: 0 } }),
    ]
    expect(detailsOf(games).tournaments).toEqual({
      7: {
        games: 4,
        sideWinRate: { blue: 1 / 3, red: 2 / 3 },
        firstObjectiveRates: {
          blood: { blueShare: 2 / 3, winShare: 2 / 3 },
          tower: null,
          dragon: null,
          herald: null,
          baron: { blueShare: 0, winShare: 0.5 },
        },
        leaders: { kda: [], csPerMin: [], killParticipation: [], goldShare: [] },
      },
    })
  })

  it('a tournament has five leaders with five games each, best first, then by id', () => {
    const games = Array.from({ length: 5 }, () => game())
    const lines = games.flatMap((of, index) => [
      ...[15, 14, 13, 21, 22, 23].map((id) => line(of, id, { kills: id === 13 ? 4 : 2 })),
      ...(index === 0 ? [] : [line(of, 12, { kills: 30 })]),
    ])
    const { kda, csPerMin } = detailsOf(games, lines).tournaments[7]!.leaders
    expect(kda.map(({ player, value }) => [player.id, value])).toEqual([
      [13, 7],
      [14, 5],
      [15, 5],
      [21, 5],
      [22, 5],
    ])
    expect(kda[0]).toEqual({ player: { id: 13, name: 'Player 13' }, team: { id: 1, name: 'Team 1' }, value: 7 })
    expect(csPerMin).toEqual([])
  })

  it('a tournament counts a player who changed teams once, with the team of most of their games', () => {
    const sides = (teamId: number): Game['sides'] => [
      side(teamId, { playerIds: [77, null, null, null, null] }),
      side(2),
    ]
    const games = [1, 3, 3, 3, 3].map((teamId) => game({ sides: sides(teamId) }))
    const lines = games.map((of) => ({ ...line(of, 77), teamId: of.sides[0].teamId }))
    expect(detailsOf(games, lines).tournaments[7]?.leaders.kda).toEqual([
      { player: { id: 77, name: 'Player 77' }, team: { id: 3, name: 'Team 3' }, value: 5 },
    ])
  })
})
