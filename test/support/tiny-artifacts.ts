import { createHash } from 'node:crypto'
import { type CalibrationCurve, type CalibrationHierarchy, consensusTable } from '@riftline/core'
import {
  type Blend,
  baseModels,
  type Catalogue,
  featureNames,
  type Pick,
  writeBlend,
  writeSnapshot,
} from '@riftline/predictor'
import { deepFreeze, firstDay, five, type GameSketch, type SeriesSketch } from './played-league.ts'
import { stateAfter } from './played-league-state.ts'
import { tinyFasttree, tinyLightgbm, tinyPcaSweep } from './tiny-artifacts-models.ts'

// A whole artifacts folder of a few kilobytes, made as the pipeline makes one.

const side = (first: number, champion: number, kills: number, creepScore: number) =>
  ({ lineup: five(first), champions: five(champion), kills, creepScore }) as const

function game(winner: 1 | 2, blue: 1 | 2, minutes: number): GameSketch {
  const [winning, losing] = [side(11, 1, 17, 960), side(21, 6, 8, 880)]
  return {
    winner,
    blue,
    minutes,
    patch: '31.01',
    team1: winner === 1 ? winning : losing,
    team2: winner === 1 ? losing : winning,
  }
}

/** Results of last year for five teams in two leagues; teams 6 and 7 have never played. */
export const tinyHistory: readonly SeriesSketch[] = deepFreeze([
  { id: 1, day: firstDay - 40, teams: [1, 2], games: [game(1, 1, 27), game(1, 2, 33)] },
  {
    id: 2,
    day: firstDay - 39,
    teams: [3, 4],
    league: 'LEC',
    bestOf: 5,
    games: [game(2, 1, 30), game(2, 2, 28), game(2, 1, 45)],
  },
  { id: 3, day: firstDay - 38, teams: [5, 1], games: [game(2, 1, 22), game(1, 2, 38), game(2, 1, 31)] },
  { id: 4, day: firstDay - 20, teams: [4, 2], league: 'MSI', bestOf: 1, games: [game(2, 2, 35)] },
  { id: 5, day: firstDay - 10, teams: [2, 5], games: [game(1, 1, 29), game(2, 2, 41), game(1, 1, 36)] },
])

const champions = ['Ornn', 'Sejuani', 'Ahri', "Kai'Sa", 'Nautilus', 'Gnar', 'Vi', 'Orianna', 'Jinx', 'Thresh', 'Teemo']

export const tinyCatalogue: Catalogue = deepFreeze({
  asOf: '2030-12-22T00:00:00',
  teams: [
    team(1, 'Amber Foxes', ['AF', 'Foxes'], 'LCK'),
    team(2, 'Basalt Bears', ['BB'], 'LCK'),
    team(3, 'Copper Cranes', ['CC'], 'LEC'),
    team(4, 'Dune Drakes', ['DD', 'Foxes'], 'LEC'),
    team(5, 'Ember Eels', [], 'LCK'),
    team(6, 'Fjord Finches', [], null),
    team(7, 'Gorge Goats', [], null),
  ],
  players: [],
  champions: champions.map((name, index) => ({ id: index + 1, name, aliases: [], imageUrl: null })),
  tournaments: [
    { id: 1, name: 'LCK 2030 Winter', league: 'LCK', region: null, season: '2030', startUtc: null, endUtc: null },
  ],
  leagues: [],
})

function team(id: number, name: string, aliases: readonly string[], league: string | null): Catalogue['teams'][number] {
  return { id, name, aliases, commonNames: [], region: null, league, logoUrl: null, lastGameUtc: null }
}

const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const

export function picks(first: 1 | 6): readonly Pick[] {
  return roles.map((role, index) => ({ role, champion: champions[first - 1 + index]! }))
}

/** Picks in which red has the champions that have won, and blue those that have lost. */
export const tinyDraft: { readonly bluePicks: readonly Pick[]; readonly redPicks: readonly Pick[] } = deepFreeze({
  bluePicks: picks(6),
  redPicks: picks(1),
})

const noCurve = { nEff: 0, epsilon: 0, kappa: 400, gate: 'off', records: 0, clipped: 0 } as const

const identityCurve: CalibrationCurve = deepFreeze({
  ...noCurve,
  level: 'identity',
  knots: [
    [0.5, 0.5],
    [1, 1],
  ],
})

/** A calibration curve through one more point: the favourite's raw chance and its calibrated one. */
export function bentCurve(
  raw: number,
  calibrated: number,
  level: CalibrationCurve['level'] = 'model',
): CalibrationCurve {
  return deepFreeze({
    ...noCurve,
    level,
    epsilon: 0.005,
    knots: [
      [0.5, 0.5],
      [raw, calibrated],
      [1, 1],
    ],
  })
}

export function uncalibrated(curves: Readonly<Record<string, CalibrationCurve>> = {}): CalibrationHierarchy {
  return deepFreeze({ model: identityCurve, curves, cells: {} })
}

/** Graded series with these chances from the members, each repeated `count` times, a day apart. */
export function gradedTable(
  series: readonly { league?: string; chances: readonly number[]; y: 0 | 1; count?: number }[],
): Blend['graded'] {
  const records = series.flatMap(({ league = 'LEC', chances, y, count = 1 }) => {
    const p = Object.fromEntries(baseModels.map((model, i) => [model, chances[i]!]))
    return Array.from({ length: count }, (_, ageDays) => ({ ageDays, league, p, y }))
  })
  return deepFreeze(consensusTable(records, baseModels))
}

export function anchorOf(w: number): Blend['anchor'] {
  return { model: { w, wRaw: w, sd: 0.2, nEff: 0 }, weights: {} }
}

/** A blend with identity curves, no graded series, and a quarter of the weight on the model beside the market. */
export function tinyBlend(change: Partial<Blend> = {}): Blend {
  const calibration = { fasttree: uncalibrated(), lightgbm: uncalibrated(), pcasweep: uncalibrated() }
  const graded = gradedTable([])
  return deepFreeze({ consensus: 'weighted', anchor: anchorOf(0.25), calibration, graded, roi: {}, ...change })
}

export type Files = Readonly<Record<string, string>>

/** Files of the folder by path, including the manifest. */
export function tinyArtifacts(blend: Blend = tinyBlend()): Files {
  return withManifest({
    'models/fasttree-match.json': JSON.stringify(tinyFasttree()),
    'models/lightgbm-match.json': JSON.stringify(tinyLightgbm()),
    'models/pcasweep-match.json': JSON.stringify(tinyPcaSweep()),
    'state.json': writeSnapshot(stateAfter(tinyHistory)),
    'blend.json': writeBlend(blend),
    'catalogue.json': JSON.stringify(tinyCatalogue),
    'details.json': '{"teams":{},"players":{},"tournaments":{}}',
  })
}

/** Returns the files with a manifest that fits them, changed by `change`. */
export function withManifest(files: Files, change: Readonly<Record<string, unknown>> = {}): Files {
  const { 'manifest.json': _, ...others } = files
  const entries = Object.entries(others).map(([path, text]) => {
    const sha256 = createHash('sha256').update(text).digest('hex')
    return [path, { format: 'json', bytes: Buffer.byteLength(text), sha256 }] as const
  })
  const manifest = {
    formatVersion: 1,
    asOf: '2030-12-22T02:00:00',
    schemas: { match: featureNames },
    files: Object.fromEntries(entries),
    ...change,
  }
  return { ...others, 'manifest.json': JSON.stringify(manifest) }
}
