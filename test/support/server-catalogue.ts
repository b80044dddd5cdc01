import type { Catalogue, Pick, PredictRequest } from '@riftline/predictor'

const champions = ['Ornn', 'Sejuani', 'Ahri', "Kai'Sa", 'Nautilus', 'Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh']

/** A catalogue with three teams, one name of which is also an alias of another, and enough champions for a draft. */
export const catalogue: Catalogue = {
  asOf: '2026-11-20T00:00:00',
  teams: [
    team(340, 'Desert Kings', 'https://img.example.org/340.png', '2026-01-01T00:00:00'),
    team(101, 'Northern Lights', null, '2026-03-01T00:00:00'),
    team(102, "Harbor's Kings", null, '2026-02-01T00:00:00'),
  ],
  players: [
    { id: 5002, name: 'Merlin', aliases: [], role: null, teamId: null },
    { id: 5001, name: 'Kestrel', aliases: [], role: 'MID', teamId: 101, formerIds: [4001] },
    { id: 5003, name: 'Stray', aliases: [], role: 'TOP', teamId: 999 },
  ],
  champions: champions.map((name, index) => ({ id: index + 1, name, imageUrl: null })),
  tournaments: [
    {
      id: 77,
      name: 'Northern League 2026 Summer',
      league: 'NL',
      region: 'EMEA',
      leagueName: 'Northern League',
      season: '2026',
      startUtc: '2026-06-11T00:00:00',
      endUtc: null,
    },
  ],
}

function team(id: number, name: string, logoUrl: string | null, lastGameUtc: string): Catalogue['teams'][number] {
  const aliases = id === 101 ? ['NL'] : ['Kings']
  const formerIds = id === 101 ? [100] : []
  return { id, name, aliases, region: null, league: 'NL', logoUrl, lastGameUtc, formerIds }
}

const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const

function side(names: readonly string[]): readonly Pick[] {
  return roles.map((role, index) => ({ role, champion: names[index] ?? '' }))
}

export const matchBody: PredictRequest = { blueTeamId: 101, redTeamId: 102 }

export const draftBody: PredictRequest = {
  blueTeamId: 101,
  redTeamId: 102,
  bluePicks: side(champions.slice(0, 5)),
  redPicks: side(champions.slice(5)),
}
