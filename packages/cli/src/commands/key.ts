import { toUtc } from '@riftline/base'
import { systemClock, systemRandomBytes } from '@riftline/base/node'
import { createApiKey } from '@riftline/server'
import { type AccountAction, createAccountCommand } from '../accounts/account-command.ts'
import { dataUsage } from '../data-options.ts'
import { required } from '../io/arguments.ts'
import { type Command, textTable } from '../io/output.ts'

const usage = `riftline key create ACCOUNT --name NAME [--data DIR] [--json]
riftline key revoke KEY_ID [--data DIR] [--json]
riftline key list ACCOUNT [--data DIR] [--json]

Creates a key of an account and prints it, once: only its hash is stored. A revoked key is refused from then on. Closed output
(>&-) is /dev/null to Node: a key printed there is lost, with exit code 0.
  --name NAME purpose of the key, such as prod
${dataUsage}`

const create: AccountAction<{ readonly key: string; readonly id: string }> = {
  words: 1,
  text: ['name'],
  writes: true,
  prepare({ words: [account = ''], values }) {
    const name = required(values, 'name')
    return async (accounts) => {
      const { id: accountId } = await accounts.findAccount(account)
      const { key, id, sha256 } = createApiKey(systemRandomBytes)
      await accounts.addKey({ id, accountId, name, sha256 })
      return { key, id }
    }
  },
  show: ({ key }) => `${key}\n`,
  hint: 'the key is shown only once; only its hash is stored\n',
  unprinted: { name: ({ id }) => `key ${id}`, revoke: (accounts, { id }) => accounts.revokeKey(id) },
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

interface KeyLine {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'revoked'
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
        keys: keys.map(({ id, name, createdAt, revokedAt }) => ({
          id,
          name,
          status: revokedAt === null || revokedAt > systemClock.now() ? 'active' : 'revoked',
          createdAtUtc: toUtc(createdAt),
        })),
      }
    },
  show: ({ keys }) =>
    textTable([
      ['key', 'name', 'status', 'created (UTC)'],
      ...keys.map(({ id, name, status, createdAtUtc }) => [id, name, status, createdAtUtc]),
    ]),
}

export const keyCommand: Command = createAccountCommand(usage, { create, revoke, list })
