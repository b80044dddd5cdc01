import { amountOf, RiftlineError, toUtc } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import type { AccountAdministration, NewGrant, StandingGrant } from '@riftline/ledger'
import { type AccountAction, createAccountCommand } from '../accounts/account-command.ts'
import { dataUsage } from '../data-options.ts'
import { optional, positiveInteger, required, UsageError } from '../io/arguments.ts'
import { dayOption, momentOption } from '../io/date-options.ts'
import type { Command } from '../io/output.ts'

const grantUsage = `riftline grant ACCOUNT --topup N --ref REF [--data DIR] [--json]
riftline grant ACCOUNT --reverse --ref REF [--data DIR] [--json]

Gives credits that do not expire, or takes back what is left of a grant. REF names their source, such as a payment: the
same REF again changes nothing, and is refused when it asks for something else.
  --topup N   credits
  --ref REF   unique for the account
  --reverse   take back what is left of the grant of this REF
${dataUsage}`

const topUpOrReverse: AccountAction<AccountBalance> = {
  words: 1,
  text: ['topup', 'ref'],
  flags: ['reverse'],
  writes: true,
  prepare({ words: [account = ''], values }) {
    const ref = required(values, 'ref')
    const topUp = optional(values, 'topup')
    if ((topUp === undefined) === (values.reverse !== true)) throw new UsageError('give either --topup N or --reverse')
    const credits = topUp === undefined ? null : positiveInteger('--topup', topUp)
    return async (accounts) => {
      const { id } = await accounts.findAccount(account)
      if (credits === null) await accounts.reverseGrant(id, ref, 'operator')
      else await give(accounts, id, { kind: 'topup', ref, credits })
      return balanceOf(accounts, id)
    }
  },
  show: showBalance,
}

export const grantCommand: Command = createAccountCommand(grantUsage, topUpOrReverse)

const planUsage = `riftline plan ACCOUNT --name NAME --per-period N --renews YYYY-MM-DD [--ref REF] [--data DIR] [--json]

Gives the credits of one period of a plan; they expire when it ends. Nothing renews by itself. The same REF again changes
nothing, and is refused when it asks for something else.
  --name NAME            of the plan, such as starter
  --per-period N         credits
  --renews YYYY-MM-DD    the day on which the period ends, at 00:00 UTC
  --ref REF              unique for the account         (plan:NAME:YYYY-MM-DD)
${dataUsage}`

const startPeriod: AccountAction<AccountBalance> = {
  words: 1,
  text: ['name', 'per-period', 'renews', 'ref'],
  writes: true,
  prepare({ words: [account = ''], values }) {
    const name = required(values, 'name')
    const credits = positiveInteger('--per-period', required(values, 'per-period'))
    const renews = dayOption('--renews', required(values, 'renews'))
    const expiresAt = momentOption('--renews', renews)
    // The ledger checks this again with its own clock.
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

export const planCommand: Command = createAccountCommand(planUsage, startPeriod)

interface AccountBalance {
  readonly account: string
  readonly creditsRemaining: number
}

/** Gives credits. @throws RiftlineError `ref_taken` if the ref belongs to another grant; nothing is then given */
async function give(accounts: AccountAdministration, account: string, grant: NewGrant): Promise<void> {
  const standing = await accounts.grant(account, grant)
  // Older servers do not return it.
  if (standing === null) return
  const wanted = described({ name: null, expiresAt: null, ...grant, reversed: false })
  const there = described(standing)
  if (there === wanted) return
  const known = `REF ${JSON.stringify(standing.ref)} is known, nothing was changed`
  throw new RiftlineError('ref_taken', `${known}: it stands for ${there}, not for ${wanted}`)
}

async function balanceOf(accounts: AccountAdministration, account: string): Promise<AccountBalance> {
  return { account, creditsRemaining: await accounts.balance(account) }
}

function showBalance({ account, creditsRemaining }: AccountBalance): string {
  return `account ${account} has ${amountOf(creditsRemaining, 'credit')}\n`
}

function described({ kind, credits, name, expiresAt, reversed }: Omit<StandingGrant, 'ref'>): string {
  const plan = name === null ? '' : ` ${JSON.stringify(name.trim())}`
  const until = expiresAt === null ? '' : ` until ${toUtc(expiresAt)} UTC`
  return `${kind}${plan} of ${credits} credits${until}${reversed ? ', taken back' : ''}`
}
