import { changeExamples } from '@riftline/changes'
import { marketsExample, oddsExamples } from '@riftline/odds'
import { pickRoles, tournamentExamples } from '@riftline/predictor'
import { recordExamples } from '@riftline/record'
import { healthy, ready } from '../lifecycle.ts'

const northern = { id: 101, name: 'Northern Lights' }
const harbor = { id: 102, name: 'Harbor Kings' }
const kestrel = { id: 5001, name: 'Kestrel' }
const form = { record: '31W - 9L', winRate: 77.5, coverage: { teamGames: 42, lineups: 40 } }
const championPool = [{ champion: { id: 103, name: 'Ahri' }, games: 12, wins: 9, winRate: 75, kda: 6.1, kdaGames: 12 }]
const dataThroughUtc = '2026-07-23T18:20:11'
const artifacts = '3f1c9a0b77de'
const served = { dataThroughUtc, artifacts }
const made = { asOfUtc: '2026-07-24', ...served }
const seen = { active: true, lastGameUtc: dataThroughUtc }
const span = { dataThroughUtc, statsFromUtc: '2025-07-24T00:00:00', statsToUtc: '2026-07-23T18:20:11' }
const record = { games: 40, from: 'games' }

/** Adds a sample of 38 games for each known average, and null for each unknown one. */
function samplesOf(stats: object, others: object = {}): object {
  const numbers = Object.entries(stats).filter(([name]) => name !== 'games')
  const samples = numbers.map(([name, value]) => [name, value === null ? null : { games: 38, from: 'games' }])
  return { record, ...Object.fromEntries(samples), ...others }
}

const teamStats = {
  games: 40,
  gpm: 1902.4,
  csPerMin: 33.8,
  kda: 4.61,
  avgGameMinutes: 31.2,
  firstBloodRate: 0.575,
  firstTowerRate: 0.625,
  firstDragonRate: 0.55,
  dragonsPerGame: 2.6,
  baronsPerGame: 1.1,
  towersPerGame: 8.4,
  killsPerGame: 16.9,
  deathsPerGame: 10.2,
  goldDiffAt15: null,
}
const playerStats = {
  games: 40,
  kda: 5.2,
  csPerMin: 8.9,
  goldShare: 0.231,
  killParticipation: 0.684,
  killsPerGame: 4.1,
  deathsPerGame: 1.6,
  assistsPerGame: 4.2,
}
const teamForm = { ...form, stats: teamStats, samples: samplesOf(teamStats, { kda: { games: 61, from: 'season' } }) }
const playerForm = { ...form, stats: playerStats, samples: samplesOf(playerStats) }
const tournament = {
  id: 77,
  name: 'Northern League 2026 Summer',
  league: 'NL',
  leagueName: 'Northern League',
  season: '2026',
  region: 'EMEA',
  startUtc: '2026-06-11T00:00:00',
  endUtc: null,
}

function chances(blue: number, calibratedBlue: number): object {
  const rest = (share: number): number => Math.round((1 - share) * 1e6) / 1e6
  return {
    blueWinProbability: blue,
    redWinProbability: rest(blue),
    calibratedBlueWinProbability: calibratedBlue,
    calibratedRedWinProbability: rest(calibratedBlue),
    winner: 'blue',
  }
}

const logoUrl = (name: string) => `https://img.example.org/teams/${name}.png`
const player = { ...kestrel, role: 'MID', team: northern, lastTeam: northern, ...seen }
const league = { code: 'NL', name: 'Northern League', source: 'label' }

const picks = (...champions: string[]): object =>
  champions.map((champion, index) => ({ role: pickRoles[index], champion }))

const draftPrediction = {
  blueTeam: northern,
  redTeam: harbor,
  model: 'fasttree',
  bestOf: 3,
  league: { ...league, source: 'teams' },
  ...made,
  ...chances(0.6551, 0.6403),
}

