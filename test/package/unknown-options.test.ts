import * as account from '@riftline/account'
import * as people from '@riftline/account/people'
import * as ledger from '@riftline/ledger'
import * as file from '@riftline/ledger/file'
import * as postgres from '@riftline/ledger/postgres'
import * as odds from '@riftline/odds'
import * as pipeline from '@riftline/pipeline'
import * as predictor from '@riftline/predictor'
import * as predictorNode from '@riftline/predictor/node'
import * as server from '@riftline/server'
import * as sources from '@riftline/sources'
import { describe, expect, it } from 'vitest'
import { openPostgresRateLimiter, type PostgresRateLimiterOptions } from '#server/limits/postgres-rate-limiter.ts'

// Core's own test is test/core/unknown-options.test.ts, the client's test/client/unknown-options.test.ts.

interface Taker {
  readonly names: readonly string[]
  readonly call: (options: never) => unknown
}

/** Makes a taker of options. The list must have every name of the options type: the compiler refuses one that lacks a name. */
function taker<Options extends object>(
  call: (options: Options) => unknown,
  names: Readonly<Record<keyof Required<Options>, true>>,
): Taker {
  return { names: Object.keys(names), call }
}

const store = { clock: true, randomBytes: true, freeCredits: true } as const
const fileStore = {
  ...store,
  ...({ log: true, acceptClock: true, dataFolder: true, metrics: true, fs: true, timers: true } as const),
  ...({ takeLock: true, makeSnapshot: true, limits: true } as const),
}
const run = {
  ...({ sinceMs: true, time: true, version: true, known: true } as const),
  ...({ lookup: true, onProgress: true, onRepeat: true } as const),
}
const parts = {
  ...({ config: true, files: true, origin: true, ledger: true, clock: true, dataFolder: true } as const),
  ...({ databaseUrl: true, fs: true, randomBytes: true, timers: true, log: true } as const),
}
const pcaSweep = {
  C: true,
  ks: true,
  mirror: true,
  rowWeight: true,
  weights: true,
  featureNames: true,
  first: true,
} as const
const reading = { onProgress: true, onSkipped: true, nowMs: true } as const
const search = { historyDirectory: true, commands: true, reading: true, onProgress: true } as const
const nothing = {} as never

