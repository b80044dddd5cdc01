import type { components } from './types.js'

// The compiler checks this file against the types of openapi-typescript. An expected error that does not come is an error too.

type Schemas = components['schemas']
type PredictRequest = Schemas['PredictRequest']
type PredictDraftRequest = Schemas['PredictDraftRequest']
type MarketsRequest = Schemas['MarketsRequest']

const byNames = { blueTeam: 'T1', redTeam: 'Gen.G' }
const byIds = { blueTeamId: 1, redTeamId: 2 }
const pick: Schemas['Pick'] = { role: 'MID', champion: 'Ahri' }
const side: [typeof pick, typeof pick, typeof pick, typeof pick, typeof pick] = [pick, pick, pick, pick, pick]
const picks = { bluePicks: side, redPicks: side }

export const allowed: readonly PredictRequest[] = [
  { blueTeam: 'T1', redTeam: 'Gen.G' },
  { blueTeamId: 1, redTeamId: 2 },
  { blueTeam: 'T1', redTeamId: 2 },
  { blueTeamId: 1, redTeam: 'Gen.G' },
  { ...byNames, model: 'consensus', bestOf: 5, explain: true, oddsBlue: 1.8, oddsRed: 2.1, tournament: 'LCK' },
]
export const drafts: readonly PredictDraftRequest[] = [
  { ...byNames, ...picks },
  { ...byIds, ...picks, bestOf: 1 },
]
export const markets: readonly MarketsRequest[] = [byIds, { ...byNames, ...picks, standing: { blue: 1, red: 0 } }]

// @ts-expect-error no team
export const none: PredictRequest = { bestOf: 3 }
// @ts-expect-error one team
export const one: PredictRequest = { blueTeam: 'T1' }
// @ts-expect-error a team by id and by name
export const both: PredictRequest = { blueTeam: 'T1', blueTeamId: 1, redTeam: 'Gen.G' }
// @ts-expect-error both teams by id and by name, by spread
export const all: PredictRequest = { ...byNames, ...byIds }
// @ts-expect-error a best-of that is not offered
export const even: PredictRequest = { ...byIds, bestOf: 2 }
// @ts-expect-error a field that this body does not have
export const surplus: PredictRequest = { ...byIds, at: '2026-01-01' }
// @ts-expect-error a draft without picks
export const draft: PredictDraftRequest = byIds
// @ts-expect-error a standing of one side
export const standing: MarketsRequest = { ...byNames, standing: { blue: 1 } }
