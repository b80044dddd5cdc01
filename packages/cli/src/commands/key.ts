import { toUtc } from '@riftline/base'
import { systemClock, systemRandomBytes } from '@riftline/base/node'
import { type ApiKey, type KeyLimits, type KeyScope, keyScopes } from '@riftline/ledger'
import { createApiKey } from '@riftline/server'
import { type AccountAction, createAccountCommand } from '../accounts/account-command.ts'
import { dataUsage } from '../data-options.ts'
import { optional, positiveInteger, required, UsageError, type Values } from '../io/arguments.ts'
import { momentOption } from '../io/date-options.ts'
import { type Command, textTable } from '../io/output.ts'

const usage = `riftline key create ACCOUNT --name NAME [LIMITS] [--data DIR] [--json]
riftline key set KEY_ID LIMITS [--data DIR] [--json]
riftline key revoke KEY_ID [--data DIR] [--json]
riftline key list ACCOUNT [--data DIR] [--json]

Creates a key of an account and prints it, once: only its hash is stored. A revoked key is refused from then on. set changes the
limits that are given; the others stay. Closed output (>&-) is /dev/null to Node: a key printed there is lost, with exit code 0.
  --name NAME             purpose of the key, such as prod
LIMITS, none by default:
  --monthly-limit N       credits that the key may spend in a UTC month; calls beyond are refused, none: no limit
  --expires TIME          the day (YYYY-MM-DD) or time (YYYY-MM-DDTHH:mm:ss) in UTC from which the key is refused, none: never
  --scope LIST            what the key may use, such as read,predict: some of ${keyScopes.join(', ')}; all: everything
${dataUsage}`

const limitOptions = ['monthly-limit', 'expires', 'scope']

/** Reads the limits of a command line; an option that is not given is absent. @throws UsageError */
function limitsOption(values: Values): Partial<KeyLimits> {
  const [most, day, scope] = limitOptions.map((name) => optional(values, name))
  return {
    ...(most !== undefined && { monthlyLimit: most === 'none' ? null : positiveInteger('--monthly-limit', most) }),
    ...(day !== undefined && { expiresAt: day === 'none' ? null : futureOption('--expires', day) }),
    ...(scope !== undefined && { scopes: scope === 'all' ? null : scope.split(',').map(scopeOption) }),
  }
}

function futureOption(option: string, text: string): number {
  const at = momentOption(option, text)
  if (at > systemClock.now()) return at
  throw new UsageError(`${option}: expected a time in the future, UTC, got ${JSON.stringify(text)}`)
}

function scopeOption(name: string): KeyScope {
  const scope = keyScopes.find((known) => known === name.trim())
  if (scope !== undefined) return scope
  throw new UsageError(`--scope: expected all or some of ${keyScopes.join(', ')}, got ${JSON.stringify(name)}`)
}

/** Limits as shown to people and programs. */
interface ShownLimits extends Pick<KeyLimits, 'monthlyLimit' | 'scopes'> {
  readonly expiresUtc: string | null
}

function shownLimits({ monthlyLimit, expiresAt, scopes }: KeyLimits): ShownLimits {
  return { monthlyLimit, expiresUtc: expiresAt === null ? null : toUtc(expiresAt), scopes }
}

function limitTexts({ monthlyLimit, expiresUtc, scopes }: ShownLimits): readonly string[] {
  return [String(monthlyLimit ?? 'none'), expiresUtc ?? 'none', scopes?.join(',') ?? 'all']
}

const create: AccountAction<{ readonly key: string; readonly id: string }> = {
  words: 1,
  text: ['name', ...limitOptions],
  writes: true,
  prepare({ words: [account = ''], values }) {
    const name = required(values, 'name')
    const limits = limitsOption(values)
    return async (accounts) => {
      const { id: accountId } = await accounts.findAccount(account)
      const { key, id, sha256 } = createApiKey(systemRandomBytes)
      await accounts.addKey({ id, accountId, name, sha256, ...limits })
      return { key, id }
    }
  },
  show: ({ key }) => `${key}\n`,
  hint: 'the key is shown only once; only its hash is stored\n',
  unprinted: { name: ({ id }) => `key ${id}`, revoke: (accounts, { id }) => accounts.revokeKey(id) },
}

const set: AccountAction<ShownLimits & { readonly id: string }> = {
  words: 1,
  text: limitOptions,
  writes: true,
  prepare({ words: [id = ''], values }) {
    const limits = limitsOption(values)
    if (Object.keys(limits).length === 0) throw new UsageError('expected --monthly-limit, --expires or --scope')
    return async (accounts) => ({ id, ...shownLimits(await accounts.setKey(id, limits)) })
  },
  show({ id, ...limits }) {
    const [most, end, scopes] = limitTexts(limits)
    return `key ${id}: monthly limit ${most}, expires (UTC) ${end}, scopes ${scopes}\n`
  },
}

const revoke: AccountAction<{ readonly id: string; readonly status: 'revoked' }> = {
  words: 1,
  writes: true,
  prepare:
    ({ words: [id = ''] }) =>
    async (accounts) => {
      await accounts.revokeKey(id)
      return { id, status: 'revoked' }
    },
  show: ({ id }) => `key ${id} is revoked\n`,
}

interface KeyLine extends ShownLimits {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'revoked' | 'expired'
  readonly createdAtUtc: string
}

const list: AccountAction<{ readonly keys: readonly KeyLine[] }> = {
  words: 1,
  writes: false,
  prepare:
    ({ words: [account = ''] }) =>
    async (accounts) => {
      const keys = await accounts.keys((await accounts.findAccount(account)).id)
      return {
        keys: keys.map((key) => ({
          id: key.id,
          name: key.name,
          status: statusOf(key),
          createdAtUtc: toUtc(key.createdAt),
          ...shownLimits(key),
        })),
      }
    },
  show: ({ keys }) =>
    textTable([
      ['key', 'name', 'status', 'created (UTC)', 'monthly limit', 'expires (UTC)', 'scopes'],
      ...keys.map((key) => [key.id, key.name, key.status, key.createdAtUtc, ...limitTexts(key)]),
    ]),
}

function statusOf({ revokedAt, expiresAt }: ApiKey): KeyLine['status'] {
  const now = systemClock.now()
  if (revokedAt !== null && revokedAt <= now) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

export const keyCommand: Command = createAccountCommand(usage, { create, set, revoke, list })
