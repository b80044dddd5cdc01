/** A cup of eight teams of the committed artifacts: two groups and a play-off, with one result. */
export const exampleCup = {
  name: 'Example Cup',
  teams: [
    ...['T1', 'Gen.G', 'Hanwha Life Esports', 'Dplus KIA'],
    ...['Bilibili Gaming', 'Top Esports', 'G2 Esports', 'Fnatic'],
  ],
  stages: [
    {
      id: 'groups',
      kind: 'roundRobin',
      bestOf: 1,
      groups: {
        A: ['T1', 'Bilibili Gaming', 'G2 Esports', 'Fnatic'],
        B: ['Gen.G', 'Top Esports', 'Hanwha Life Esports', 'Dplus KIA'],
      },
    },
    {
      id: 'playoffs',
      kind: 'singleElimination',
      bestOf: 5,
      slots: ['groups.A.1', 'groups.B.2', 'groups.B.1', 'groups.A.2'],
    },
  ],
  results: [{ stage: 'groups', teams: ['T1', 'Bilibili Gaming'], score: [1, 0] }],
} as const
