import { RiftlineError } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import { type Action, accountCommand } from '../accounts/account-command.ts'
import { type Balance, balanceOf, give, showBalance } from '../accounts/account-status.ts'
import type { Command } from '../command.ts'
import { dataUsage } from '../data-options.ts'
import { dayOption, momentOption, optional, positiveInteger, required } from '../io/arguments.ts'

const usage = `riftline plan ACCOUNT --name NAME --per-period N --renews YYYY-MM-DD [--ref REF] [--data DIR] [--json]

Gives the credits of one period of a plan; they expire when it ends. Nothing renews by itself. The same REF again changes
nothing, and is refused when it asks for something else.
  --name NAME            of the plan, such as starter
  --per-period N         credits
  --renews YYYY-MM-DD    the day on which the period ends, at 00:00 UTC
  --ref REF              unique for the account         (plan:NAME:YYYY-MM-DD)
${dataUsage}`

const startPeriod: Action<Balance> = {
  words: 1,
  text: ['name', 'per-period', 'renews', 'ref'],
  writes: true,
  prepare({ words: [account = ''], values }) {
    const name = required(values, 'name')
    const credits = positiveInteger('--per-period', required(values, 'per-period'))
    const renews = dayOption('--renews', required(values, 'renews'))
    const expiresAt = momentOption('--renews', renews)
    // The ledger holds it against its own time too.
    if (expiresAt <= systemClock.now())
      throw new RiftlineError('validation_error', `--renews: expected a day in the future, got ${renews}`)
    const ref = optional(values, 'ref') ?? `plan:${name}:${renews}`
    return async (accounts) => {
      const { id } = await accounts.findAccount(account)
      await give(accounts, id, { kind: 'plan', ref, credits, name, expiresAt })
      return balanceOf(accounts, id)
    }
  },
  show: showBalance,
}

export const plan: Command = accountCommand(usage, startPeriod)
