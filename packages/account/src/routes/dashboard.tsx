import { dayMs } from '@riftline/base'
import type { DayUse, Usage } from '@riftline/ledger'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { shown } from '../frame/reply.ts'
import { type OwnCall, ownPage, type PageRoute } from '../frame/route.ts'
import { Balance, type BalanceProps } from '../pages/balance.tsx'
import { IpRuleNotice, IpWarning } from '../pages/notices.tsx'
import { Table, type TableColumn } from '../pages/table.tsx'
import { countText } from '../pages/text.tsx'
import { UsageChart } from '../pages/usage-chart.tsx'
import { periodsOf } from '../payments/plan-standing.ts'

const title = 'Dashboard'
/** Time that the rule about addresses looks back. */
const ipMemoryMs = 30 * dayMs

export function dashboardRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/dashboard',
      title,
      get: ownPage(async (call) => shown(title, await dashboard(deps, call))),
    },
  ]
}

/** Counts other accounts that called from the visitor's network. */
export async function othersHere({ ledger, api }: AccountDeps, { who, visit }: OwnCall): Promise<number> {
  const { address } = visit
  if (address === null || address.exempt || address.forwarded || api.ipRule === 'off') return 0
  return ledger.otherAccountsAt(address.network, who.account.id, ledger.now() - ipMemoryMs)
}

async function dashboard(deps: AccountDeps, call: OwnCall): Promise<JSX.Element> {
  const { ledger, payments, people, api } = deps
  const { id } = call.who.account
  const month = new Date(ledger.now()).toISOString().slice(0, 7)
  const [usage, days, plan, keys, others] = await Promise.all([
    ledger.usage(id),
    ledger.usageByDay(id, month),
    payments.planOf(id),
    ledger.keys(id),
    othersHere(deps, call),
  ])
  return (
    <DashboardPage
      usage={usage}
      days={days}
      month={month}
      plan={plan}
      payments={await periodsOf(people, id, usage, plan)}
      hasKey={keys.some(({ revokedAt }) => revokedAt === null)}
      others={others}
      api={api}
    />
  )
}

interface DashboardProps extends BalanceProps {
  readonly days: readonly DayUse[]
  readonly month: string
  readonly hasKey: boolean
  readonly others: number
  readonly api: AccountDeps['api']
}

function DashboardPage({ usage, days, month, plan, payments, hasKey, others, api }: DashboardProps): JSX.Element {
  return (
    <>
      <IpWarning others={others} />
      {!hasKey && (
        <p class="notice">
          You have no key yet. <a href="/keys">Create your first key</a>
        </p>
      )}
      <Balance usage={usage} plan={plan} payments={payments} />
      <dl>
        <dt>Used today</dt>
        <dd>
          <data id="used-today" value={usage.used.today}>
            {countText(usage.used.today)}
          </data>{' '}
          credits
        </dd>
        <dt>Used this month</dt>
        <dd>
          <data id="used-month" value={usage.used.thisMonth}>
            {countText(usage.used.thisMonth)}
          </data>{' '}
          credits
        </dd>
        <dt>Rate</dt>
        <dd>
          <data id="rate" value={api.ratePerMinute}>
            {api.ratePerMinute}
          </data>{' '}
          calls a minute for each key
        </dd>
      </dl>
      <h2>This month</h2>
      <UsageChart days={days} month={month} />
      <h2>By operation and model</h2>
      <Table
        label="Calls by operation and model"
        id="usage-calls"
        columns={callColumns}
        rows={usage.calls}
        empty="No calls yet this month."
      />
      <h2>Fair use</h2>
      <IpRuleNotice rule={api.ipRule} />
    </>
  )
}

const callColumns: readonly TableColumn<Usage['calls'][number]>[] = [
  { name: 'Operation', cell: ({ operation }) => operation },
  { name: 'Model', cell: ({ model }) => model ?? '-' },
  { name: 'Calls', look: 'number', cell: ({ calls }) => countText(calls) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => countText(credits) },
]
