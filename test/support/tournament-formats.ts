import type { TournamentFormat } from '@riftline/predictor'

const names = [
  'T1',
  'Gen.G',
  'Hanwha Life',
  'Dplus',
  'BLG',
  'TES',
  'G2',
  'FNC',
  'JDG',
  'WBG',
  'TL',
  'C9',
  'PSG',
  'LOUD',
  'KT',
  'LNG',
]
const eight = names.slice(0, 8)
const groups = { A: ['T1', 'BLG', 'G2', 'FNC'], B: ['Gen.G', 'TES', 'Hanwha Life', 'Dplus'] }
const crossed = ['groups.A.1', 'groups.B.2', 'groups.B.1', 'groups.A.2']

/** Two groups of four and a bracket of four, as in docs. */
export const cupFormat: TournamentFormat = {
  name: 'Example Cup',
  teams: eight,
  stages: [
    { id: 'groups', kind: 'roundRobin', groups, bestOf: 3 },
    { id: 'playoffs', kind: 'singleElimination', bestOf: [5, 5], slots: crossed },
  ],
}

/** Swiss stage of 16, bracket of eight with a draw. */
export const swissFormat: TournamentFormat = {
  name: 'Swiss',
  teams: names,
  stages: [
    { id: 'swiss', kind: 'swiss', wins: 3, losses: 3, bestOf: 1, decidingBestOf: 3, slots: names },
    {
      id: 'playoffs',
      kind: 'singleElimination',
      bestOf: 5,
      draw: 'random',
      thirdPlace: true,
      slots: [1, 8, 2, 7, 3, 6, 4, 5].map((place) => `swiss.${place}`),
    },
  ],
}

/** Formats that together have every kind of stage and every option. */
export const everyFormat: readonly TournamentFormat[] = [
  cupFormat,
  swissFormat,
  {
    name: 'Groups of four, choice',
    teams: eight,
    stages: [
      { id: 'groups', kind: 'gsl', groups, bestOf: [1, 3, 3, 5] },
      { id: 'playoffs', kind: 'singleElimination', bestOf: 5, choose: 'higherSeed', slots: crossed },
    ],
  },
  {
    name: 'Double round robin with games for ties, double elimination',
    teams: eight,
    stages: [
      { id: 'season', kind: 'roundRobin', slots: eight, rounds: 2, bestOf: 2, tieBreak: 'game', rank: ['wins'] },
      {
        id: 'playoffs',
        kind: 'doubleElimination',
        bestOf: { upper: [3, 5], lower: 3 },
        final: 5,
        choose: 'higherSeed',
        slots: ['season.1', 'season.4', 'season.2', 'season.3'],
      },
    ],
  },
  {
    name: 'Halves that carry results, ladder',
    teams: eight,
    stages: [
      { id: 'first', kind: 'roundRobin', slots: eight, bestOf: 1, rank: ['wins', 'strengthOfVictory', 'gamesWon'] },
      {
        id: 'second',
        kind: 'roundRobin',
        carry: 'first',
        bestOf: 3,
        groups: {
          top: [1, 2, 3, 4].map((place) => `first.${place}`),
          rest: [5, 6, 7, 8].map((place) => `first.${place}`),
        },
      },
      {
        id: 'ladder',
        kind: 'kingOfTheHill',
        bestOf: [3, 3, 5],
        slots: ['second.top.1', 'second.top.2', 'second.top.3', 'second.rest.1'],
      },
    ],
  },
  ...[
    { slots: eight, lowerSlots: undefined, bestOf: { upper: 3, lower: [1, 1, 3, 3] }, final: 5 },
    { slots: eight.slice(0, 4), lowerSlots: eight.slice(4, 6), bestOf: 3, final: undefined },
    { slots: eight.slice(0, 4), lowerSlots: eight.slice(4, 8), bestOf: { upper: 3, lower: [1, 1, 3, 3] }, final: 5 },
  ].map((stage): TournamentFormat => {
    const teams = [...stage.slots, ...(stage.lowerSlots ?? [])]
    return {
      name: 'Double elimination',
      teams,
      stages: [{ id: 'bracket', kind: 'doubleElimination', ...stage } as never],
    }
  }),
  {
    name: 'Play-in, byes and a last group',
    teams: eight,
    stages: [
      { id: 'playIn', kind: 'singleElimination', rounds: 1, bestOf: 1, slots: ['BLG', 'TES', 'G2', 'FNC'] },
      {
        id: 'group',
        kind: 'roundRobin',
        bestOf: 1,
        rounds: 2,
        slots: ['T1', 'Gen.G', 'Hanwha Life', 'Dplus', 'playIn.winners.1', 'playIn.winners.2'],
      },
    ],
  },
]

/** The cup with new values by JSON path; undefined leaves a field out. */
export function changedCup(changes: Readonly<Record<string, unknown>>): unknown {
  const format = JSON.parse(JSON.stringify(cupFormat))
  for (const [path, value] of Object.entries(changes)) {
    if (path === '') return value
    const keys = path.replaceAll(']', '').split(/[.[]/)
    const last = keys.pop()!
    const parent = keys.reduce((node, key) => node[key], format)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return format
}
