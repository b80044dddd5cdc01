import type { StatedGame, StatedName, StatedSeat, StatedSide } from '@riftline/predictor'

/** A side with five players named after their team. By default, nothing is known of its game. */
export function statedSide(team: StatedName, more: Partial<StatedSide> = {}): StatedSide {
  const seat = (index: number): StatedSeat => ({
    player: { name: `${team.name} ${index}`, sourceId: null },
    ...{ champion: null, kills: null, deaths: null, assists: null, gold: null, cs: null },
  })
  return {
    team,
    seats: [0, 1, 2, 3, 4].map(seat),
    bans: [],
    ...{ kills: null, deaths: null, assists: null, gold: null, cs: null },
    ...{ towers: null, dragons: null, barons: null, goldDiffAt15: null },
    ...more,
  }
}

/** A game in which Amber Foxes, on blue, beat Copper Cranes. */
export function statedGame(more: Partial<StatedGame> = {}): StatedGame {
  return {
    source: 'leaguepedia',
    id: 'G1',
    hasPlatformId: true,
    startMs: Date.UTC(2031, 0, 10, 12),
    seriesId: null,
    gameNumber: 1,
    league: 'INV',
    region: null,
    tournament: null,
    season: null,
    playoffs: null,
    patch: null,
    lengthSeconds: null,
    sides: [statedSide({ name: 'Amber Foxes', sourceId: null }), statedSide({ name: 'Copper Cranes', sourceId: null })],
    sidesKnown: true,
    winner: 0,
    firsts: {},
    ...more,
  }
}
