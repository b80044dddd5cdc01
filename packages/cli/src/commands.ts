import type { Command } from './io/output.ts'

/** Summary and loader of a command; a module exports the command `predict` as `predictCommand`. */
type Entry = readonly [summary: string, load: () => Promise<Readonly<Record<`${string}Command`, Command>>>]

/** Commands in the order of `riftline --help`. */
const entries: Readonly<Record<string, Entry>> = {
  serve: ['run the /v1 API', () => import('./commands/serve.ts')],
  predict: ['forecast a series, offline', () => import('./commands/predict.ts')],
  markets: ['forecast every market of a series, offline', () => import('./commands/predict.ts')],
  tournament: ['simulate a tournament, or check its file', () => import('./commands/tournament.ts')],
  teams: ['find the teams that a name means', () => import('./commands/look-up.ts')],
  players: ['find the players that a name means', () => import('./commands/look-up.ts')],
  build: ['build artifacts from match history', () => import('./commands/build.ts')],
  update: ['move artifacts to newer matches, without retraining', () => import('./commands/update.ts')],
  sync: ['read new matches from public services', () => import('./commands/sync.ts')],
  upcoming: ['forecast the upcoming series', () => import('./commands/upcoming.ts')],
  watch: ['print what is new on a server', () => import('./commands/watch.ts')],
  mcp: ['serve tools for agents, over stdin and stdout', () => import('./commands/mcp.ts')],
  evaluate: ['grade the models on newer matches', () => import('./commands/evaluate.ts')],
  performance: ['show how good the forecasts were', () => import('./commands/performance.ts')],
  search: ['grade hyper-parameters on the validation windows', () => import('./commands/build.ts')],
  account: [
    'create and list accounts, and manage the people of the account page',
    () => import('./commands/account.ts'),
  ],
  key: ['create, revoke and list keys', () => import('./commands/key.ts')],
  grant: ['give credits, or take them back', () => import('./commands/grant.ts')],
  plan: ['give the credits of a plan', () => import('./commands/grant.ts')],
  ban: ['refuse all keys of an account', () => import('./commands/ban.ts')],
  unban: ['lift a ban', () => import('./commands/ban.ts')],
  statement: ['list every charge of an account in a month', () => import('./commands/statement.ts')],
  ledger: ['verify, export and import the credits ledger', () => import('./commands/ledger.ts')],
  forecasts: ['check the forecasts that a server kept', () => import('./commands/forecasts.ts')],
  odds: ['capture odds of prediction markets, or import captured ones', () => import('./commands/odds.ts')],
  logos: ['suggest logos of teams', () => import('./commands/logos.ts')],
  trees: ['inspect, score and convert models of trees', () => import('./commands/trees.ts')],
  reload: ['make the running server reload its artifacts folder', () => import('./commands/reload.ts')],
}

/** Umask for accounts and keys, which only their owner may read; artifacts and reports on them are public. */
const ownerOnly = 0o077
const writesPublicFiles: ReadonlySet<string> = new Set([
  'build',
  'update',
  'sync',
  'evaluate',
  'performance',
  'tournament',
  'search',
  'logos',
  'trees',
])

export const commands = new Map(
  Object.entries(entries).map(([name, [summary, load]]) => {
    /** Umask of the process; null: the user's. */
    const umask = writesPublicFiles.has(name) ? null : ownerOnly
    return [name, { summary, umask, load: async () => (await load())[`${name}Command`]! }]
  }),
)
