import { pickRoles } from '@riftline/predictor'
import type { Value } from './write-value.ts'

/** What an example asks for: teams and players that everybody knows. */
export interface ExampleCall {
  readonly id?: number
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, Value>>
  /** The method of `@riftline/client`; where it has none, TypeScript calls `fetch`. */
  readonly method?: string
}

const teams = { blueTeam: 'T1', redTeam: 'Gen.G' }

/** By `operationId`; an operation without a line is asked for by its path alone. */
export const exampleCalls: Readonly<Record<string, ExampleCall>> = {
  listTeams: { query: { name: 'T1' }, method: 'teams' },
  listPlayers: { query: { name: 'Faker' }, method: 'players' },
  listChampions: { query: { name: 'Ahri' }, method: 'champions' },
  listTournaments: { method: 'tournaments' },
  getSchedule: { method: 'schedule' },
  /** T1. */
  getTeam: { id: 2, method: 'team' },
  /** Faker. */
  getPlayer: { id: 3, method: 'player' },
  /** The World Championship 2025. */
  getTournament: { id: 525, method: 'tournament' },
  getOdds: { query: { team1: 'T1', team2: 'Gen.G' }, method: 'odds' },
  predict: { body: { ...teams, bestOf: 5, model: 'consensus', tournament: 'Worlds' }, method: 'predict' },
  predictDraft: {
    body: {
      ...teams,
      bluePicks: picks('Ornn', 'Sejuani', 'Ahri', 'Kaisa', 'Nautilus'),
      redPicks: picks('Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh'),
    },
    method: 'predictDraft',
  },
  markets: { body: { ...teams, bestOf: 5, standing: { blue: 1, red: 0 } }, method: 'markets' },
  getUsage: { method: 'usage' },
}

function picks(...champions: readonly string[]): Value {
  return pickRoles.map((role, index) => ({ role, champion: champions[index] ?? '' }))
}
