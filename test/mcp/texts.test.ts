import type { PlayerList, Schedule, TournamentDetail } from '@riftline/client'
import type { Prediction } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { answerText, playersText, predictionText, scheduleText, tournamentText } from '#mcp/forecast-texts.ts'
import { inventedTournament } from '../cli/invented-tournament.ts'

const t1 = { id: 2, name: 'T1' }
const blg = { id: 29, name: 'Bilibili Gaming' }

describe('texts of tools', () => {
  const tournament = {
    name: 'World Championship 2024',
    leagueName: 'Worlds',
    games: 106,
    winnerTeam: t1,
    teams: [
      { team: t1, games: 24, record: '17W - 7L', seriesRecord: '6W - 1L' },
      { team: blg, games: 25, record: '15W - 10L', seriesRecord: '5W - 3L' },
    ],
    leaders: { kda: [{ player: { id: 3, name: 'Faker' }, value: 0.9000000000000001 }] },
  } as unknown as TournamentDetail

  it('a tournament is shown with its winner, its teams and rounded numbers', () => {
    expect(tournamentText(tournament)).toBe(
      'World Championship 2024, Worlds: 106 maps; T1 won\nseries: T1 6W - 1L, Bilibili Gaming 5W - 3L\nbest KDA: Faker 0.9',
    )
    const unknown = { ...tournament, winnerTeam: null, teams: null, leaders: { ...tournament.leaders, kda: [] } }
    expect(tournamentText(unknown)).toBe('World Championship 2024, Worlds: 106 maps')
  })

  it('a simulated tournament is shown with its likeliest winners, the next series and what they change', () => {
    const lines = answerText({ name: 'simulate_tournament', args: {}, isOffline: true }, inventedTournament()).split(
      '\n',
    )
    expect(lines.slice(0, -1)).toEqual([
      'Example Cup (consensus, 100,000 runs)',
      'winner: T1 22.0 %, Gen.G 20.0 %, Hanwha Life Esports 18.0 %, Dplus KIA 15.0 %, Bilibili Gaming 12.0 %, Top Esports 8.0 %, ' +
        'G2 Esports 4.9 %, Fnatic <0.1 %',
      'next: T1 58.0 % - Gen.G 42.0 % (groups A, best of 1); title if won or lost: T1 26.0 % or 17.0 %, Gen.G 24.0 % or 16.0 %',
      'next: Hanwha Life Esports 40.0 % - Dplus KIA 60.0 % (groups, best of 2); title if won or lost: Hanwha Life Esports 20.0 % or ' +
        '16.0 %, Dplus KIA 100.0 % or ?',
    ])
    const many = inventedTournament({ chances: Array(64).fill(1 / 64) })
    expect(answerText({ name: 'simulate_tournament', args: {}, isOffline: true }, many)).toContain(', and 54 more\n')
  })

  it('upcoming series are shown with the name of the league', () => {
    const series = { id: '1', league: 'WLDs', leagueName: 'Worlds', bestOf: 5, team1: t1, team2: blg }
    const schedule = [{ ...series, scheduledUtc: '2026-11-02T10:00:00' }]
    expect(scheduleText({ count: 1, schedule } as unknown as Schedule, true)).toBe(
      '1 series\n- 2026-11-02 10:00:00 UTC Worlds: T1 - Bilibili Gaming, best of 5',
    )
    for (const bestOf of [2, null]) {
      const open = [{ ...schedule[0], bestOf }]
      const text = scheduleText({ count: 1, schedule: open } as unknown as Schedule, true)
      expect(text).toContain(`best of ${bestOf ?? '?'} (no series winner is forecast)`)
    }
  })

  it('a player without a team is shown with their last team', () => {
    const player = {
      id: 19,
      name: 'Peanut',
      role: 'JUNGLE',
      team: null,
      lastTeam: { id: 6, name: 'HLE' },
      active: false,
    }
    const text = (change: object): string =>
      playersText({ count: 1, players: [{ ...player, ...change }] } as unknown as PlayerList)
    expect(text({})).toBe('1 player\n- Peanut (id 19), JUNGLE, last of HLE, inactive')
    expect(text({ team: t1, active: true })).toBe('1 player\n- Peanut (id 19), JUNGLE, T1')
    expect(text({ lastTeam: null })).toBe('1 player\n- Peanut (id 19), JUNGLE, inactive')
  })

  it('a forecast names an inactive team', () => {
    const chances = { calibratedBlueWinProbability: 0.7, calibratedRedWinProbability: 0.3 }
    const forecast = { blueTeam: t1, redTeam: { id: 23, name: 'TSM' }, model: 'consensus', league: null, ...chances }
    const ended = { ...forecast.redTeam, active: false, lastGameUtc: '2023-08-04T01:14:20' }
    const plain = 'T1 70.0 % - TSM 30.0 % (consensus, best of 3)'
    expect(predictionText(forecast as Prediction, 3)).toBe(plain)
    expect(predictionText({ ...forecast, redTeam: ended } as unknown as Prediction, 3)).toBe(
      `${plain}\nTSM is not active: last game 2023-08-04T01:14:20 UTC`,
    )
  })
})
