import type { Command } from './command.ts'

/** A subcommand whose code is loaded when somebody asks for it. */
export interface LazyCommand {
  readonly summary: string
  /** Permissions that its files never get; null: as the user has set it. */
  readonly umask: number | null
  load(): Promise<Command>
}

/** Accounts and keys are for their owner alone; artifacts and reports about them are for everybody. */
const ownerOnly = 0o077

/** By name, in the order of `riftline --help`. */
export const commands: ReadonlyMap<string, LazyCommand> = new Map<string, LazyCommand>([
  [
    'serve',
    {
      summary: 'run the /v1 API',
      umask: ownerOnly,
      load: async () => (await import('./commands/serve.ts')).serve,
    },
  ],
  [
    'predict',
    {
      summary: 'forecast a series, offline',
      umask: ownerOnly,
      load: async () => (await import('./commands/predict.ts')).predict,
    },
  ],
  [
    'markets',
    {
      summary: 'chances of every market of a series, offline',
      umask: ownerOnly,
      load: async () => (await import('./commands/markets.ts')).markets,
    },
  ],
  [
    'teams',
    {
      summary: 'which teams a name means',
      umask: ownerOnly,
      load: async () => (await import('./commands/look-up.ts')).teams,
    },
  ],
  [
    'players',
    {
      summary: 'which players a name means',
      umask: ownerOnly,
      load: async () => (await import('./commands/look-up.ts')).players,
    },
  ],
  [
    'build',
    {
      summary: 'make artifacts from match history',
      umask: null,
      load: async () => (await import('./commands/build.ts')).build,
    },
  ],
  [
    'update',
    {
      summary: 'move artifacts to newer matches, without retraining',
      umask: null,
      load: async () => (await import('./commands/update.ts')).update,
    },
  ],
  [
    'sync',
    {
      summary: 'learn new matches from public services',
      umask: null,
      load: async () => (await import('./commands/sync.ts')).sync,
    },
  ],
  [
    'upcoming',
    {
      summary: 'forecast the series to come',
      umask: ownerOnly,
      load: async () => (await import('./commands/upcoming.ts')).upcoming,
    },
  ],
  [
    'mcp',
    {
      summary: 'tools for agents, over stdin and stdout',
      umask: ownerOnly,
      load: async () => (await import('./commands/mcp.ts')).mcp,
    },
  ],
  [
    'evaluate',
    {
      summary: 'grade the models on newer matches',
      umask: null,
      load: async () => (await import('./commands/evaluate.ts')).evaluate,
    },
  ],
  [
    'search',
    {
      summary: 'grade hyper-parameters on the validation windows',
      umask: null,
      load: async () => (await import('./commands/search.ts')).search,
    },
  ],
  [
    'account',
    {
      summary: 'make and list accounts, and the people of the account page',
      umask: ownerOnly,
      load: async () => (await import('./commands/account.ts')).account,
    },
  ],
  [
    'key',
    {
      summary: 'make, revoke and list keys',
      umask: ownerOnly,
      load: async () => (await import('./commands/key.ts')).key,
    },
  ],
  [
    'grant',
    {
      summary: 'give credits, or take them back',
      umask: ownerOnly,
      load: async () => (await import('./commands/grant.ts')).grant,
    },
  ],
  [
    'plan',
    {
      summary: 'give the credits of a plan',
      umask: ownerOnly,
      load: async () => (await import('./commands/grant.ts')).plan,
    },
  ],
  [
    'ban',
    {
      summary: 'refuse all keys of an account',
      umask: ownerOnly,
      load: async () => (await import('./commands/ban.ts')).ban,
    },
  ],
  ['unban', { summary: 'lift a ban', umask: ownerOnly, load: async () => (await import('./commands/ban.ts')).unban }],
  [
    'statement',
    {
      summary: 'every charge of an account in a month',
      umask: ownerOnly,
      load: async () => (await import('./commands/statement.ts')).statement,
    },
  ],
  [
    'ledger',
    {
      summary: 'verify, export and import the credits ledger',
      umask: ownerOnly,
      load: async () => (await import('./commands/ledger.ts')).ledger,
    },
  ],
  [
    'odds',
    {
      summary: 'capture odds of prediction markets, or import captured ones',
      umask: ownerOnly,
      load: async () => (await import('./commands/odds.ts')).odds,
    },
  ],
  [
    'logos',
    {
      summary: 'suggest logos of teams',
      umask: null,
      load: async () => (await import('./commands/logos.ts')).logos,
    },
  ],
  [
    'reload',
    {
      summary: 'the running server takes the artifacts folder anew',
      umask: ownerOnly,
      load: async () => (await import('./commands/reload.ts')).reload,
    },
  ],
])