export const examples: Readonly<Record<string, object | string>> = {
  teamList: {
    count: 2,
    ...served,
    teams: [
      { ...northern, region: 'EMEA', logoUrl: logoUrl('101'), league: 'NL', code: 'NOL', ...seen },
      { ...harbor, region: null, logoUrl: logoUrl('none'), league: 'NL', code: null, ...seen },
    ],
  },
  playerList: { count: 1, ...served, players: [player] },
  championList: {
    count: 2,
    ...served,
    champions: [
      { id: 103, name: 'Ahri', imageUrl: 'https://img.example.org/champions/103.png' },
      { id: 145, name: "Kai'Sa", imageUrl: null },
    ],
  },
  tournamentList: { count: 1, ...served, tournaments: [tournament] },
  schedule: {
    count: 1,
    ...served,
    schedule: [
      {
        id: '115548106590082746',
        league: 'NL',
        leagueName: 'Northern League',
        bestOf: 3,
        scheduledUtc: '2026-07-24T15:00:00',
        team1: northern,
        team2: harbor,
      },
    ],
  },
  teamDetail: {
    ...northern,
    ...span,
    ...teamForm,
    sideWinRate: { blue: 0.8, red: 0.75 },
    sideGames: { blue: 20, red: 20 },
    championPool,
    seasons: [{ season: '2026', leagues: ['NL'], games: 40, ...teamForm }],
  },
  playerDetail: {
    ...player,
    ...span,
    ...playerForm,
    championPool,
    seasons: [{ season: '2026', leagues: ['NL'], games: 40, ...playerForm }],
  },
  tournamentDetail: {
    ...tournament,
    ...span,
    statsFromUtc: tournament.startUtc,
    games: 132,
    teams: [{ team: northern, games: 40, record: '30W - 10L', seriesRecord: '14W - 3L' }],
    winnerTeam: northern,
    sideWinRate: { blue: 0.530303, red: 0.469697 },
    sideGames: { blue: 132, red: 132 },
    firstObjectiveRates: {
      blood: { blueShare: 0.507576, winShare: 0.590909, games: 132 },
      tower: { blueShare: 0.522727, winShare: 0.689394, games: 132 },
      dragon: { blueShare: 0.469697, winShare: 0.583333, games: 132 },
      herald: null,
      baron: { blueShare: 0.537879, winShare: 0.810606, games: 132 },
    },
    leaderGames: 120,
    leaders: {
      kda: [{ player: kestrel, team: northern, value: 5.2, games: 38 }],
      csPerMin: [],
      killParticipation: [],
      goldShare: [],
    },
  },
  ...oddsExamples(northern, harbor),
  usage: {
    creditsRemaining: 1014,
    free: { monthly: 20, remaining: 0, periodStartUtc: '2026-11-01T00:00:00', resetsAtUtc: '2026-12-01T00:00:00' },
    plan: { name: 'starter', perPeriod: 1000, remaining: 989, resetsAtUtc: '2026-12-04T00:00:00' },
    topUp: { remaining: 25 },
    used: { today: 11, thisMonth: 31 },
    calls: [
      { operation: 'predict', model: 'consensus', calls: 3, credits: 30 },
      { operation: 'team', model: null, calls: 1, credits: 1 },
    ],
    rateLimit: { limit: 120, windowSeconds: 60, remaining: 118, resetSeconds: 42 },
    ...served,
    key: {
      ...{ id: '7Hq2mX9a', name: 'prod', prefix: 'rl_live_7Hq2mX9a', createdAtUtc: '2026-10-02T08:15:00' },
      ...{ monthlyLimit: 500, usedThisMonth: 31, expiresUtc: '2027-01-01T00:00:00', scopes: ['predict', 'usage'] },
    },
  },
  predictRequest: {
    blueTeamId: 101,
    redTeam: 'harbor kings',
    model: 'consensus',
    oddsBlue: 1.62,
    oddsRed: 2.35,
    tournament: 'NL 2026 Summer',
    bestOf: 3,
  },
  consensusPrediction: {
    blueTeam: northern,
    redTeam: harbor,
    model: 'consensus',
    bestOf: 3,
    league,
    ...made,
    ...chances(0.641932, 0.603826),
    odds: {
      blue: 1.62,
      red: 2.35,
      margin: 0.042816,
      marketBlueProbability: 0.595876,
      marketRedProbability: 0.404124,
      blueEv: 0.03993,
      redEv: -0.15854,
      calibratedBlueEv: -0.021802,
      calibratedRedEv: -0.068991,
    },
    models: [
      { model: 'fasttree', weight: 0.34, ...chances(0.6418, 0.603025) },
      { model: 'lightgbm', weight: 0.33, ...chances(0.6553, 0.606852) },
      { model: 'pcasweep', weight: 0.33, ...chances(0.6287, 0.601625) },
    ],
  },
  draftRequest: {
    blueTeamId: 101,
    redTeamId: 102,
    bluePicks: picks('Ornn', 'Sejuani', 'Ahri', 'kaisa', 'Nautilus'),
    redPicks: picks('Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh'),
  },
  draftPrediction,
  batchRequest: { requests: [{ blueTeamId: 101, redTeam: 'harbor kings' }] },
  predictionBatch: { count: 1, ...served, predictions: [draftPrediction] },
  ...changeExamples(),
  ...recordExamples(northern, harbor, served),
  marketsRequest: { blueTeamId: 101, redTeam: 'harbor kings', bestOf: 3, standing: { blue: 0, red: 0 } },
  markets: marketsExample(northern, harbor, { league: { ...league, source: 'teams' }, ...made }),
  ...tournamentExamples(northern, harbor, made),
  health: healthy,
  readiness: ready,
}
