import { describe, expect, it } from 'vitest'
import { buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import type { Game, GameSide, History, HistorySeries, PlayerGame } from '#pipeline/history/types.ts'

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

const repeat = <T>(times: number, make: () => T): readonly T[] => Array.from({ length: times }, () => make())

const names = ['Ashe', 'Brand', 'Corki', 'Draven', 'Elise', "Fi'zz"]

function history(games: readonly Game[], playerGames: readonly PlayerGame[] = []): History {
  const series = games.map(
    (of): HistorySeries => ({
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
  it("a team's statistics count maps won and lost, and split them by side where the side is known", () => {
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

  it("a team's statistics are null when no game states them", () => {
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

  it("a team's statistics are averages over the games that state them", () => {
    const full = { kills: 20, deaths: 10, assists: 40, towers: 9, dragons: 3, barons: 1, gold: 60_000, cs: 1000 }
    const stated = (): Game =>
      game({
        lengthSeconds: 1800,
        sides: [side(1, { ...full, goldDiffAt15: -500 }), side(2)],
        firsts: { blood: 0, tower: 1, dragon: 0 },
      })
    const partly = (): Game =>
      game({ lengthSeconds: 1200, sides: [side(1, { kills: 10, gold: 36_000 }), side(2)], firsts: { blood: 1 } })
    const games = [...repeat(10, stated), ...repeat(10, partly), game()]
    const { stats, samples } = detailsOf(games).teams[1]!
    expect(stats).toEqual({
      games: 21,
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
    const rests = { gpm: 20, avgGameMinutes: 20, firstBloodRate: 20, killsPerGame: 20 }
    const of = (name: string): unknown => ({ games: rests[name as keyof typeof rests] ?? 10, from: 'games' })
    const { record, ...numbers } = samples
    expect(record).toEqual({ games: stats.games, from: 'games' })
    expect(numbers).toEqual(Object.fromEntries(Object.keys(numbers).map((name) => [name, of(name)])))
  })

  it("a team's statistic is null when fewer than ten games state it, unless the team has no other games", () => {
    const stated = (): Game => game({ sides: [side(1, { towers: 8 }), side(2)] })
    const towers = (known: number, unknown: number): unknown => {
      const { stats, samples } = detailsOf([...repeat(known, stated), ...repeat(unknown, game)]).teams[1]!
      return [stats.towersPerGame, samples.towersPerGame]
    }
    expect(towers(3, 0)).toEqual([8, { games: 3, from: 'games' }])
    expect(towers(9, 1)).toEqual([null, null])
    expect(towers(10, 1)).toEqual([8, { games: 10, from: 'games' }])
    expect(towers(10, 30)).toEqual([8, { games: 10, from: 'games' }])
    expect(towers(10, 31)).toEqual([null, null])
  })

  it("a team's deaths are the opponent's kills when nothing else states them", () => {
    const games = [
      game({ sides: [side(1, { kills: 9, deaths: 4 }), side(2, { kills: 5 })] }),
      game({ sides: [side(1, { kills: 7 }), side(2, { kills: 6 })] }),
    ]
    const { teams } = detailsOf(games)
    expect([teams[1]?.stats.deathsPerGame, teams[2]?.stats.deathsPerGame]).toEqual([5, 8])
  })

  it("a team's statistics are summed from five player lines when the side has no totals", () => {
    const of = game({ lengthSeconds: 1500 })
    const lines = [11, 12, 13, 14, 15].map((id) => line(of, id))
    expect(detailsOf([of], lines).teams[1]?.stats).toMatchObject({ gpm: 2000, csPerMin: 40, kda: 5, killsPerGame: 10 })
    expect(detailsOf([of], lines.slice(1)).teams[1]?.stats).toMatchObject({ gpm: null, csPerMin: null, kda: null })
  })

  it("a team's statistics cover the 365 days up to the data date", () => {
    const at = (days: number): Game => game({ startMs: asOfMs - days * dayMs })
    expect(detailsOf([at(0), at(364), at(365), at(400), at(-1)]).teams[1]?.stats.games).toBe(2)
  })

  it("a team's statistics are empty when the window has no game", () => {
    const { teams } = detailsOf([game({ startMs: asOfMs - 500 * dayMs })])
    expect(teams[1]).toMatchObject({ record: '0W - 0L', stats: { games: 0 }, championPool: [] })
  })

  it("a team's statistics list champions by games, then id, with a KDA from the available player lines", () => {
    const first = game({ sides: [side(1, { champions: ['Corki', 'Brand', null, null, null] }), side(2)] })
    const second = game({
      sides: [side(1, { champions: ['Brand', 'Ashe', 'Nobody', null, null] }), side(2)],
      winner: 1,
    })
    const lines = [line(first, 12, { champion: 'Brand', kills: 5, deaths: 0, assists: 4 })]
    expect(detailsOf([first, second], lines).teams[1]?.championPool).toEqual([
      { champion: { id: 102, name: 'Brand' }, games: 2, wins: 1, winRate: 50, kda: 9, kdaGames: 1 },
      { champion: { id: 101, name: 'Ashe' }, games: 1, wins: 0, winRate: 0, kda: null, kdaGames: 0 },
      { champion: { id: 103, name: 'Corki' }, games: 1, wins: 1, winRate: 100, kda: null, kdaGames: 0 },
    ])
  })

  it("a team's statistics find a champion with either form of apostrophe in the name", () => {
    const of = game({ sides: [side(1, { champions: ['Fi’zz', null, null, null, null] }), side(2)] })
    expect(detailsOf([of]).teams[1]?.championPool).toMatchObject([{ champion: { id: 106, name: "Fi'zz" } }])
  })
})

describe('player details', () => {
  it("a player's statistics count games without player lines for the record only", () => {
    const stated = repeat(10, game)
    const withoutLines = repeat(10, () => game({ winner: 1 }))
    const lines = stated.map((of) => line(of, 11))
    const detail = detailsOf([...stated, ...withoutLines], lines).players[11]
    expect(detail).toMatchObject({ record: '10W - 10L', winRate: 50, stats: { games: 20, kda: 5, killsPerGame: 2 } })
    expect(detail?.stats).toMatchObject({ deathsPerGame: 1, assistsPerGame: 3, csPerMin: null, goldShare: null })
    expect(detail?.samples).toMatchObject({ kda: { games: 10, from: 'games' }, csPerMin: null })
    expect(detail?.championPool).toEqual([
      { champion: { id: 101, name: 'Ashe' }, games: 20, wins: 10, winRate: 50, kda: 5, kdaGames: 10 },
    ])
  })

  it("a player's statistics include shares of the side's totals", () => {
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

  it('a player with a player line but no seat in the line-up has statistics', () => {
    const of = game({ sides: [side(1, { playerIds: [null, null, null, null, null] }), side(2)] })
    expect(detailsOf([of], [line(of, 14, { champion: 'Draven' })]).players[14]).toMatchObject({
      record: '1W - 0L',
      championPool: [{ champion: { id: 104, name: 'Draven' }, games: 1 }],
    })
  })
})

describe('tournament details', () => {
  it("a tournament's statistics cover all of its games, however old", () => {
    const ago = (days: number, more: Partial<Game>): (() => Game) => {
      return () => game({ startMs: asOfMs - days * dayMs, ...more })
    }
    const games = [
      ...repeat(6, ago(900, { winner: 0, firsts: { blood: 0, baron: 1 } })),
      ...repeat(6, ago(901, { winner: 1, firsts: { blood: 1, baron: 1 } })),
      ...repeat(6, ago(902, { winner: 1, sidesKnown: false })),
      ...repeat(6, ago(903, { winner: 1, firsts: { blood: 0, tower: 1 } })),
    ]
    expect(detailsOf(games).tournaments).toMatchObject({
      7: {
        games: 24,
        sideWinRate: { blue: 1 / 3, red: 2 / 3 },
        sideGames: { blue: 18, red: 18 },
        firstObjectiveRates: {
          blood: { blueShare: 2 / 3, winShare: 2 / 3, games: 18 },
          tower: null,
          dragon: null,
          herald: null,
          baron: { blueShare: 0, winShare: 0.5, games: 12 },
        },
        leaderGames: 0,
        leaders: { kda: [], csPerMin: [], killParticipation: [], goldShare: [] },
      },
    })
  })

  it('a tournament has a winner unless it only qualifies teams for another tournament', () => {
    const pairs = [
      [1, 2],
      [3, 4],
      [1, 3],
    ] as const
    const series = pairs.map(([team1Id, team2Id], day): HistorySeries => {
      const startMs = asOfMs - (30 - day) * dayMs
      const games = repeat(2, () => game({ startMs, bestOf: 3, sides: [side(team1Id), side(team2Id)], winner: 0 }))
      const form = { league: 'INV', playoffs: true, bestOf: 3, complete: true } as const
      return { id: day + 1, startMs, tournamentId: 7, ...form, team1Id, team2Id, winnerTeamId: team1Id, games }
    })
    const winnerOf = (name: string): unknown => {
      const tournament = { id: 7, name, league: 'INV', region: null, season: '2031', startMs: null, endMs: null }
      const whole = { ...history([]), series, tournaments: [tournament] }
      return buildCatalogue(whole, { asOfMs }).details.tournaments[7]?.winnerTeam?.id ?? null
    }
    expect(winnerOf('INV 2031 Spring')).toBe(1)
    for (const split of ['Regional Finals', 'Spring Promotion', 'Qualifiers', 'EM Qualification', 'Wildcard']) {
      expect(winnerOf(`INV 2031 ${split}`)).toBe(null)
    }
  })

  it('a tournament lists five leaders with at least five games each, ordered by value, then by id', () => {
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
    expect(kda[0]).toEqual({
      player: { id: 13, name: 'Player 13' },
      team: { id: 1, name: 'Team 1' },
      value: 7,
      games: 5,
    })
    expect(csPerMin).toEqual([])
  })

  it('a leader has at least half as many games with the statistic as the player with the most such games', () => {
    const games = repeat(12, () => game())
    const lines = games.flatMap((of, index) => [
      line(of, 11),
      ...(index < 6 ? [line(of, 12)] : []),
      ...(index < 5 ? [line(of, 13)] : []),
    ])
    const { leaders, leaderGames } = detailsOf(games, lines).tournaments[7]!
    expect(leaders.kda.map(({ player, games: counted }) => [player.id, counted])).toEqual([
      [11, 12],
      [12, 6],
    ])
    expect(leaderGames).toBe(12)
  })

  it('a tournament has no leaders when fewer than a quarter of its games have player lines', () => {
    const games = repeat(24, () => game())
    const withLines = (count: number): unknown => {
      const lines = games.slice(0, count).map((of) => line(of, 11))
      const { leaders, leaderGames } = detailsOf(games, lines).tournaments[7]!
      return [leaderGames, leaders.kda.length]
    }
    expect(withLines(6)).toEqual([6, 1])
    expect(withLines(5)).toEqual([5, 0])
  })

  it('a player who changed teams is listed once in a tournament, with the team of most of their games', () => {
    const sides = (teamId: number): Game['sides'] => [
      side(teamId, { playerIds: [77, null, null, null, null] }),
      side(2),
    ]
    const games = [1, 3, 3, 3, 3].map((teamId) => game({ sides: sides(teamId) }))
    const lines = games.map((of) => ({ ...line(of, 77), teamId: of.sides[0].teamId }))
    expect(detailsOf(games, lines).tournaments[7]?.leaders.kda).toEqual([
      { player: { id: 77, name: 'Player 77' }, team: { id: 3, name: 'Team 3' }, value: 5, games: 5 },
    ])
  })
})
