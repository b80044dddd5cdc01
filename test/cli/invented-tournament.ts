import type { TournamentForecast } from '@riftline/predictor'

const names = [
  'T1',
  'Gen.G',
  'Hanwha Life Esports',
  'Dplus KIA',
  'Bilibili Gaming',
  'Top Esports',
  'G2 Esports',
  'Fnatic',
]
const winners = [0.2204, 0.2, 0.18, 0.15, 0.12, 0.08, 0.0493, 0.0003]

/** An invented answer with a team for each chance to win, of which four reach the play-offs and two the final. */
export function inventedTournament({
  chances = winners,
  teamNames = names,
  name = 'Example Cup',
}: {
  readonly chances?: readonly number[]
  readonly teamNames?: readonly string[]
  readonly name?: string
} = {}): TournamentForecast {
  const teams = chances.map((winner, index) => ({
    team: { id: index + 1, name: teamNames[index] ?? `Team ${index + 1}` },
    reach: { playoffs: Math.min(1, 4 * winner), 'playoffs.final': Math.min(1, 2 * winner), winner },
    winnerInterval: [Math.max(0, winner - 0.0026), Math.min(1, winner + 0.0026)] as const,
    expectedWins: { groups: 3.9 },
    places: { groups: [0.41, 0.3, 0.19, 0.1] },
  }))
  const [first, second, third, fourth] = teams.map(({ team }) => ({ id: team.id, name: team.name }))
  return {
    ...{ name, runs: 100_000, seed: 1, model: 'consensus' },
    ...{ asOfUtc: '2031-03-03', dataThroughUtc: '2031-02-28T20:00:00', artifacts: '3f1c9a0b77de' },
    teams,
    nextSeries: [
      {
        ...{ stage: 'groups', group: 'A', bestOf: 1, teams: [first!, second!], probability1: 0.58 },
        leverage: [
          { team: first!, winnerIfWon: 0.26, winnerIfLost: 0.17 },
          { team: second!, winnerIfWon: 0.24, winnerIfLost: 0.16 },
        ],
      },
      {
        ...{ stage: 'groups', group: null, bestOf: 2, teams: [third!, fourth!], probability1: 0.4 },
        leverage: [
          { team: third!, winnerIfWon: 0.2, winnerIfLost: 0.16 },
          { team: fourth!, winnerIfWon: 1, winnerIfLost: null },
        ],
      },
    ],
  }
}
