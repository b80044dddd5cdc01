import type { Usage } from '@riftline/ledger'
import type { PropsWithChildren } from 'hono/jsx'
import type { Payment } from '../payments/payment.ts'
import { periodEnd } from '../payments/payment-grants.ts'
import type { CurrentPlan } from '../payments/plan-standing.ts'
import { countText, Day } from './text.tsx'

export interface BalanceProps {
  readonly usage: Usage
  /** Current plan; null when there is none, although credits of an earlier plan may be left. */
  readonly plan: CurrentPlan | null
  readonly payments: readonly Payment[]
}

/** Balance and its allowances, with their dates. */
export function Balance({ usage, plan, payments }: BalanceProps) {
  const { creditsRemaining, free, topUp } = usage
  return (
    <dl class="figures">
      <Figure id="balance" name="Credits" value={creditsRemaining} />
      <Figure id="balance-free" name="Free this month" value={free.remaining}>
        of {countText(free.monthly)}, anew on <Day id="free-resets" at={free.to} />
      </Figure>
      <Figure id="balance-plan" name="Plan" value={usage.plan?.remaining ?? 0}>
        <PlanDates usage={usage} plan={plan} payments={payments} />
      </Figure>
      <Figure id="balance-topup" name="Top-ups" value={topUp.remaining}>
        do not expire
      </Figure>
    </dl>
  )
}

function Figure({ id, name, value, children }: PropsWithChildren<{ id: string; name: string; value: number }>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <data id={id} value={value}>
          {countText(value)}
        </data>
        {children !== undefined && <small>{children}</small>}
      </dd>
    </div>
  )
}

/** Dates of the plan: the end of the paid period itself, without the day of grace that its credits get. */
function PlanDates({ usage, plan, payments }: BalanceProps) {
  if (plan === null && usage.plan === null) return <>none</>
  const renews = plan?.state === 'renews' || plan?.state === 'unknown'
  const end = plan?.period.to ?? periodEnd(usage.plan?.to ?? 0, payments)
  return (
    <>
      {(plan ?? usage.plan)?.name}, {renews ? 'renews on ' : 'ends on '}
      <Day id={renews ? 'plan-renews' : 'plan-expires'} at={end} />
    </>
  )
}
