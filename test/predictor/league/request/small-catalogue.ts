import type { Catalogue, CatalogueTeam } from '@riftline/predictor'

const championNames = [
  'Annie',
  'Olaf',
  "Kai'Sa",
  'Nunu & Willump',
  'Dr. Mundo',
  'Ahri',
  'Ornn',
  'Sejuani',
  'Nautilus',
  'Gnar',
  'Vi',
  'Orianna',
  'Jinx',
  'Thresh',
]

/** A catalogue with every difficulty of names: shared names, an alias equal to another team's name, dots and accents. */
export const smallCatalogue: Catalogue = deepFreeze({
  asOf: '2026-02-28T00:00:00',
  teams: [
    team(2, 'T1', ['SK Telecom T1', 'SKT'], 'LCK'),
    team(3, 'Gen.G', ['Gen.G Esports', 'Kings'], 'LCK'),
    team(101, 'Northern Lights', ['NL', 'T1'], 'LEC'),
    team(102, 'Harbor Kings', ['Kings'], 'LEC'),
    team(340, 'Desert Kings', ['Kings'], null),
    team(500, 'Twins', [], 'LEC'),
    team(400, 'TWINS', ['toString'], 'LEC'),
    team(600, 'constructor', [], null),
  ],
  players: [],
  champions: championNames.map((name, index) => ({ id: index + 1, name, imageUrl: null })),
  tournaments: [
    tournament(77, 'Northern League 2026 Summer', 'NLG'),
    tournament(78, 'LCK 2026 Spring', 'LCK'),
    tournament(79, 'Academy Series 2026', 'LCKC'),
    tournament(80, 'LTA South Promotion', 'LTA'),
    tournament(81, 'LTA S 2026', 'LTA S'),
    tournament(82, 'Winter Cup', 'LEC'),
    tournament(83, 'Winter Cup', 'LCK'),
  ],
})

function team(id: number, name: string, aliases: readonly string[], league: string | null): CatalogueTeam {
  return { id, name, aliases, region: null, league, logoUrl: null, lastGameUtc: null }
}

function tournament(id: number, name: string, league: string): Catalogue['tournaments'][number] {
  return { id, name, league, region: null, season: null, startUtc: null, endUtc: null }
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