const takers: Readonly<Record<string, Taker>> = {
  openAccount: taker(account.openAccount, { ...parts, apiUrl: true, admit: true, api: true }),
  openPeopleAdministration: taker(people.openPeopleAdministration, parts),
  createMemoryPeopleStore: taker((options: people.MemoryPeopleOptions) => people.createMemoryPeopleStore(options), {
    randomBytes: true,
  }),
  openFilePeopleStore: taker(people.openFilePeopleStore, {
    ...({ dataFolder: true, fs: true, randomBytes: true, log: true } as const),
  }),
  openPostgresPeopleStore: taker(people.openPostgresPeopleStore, {
    ...({ databaseUrl: true, log: true, randomBytes: true, timers: true, mails: true } as const),
  }),
  createMemoryStore: taker(ledger.createMemoryStore, store),
  openFileStore: taker(file.openFileStore, fileStore),
  importIntoFiles: taker((options: file.FileStoreOptions) => file.importIntoFiles(options, nothing), fileStore),
  readAccounts: taker(file.readAccounts, { ...store, log: true, acceptClock: true, dataFolder: true }),
  openPostgresStore: taker(postgres.openPostgresStore, {
    ...({ ...store, log: true, acceptClock: true, databaseUrl: true, metrics: true, timers: true } as const),
    ...({ databaseNow: true, connections: true } as const),
  }),
  importIntoDatabase: taker(
    (options: NonNullable<Parameters<typeof postgres.importIntoDatabase>[2]>) =>
      postgres.importIntoDatabase('', nothing, options),
    { clock: true, log: true, acceptClock: true },
  ),
  listenInDatabase: taker(postgres.listenInDatabase, {
    databaseUrl: true,
    channel: true,
    onNotice: true,
    timers: true,
  }),
  openDatabase: taker(postgres.openDatabase, { databaseUrl: true, log: true, timers: true, connections: true }),
  createCollector: taker(postgres.createCollector<never, never>, { run: true, most: true, inFlight: true }),
  readHistory: taker((options: pipeline.ReadHistoryOptions) => pipeline.readHistory('', options), {
    ...({ ...reading, knownIds: true, names: true, leagueFormats: true } as const),
  }),
  'reading of buildArtifacts': taker(
    (reading: pipeline.ReadListeners) => pipeline.buildArtifacts({ reading } as never),
    reading,
  ),
  'reading of evaluateHistory': taker(
    (reading: pipeline.ReadListeners) => pipeline.evaluateHistory({ reading } as never),
    reading,
  ),
  'reading of updateArtifacts': taker(
    (reading: pipeline.ReadListeners) => pipeline.updateArtifacts({ reading } as never),
    reading,
  ),
  'reading of searchHyperparameters': taker(
    (reading: pipeline.ReadListeners) => pipeline.searchHyperparameters({ reading } as never),
    reading,
  ),
  fitPcaSweep: taker((options: pipeline.PcaSweepOptions) => pipeline.fitPcaSweep([], [], options), pcaSweep),
  crossValidatePcaSweep: taker(
    (options: Parameters<typeof pipeline.crossValidatePcaSweep>[2]) => pipeline.crossValidatePcaSweep([], [], options),
    { ...pcaSweep, folds: true },
  ),
  buildCatalogue: taker(
    (options: Parameters<typeof pipeline.buildCatalogue>[1]) => pipeline.buildCatalogue(nothing, options),
    { asOfMs: true, previous: true, names: true },
  ),
  reliabilityDiagrams: taker(
    (options: { readonly onOnePage?: boolean }) => pipeline.reliabilityDiagrams('', [], options),
    { onOnePage: true },
  ),
  suggestLogos: taker((options: { readonly active?: boolean }) => pipeline.suggestLogos('', options), { active: true }),
  buildArtifacts: taker(pipeline.buildArtifacts, { ...search, outDirectory: true }),
  searchHyperparameters: taker(pipeline.searchHyperparameters, search),
  evaluateHistory: taker(pipeline.evaluateHistory, {
    ...({ historyDirectory: true, artifactsDirectory: true, from: true, to: true } as const),
    ...({ reading: true, onProgress: true } as const),
  }),
  updateArtifacts: taker(pipeline.updateArtifacts, {
    ...({ historyDirectory: true, artifactsDirectory: true, outDirectory: true, dataDirectory: true } as const),
    ...({ reading: true, completeUtc: true, onProgress: true } as const),
  }),
  syncArtifacts: taker(pipeline.syncArtifacts, {
    ...({ artifactsDirectory: true, outDirectory: true, dataDirectory: true, readings: true, odds: true } as const),
    ...({ isWhole: true, acceptsFewer: true, isDryRun: true } as const),
  }),
  runningSeason: taker(pipeline.runningSeason, {
    ...({ league: true, artifactsDirectory: true, dataDirectory: true, historyDirectory: true } as const),
    ...({ rounds: true, nowMs: true } as const),
  }),
  syncSchedule: taker(pipeline.syncSchedule, {
    ...({ artifactsDirectory: true, dataDirectory: true, readings: true, nowMs: true, isDryRun: true } as const),
  }),
  startServer: taker((options: server.StartOptions) => server.startServer(nothing, options), {
    ...({ log: true, load: true, openFeed: true, operatorCalls: true, beforeClose: true, stopping: true } as const),
  }),
  openLocalApi: taker(
    (options: NonNullable<Parameters<typeof server.openLocalApi>[1]>) => server.openLocalApi(nothing, options),
    { log: true },
  ),
  createPredictor: taker((options: predictor.PredictorOptions) => predictor.createPredictor(nothing, options), {
    ...({ engine: true, consensus: true } as const),
  }),
  parseDetails: taker((options: predictor.DetailsOptions) => predictor.parseDetails('{}', options), { mends: true }),
  detailsSteps: taker((options: predictor.DetailsOptions) => predictor.detailsSteps('{}', options).next(), {
    mends: true,
  }),
  simulateTournament: taker(
    (options: predictor.SimulationOptions) => predictor.simulateTournament(nothing, nothing, options),
    { runs: true, seed: true, firstBlock: true, blocks: true, joint: true },
  ),
  createTournamentPool: taker(
    (options: predictorNode.TournamentPoolOptions) => predictorNode.createTournamentPool(options),
    { threads: true, worker: true },
  ),
  createTournamentSimulator: taker(
    (options: predictorNode.TournamentPoolOptions) => predictorNode.createTournamentSimulator(options),
    { threads: true, worker: true },
  ),
  findPlayers: taker((options: predictor.PlayerHints) => predictor.findPlayers(nothing, 'Kestrel', options), {
    ...({ teamId: true, role: true } as const),
  }),
  readArtifactFiles: taker(
    (options: NonNullable<Parameters<typeof predictorNode.readArtifactFiles>[1]>) =>
      predictorNode.readArtifactFiles('.', options),
    { only: true },
  ),
  startOddsFeed: taker(odds.startOddsFeed, {
    ...({ source: true, store: true, intervalMs: true, timeoutMs: true, timers: true } as const),
    ...({ clock: true, log: true, metrics: true, catalogue: true } as const),
  }),
  importOdds: taker((options: Parameters<typeof odds.importOdds>[2]) => odds.importOdds(nothing, nothing, options), {
    clock: true,
    ahead: true,
    catalogue: true,
  }),
  openOddsStore: taker(odds.openOddsStore, { dataFolder: true, clock: true, log: true, fs: true, maxChars: true }),
  openPostgresRateLimiter: taker((options: PostgresRateLimiterOptions) => openPostgresRateLimiter(options), {
    ...({ databaseUrl: true, limit: true, log: true, timers: true } as const),
  }),
  readLeaguepedia: taker((options: sources.RunOptions) => sources.readLeaguepedia(nothing, options), run),
  readLolesports: taker((options: sources.RunOptions) => sources.readLolesports(nothing, options), run),
  captureOdds: taker((options: sources.RunOptions) => sources.captureOdds('kalshi', nothing, options), run),
  fetchOraclesElixir: taker((options: sources.OraclesElixirOptions) => sources.fetchOraclesElixir(nothing, options), {
    ...run,
    gamesBefore: true,
    acceptFewerRows: true,
  }),
  openOddsFeed: taker((options: sources.OddsFeedOptions) => sources.openOddsFeed('', options), {
    ...({ version: true, contact: true, time: true } as const),
  }),
  createSourceClient: taker(sources.createSourceClient, {
    ...({ userAgent: true, pauseMs: true, timeoutMs: true, deadlineMs: true, time: true, lookup: true } as const),
    ...({ backoffMs: true, known: true, onRepeat: true } as const),
  }),
}

