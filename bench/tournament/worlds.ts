import { type PredictedStrengths, parseTournament, planTournament, type TournamentPlan } from '@riftline/predictor'

/** Worlds 2025 as it began: sixteen teams in a Swiss stage, eight in a bracket with drawn pairs. */
export const worldsPlan: TournamentPlan = planTournament(
  parseTournament({
    name: 'Worlds',
    tournament: 'Worlds 2025',
    teams: [
      ...['T1', 'Gen.G', 'Hanwha Life Esports', 'KT Rolster', 'Bilibili Gaming', 'Top Esports', "Anyone's Legend"],
      ...['G2 Esports', 'Fnatic', 'Movistar KOI', 'FlyQuest', '100 Thieves', 'CTBC Flying Oyster', 'PSG Talon'],
      ...['Team Secret Whales', 'Vivo Keyd Stars'],
    ],
    stages: [
      {
        ...{ id: 'swiss', kind: 'swiss', wins: 3, losses: 3, bestOf: 1, decidingBestOf: 3 },
        slots: [
          ...['T1', 'Gen.G', 'Hanwha Life Esports', 'KT Rolster', 'Bilibili Gaming', 'Top Esports', "Anyone's Legend"],
          ...['G2 Esports', 'Fnatic', 'Movistar KOI', 'FlyQuest', '100 Thieves', 'CTBC Flying Oyster', 'PSG Talon'],
          ...['Team Secret Whales', 'Vivo Keyd Stars'],
        ],
      },
      {
        ...{ id: 'playoffs', kind: 'singleElimination', bestOf: 5, draw: 'random' },
        slots: [1, 5, 2, 6, 3, 7, 4, 8].map((place) => `swiss.${place}`),
      },
    ],
  }),
)

/** Strengths as JSON, for other programs. */
export function strengthsText(strengths: PredictedStrengths, runs: number, seed: number): string {
  const { teams, sds, variances, leagues, leagueVariances } = strengths
  const gains = Array.from(sds, (sd, at) => {
    const [a, b] = [Math.floor(at / teams), at % teams]
    if (a === b) return 0
    const [home, away] = [leagues[a]!, leagues[b]!]
    const ofLeagues = home === away ? 0 : leagueVariances[home]! + leagueVariances[away]!
    return sd / Math.sqrt(variances[a]! + variances[b]! + ofLeagues)
  })
  const means = Object.fromEntries(Object.entries(strengths.means).map(([bestOf, values]) => [bestOf, [...values]]))
  const numbers = { variances: [...variances], leagues: [...leagues], leagueVariances: [...leagueVariances] }
  return JSON.stringify({ runs, seed, teams, means, gains, ...numbers })
}
