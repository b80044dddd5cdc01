import { dayMs } from '@riftline/base'
import type { DayUse, Usage } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { isExpiring } from '../actions/key-limits.ts'
import { shown } from '../frame/reply.ts'
import { type OwnCall, ownPage, type PageRoute } from '../frame/route.ts'
import { Balance } from '../pages/balance.tsx'
import { IpRuleNotice, IpWarning } from '../pages/notices.tsx'
import { Facts, Table, type TableColumn } from '../pages/table.tsx'
import { countText, creditsText, monthText } from '../pages/text.tsx'
import { periodsOf } from '../payments/plan-standing.ts'

const title = 'Dashboard'
const ipMemoryMs = 30 * dayMs

export function dashboardRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [{ path: '/dashboard', title, get: ownPage(async (call) => shown(title, await dashboard(deps, call))) }]
}

/** Counts other accounts that called from the visitor's network. */
export async function othersHere({ ledger, api }: AccountDeps, { who, visit }: OwnCall): Promise<number> {
  const { address } = visit
  if (address === null || address.exempt || address.forwarded || api.ipRule === 'off') return 0
  return ledger.otherAccountsAt(address.network, who.account.id, ledger.now() - ipMemoryMs)
}

async function dashboard(deps: AccountDeps, call: OwnCall) {
  const { ledger, payments, people, api } = deps
  const { id } = call.who.account
  const month = monthText(ledger.now())
  const [usage, days, plan, keys, others] = await Promise.all([
    ledger.usage(id),
    ledger.usageByDay(id, month),
    payments.planOf(id),
    ledger.keys(id),
    othersHere(deps, call),
  ])
  const { today, thisMonth } = usage.used
  const expiring = keys.filter((key) => isExpiring(key, ledger.now())).length
  return (
    <>
      <IpWarning others={others} />
      {!keys.some(({ revokedAt }) => revokedAt === null) && (
        <p class="notice">
          You have no key yet. <a href="/keys">Create your first key</a>
        </p>
      )}
      {expiring > 0 && (
        <p class="notice">
          {expiring === 1 ? 'A key expires' : `${expiring} keys expire`} within a week. <a href="/keys">See the keys</a>
        </p>
      )}
      <Balance usage={usage} plan={plan} payments={await periodsOf(people, id, usage, plan)} />
      <Facts
        of={[
          ['Used today', number('used-today', today, 'credits')],
          ['Used this month', number('used-month', thisMonth, 'credits')],
          ['Rate', number('rate', api.ratePerMinute, 'calls a minute for each key')],
        ]}
      />
      <h2>This month</h2>
      {days.length > 0 && <UsageChart days={days} month={month} />}
      <Table
        label={`Usage by day in ${month}`}
        id="usage-days"
        columns={dayColumns}
        rows={days.toReversed()}
        empty="No calls in this month."
      />
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

function number(id: string, value: number, unit: string) {
  return (
    <>
      <data id={id} value={value}>
        {countText(value)}
      </data>{' '}
      {unit}
    </>
  )
}

const dayColumns: readonly TableColumn<DayUse>[] = [
  { name: 'Day', cell: ({ day }) => <time datetime={day}>{day}</time> },
  { name: 'Calls', look: 'number', cell: ({ calls }) => countText(calls) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => countText(credits) },
]

const callColumns: readonly TableColumn<Usage['calls'][number]>[] = [
  { name: 'Operation', cell: ({ operation }) => operation },
  { name: 'Model', cell: ({ model }) => model ?? '-' },
  { name: 'Calls', look: 'number', cell: ({ calls }) => countText(calls) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => countText(credits) },
]

const [width, height, top, bottom] = [640, 180, 28, 24]

/** Bar chart of credits by day. @param month `YYYY-MM` */
function UsageChart({ days, month }: { readonly days: readonly DayUse[]; readonly month: string }) {
  const total = days.reduce((sum, { credits }) => sum + credits, 0)
  const most = Math.max(1, ...days.map(({ credits }) => credits))
  const count = daysIn(month)
  const step = width / count
  const ground = height - bottom
  return (
    <svg
      id="usage-chart"
      role="img"
      aria-label={`Credits by day in ${month}: ${countText(total)} in all. The table below has each day.`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <line class="axis" x1={0} x2={width} y1={ground} y2={ground} />
      <line class="axis" x1={0} x2={width} y1={top} y2={top} />
      <text x={0} y={top - 8}>
        {creditsText(most)}
      </text>
      {Array.from({ length: count }, (_, index) => index + 1).map((day) => {
        const x = (day - 1) * step
        const use = days.find((one) => Number(one.day.slice(8)) === day)
        const tall = Math.max(0, ((use?.credits ?? 0) / most) * (ground - top))
        const bar = { x: rounded(x + 1), y: rounded(ground - tall), width: rounded(step - 2), height: rounded(tall) }
        return (
          <>
            {use !== undefined && tall > 0 && (
              <rect class="bar" {...bar}>
                <title>{`${use.day}: ${creditsText(use.credits)}`}</title>
              </rect>
            )}
            {(day === 1 || day % 5 === 0) && (
              <text x={rounded(x + step / 2)} y={height - 5} text-anchor="middle">
                {day}
              </text>
            )}
          </>
        )
      })}
    </svg>
  )
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function daysIn(month: string): number {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
