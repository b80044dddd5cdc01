import type { Command } from './io/output.ts'

/** A subcommand whose code is loaded on first use. */
export interface LazyCommand {
  readonly summary: string
  /** Umask of the process; null: as the user has set it. */
  readonly umask: number | null
  load(): Promise<Command>
}

type Entry = readonly [summary: string, load: () => Promise<Command>]

/** In the order of `riftline --help`. */
const entries: Readonly<Record<string, Entry>> = {
  serve: ['run the /v1 API', async () => (await import('./commands/serve.ts')).serveCommand],
  predict: ['forecast a series, offline', async () => (await import('./commands/predict.ts')).predictCommand],
  markets: [
    'forecast every market of a series, offline',
    async () => (await import('./commands/markets.ts')).marketsCommand,
  ],
  teams: ['find the teams that a name means', async () => (await import('./commands/look-up.ts')).teamsCommand],
  players: ['find the players that a name means', async () => (await import('./commands/look-up.ts')).playersCommand],
  build: ['build artifacts from match history', async () => (await import('./commands/build.ts')).buildCommand],
  update: [
    'move artifacts to newer matches, without retraining',
    async () => (await import('./commands/update.ts')).updateCommand,
  ],
  sync: ['read new matches from public services', async () => (await import('./commands/sync.ts')).syncCommand],
  upcoming: ['forecast the upcoming series', async () => (await import('./commands/upcoming.ts')).upcomingCommand],
  mcp: ['serve tools for agents, over stdin and stdout', async () => (await import('./commands/mcp.ts')).mcpCommand],
  evaluate: ['grade the models on newer matches', async () => (await import('./commands/evaluate.ts')).evaluateCommand],
  search: [
    'grade hyper-parameters on the validation windows',
    async () => (await import('./commands/search.ts')).searchCommand,
  ],
  account: [
    'create and list accounts, and manage the people of the account page',
    async () => (await import('./commands/account.ts')).accountCommand,
  ],
  key: ['create, revoke and list keys', async () => (await import('./commands/key.ts')).keyCommand],
  grant: ['give credits, or take them back', async () => (await import('./commands/grant.ts')).grantCommand],
  plan: ['give the credits of a plan', async () => (await import('./commands/grant.ts')).planCommand],
  ban: ['refuse all keys of an account', async () => (await import('./commands/ban.ts')).banCommand],
  unban: ['lift a ban', async () => (await import('./commands/ban.ts')).unbanCommand],
  statement: [
    'list every charge of an account in a month',
    async () => (await import('./commands/statement.ts')).statementCommand,
  ],
  ledger: [
    'verify, export and import the credits ledger',
    async () => (await import('./commands/ledger.ts')).ledgerCommand,
  ],
  odds: [
    'capture odds of prediction markets, or import captured ones',
    async () => (await import('./commands/odds.ts')).oddsCommand,
  ],
  logos: ['suggest logos of teams', async () => (await import('./commands/logos.ts')).logosCommand],
  reload: [
    'make the running server reload its artifacts folder',
    async () => (await import('./commands/reload.ts')).reloadCommand,
  ],
}

/** Accounts and keys are for their owner alone; artifacts and reports about them are for everybody. */
const ownerOnly = 0o077
const writesPublicFiles: ReadonlySet<string> = new Set(['build', 'update', 'sync', 'evaluate', 'search', 'logos'])

/** Subcommands by name. */
export const commands: ReadonlyMap<string, LazyCommand> = new Map(
  Object.entries(entries).map(([name, [summary, load]]) => [
    name,
    { summary, umask: writesPublicFiles.has(name) ? null : ownerOnly, load },
  ]),
)