/** Text of a function's parameters in its source. */
function parametersOf(value: unknown): string {
  const source = typeof value === 'function' ? Function.prototype.toString.call(value) : ''
  return source.startsWith('class') ? '' : source.slice(0, source.search(/\)\s*(\{|=>)/))
}

describe('options of exported functions', () => {
  it('this file covers every exported function that takes options', () => {
    const exported = Object.entries({ ...account, ...people, ...ledger, ...file, ...postgres, ...pipeline })
    const all = [...exported, ...Object.entries({ ...odds, ...predictor, ...predictorNode, ...server, ...sources })]
    const found = all.filter(([, value]) => /\b(options|run)\b/.test(parametersOf(value))).map(([name]) => name)
    expect(found.filter((name) => takers[name] === undefined)).toEqual([])
    expect(found.length).toBeGreaterThan(30)
  })

  it.each(Object.entries(takers))(
    '%s refuses an unknown option by name, and suggests the likely one',
    async (_, taker) => {
      const { names, call } = taker
      for (const name of names) {
        const refused = (async () => call({ [`${name}x`]: undefined } as never))()
        await expect(refused).rejects.toMatchObject({
          code: 'invalid_argument',
          message: expect.stringContaining(`unknown option ${name}x; did you mean ${name}?`),
        })
      }
    },
  )
})
