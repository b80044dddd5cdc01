import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PriceLine } from '../account-deps.ts'
import type { CurrentPlan } from '../payments/plan-standing.ts'
import type { Item, Plans } from '../payments/plans.ts'
import { Hidden, Submit } from './field.tsx'
import { Table, type TableColumn } from './table.tsx'
import { countText, creditsText, Day, moneyText } from './text.tsx'

interface OffersProps {
  readonly plans: Plans
  readonly hasPlan: boolean
  /** Gives a form its one-time value. */
  readonly form: () => string
}

/** Items on sale, each with its form. */
export function Offers({ plans, hasPlan, form }: OffersProps): JSX.Element {
  return (
    <>
      {plans.plans.length > 0 && !hasPlan && (
        <>
          <h2>Plans</h2>
          <ul class="offers">
            {plans.plans.map((item) => (
              <Offer item={item} form={form()} />
            ))}
          </ul>
        </>
      )}
      {plans.packs.length > 0 && (
        <>
          <h2>Top-ups</h2>
          <ul class="offers">
            {plans.packs.map((item) => (
              <Offer item={item} form={form()} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Offer({ item, form }: { readonly item: Item; readonly form: string }): JSX.Element {
  const price = moneyText(item.amount, item.currency)
  const isPlan = item.kind === 'plan'
  return (
    <li>
      <h3>{item.name}</h3>
      <p class="price">
        {price}
        {isPlan && <small> a month</small>}
      </p>
      <p class="quiet">
        {creditsText(item.credits)}
        {isPlan ? ' a month' : ', which do not expire'}
      </p>
      <form method="post" action="/credits/checkout">
        <Hidden name="item" value={item.item} />
        <Hidden name="form" value={form} />
        <Submit name={`${isPlan ? 'Subscribe to' : 'Buy'} ${item.name}`} />
      </form>
    </li>
  )
}

const states: Readonly<Record<CurrentPlan['state'], string>> = {
  renews: 'renews by itself',
  ends: 'ends with this period',
  unpaid: 'could not be renewed: check how you pay',
  unknown: 'the payment provider does not answer right now',
}

/** The plan that an account has, and what can be done with it. */
export function PlanPanel({
  plan,
  hasPortal,
}: {
  readonly plan: CurrentPlan
  readonly hasPortal: boolean
}): JSX.Element {
  const isEnding = plan.state === 'ends'
  return (
    <>
      <h2>Your plan</h2>
      <p>
        <strong>{plan.name}</strong>: {creditsText(plan.credits)} a month for {moneyText(plan.amount, plan.currency)};{' '}
        {states[plan.state]}, paid until <Day at={plan.period.to} />.
      </p>
      <div class="actions">
        <form method="post" action="/credits/plan">
          <Hidden name="action" value={isEnding ? 'keep' : 'cancel'} />
          <Submit name={isEnding ? 'Keep plan' : 'Cancel plan'} kind={isEnding ? 'second' : 'danger'} />
        </form>
        {hasPortal && (
          <form method="post" action="/credits/portal">
            <Submit name="Manage payment method" kind="second" />
          </form>
        )}
      </div>
    </>
  )
}

const priceColumns: readonly TableColumn<PriceLine>[] = [
  { name: 'Call', cell: ({ what }) => what },
  { name: 'Credits', look: 'number', cell: ({ credits }) => credits },
]

export function Prices({ lines }: { readonly lines: readonly PriceLine[] }): JSX.Element {
  return <Table label="Prices" columns={priceColumns} rows={lines} />
}

const itemColumns: readonly TableColumn<Item>[] = [
  { name: 'Pack or plan', cell: ({ kind, name }) => (kind === 'plan' ? `${name}, each month` : name) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => countText(credits) },
  { name: 'Price', look: 'number', cell: ({ amount, currency }) => moneyText(amount, currency) },
]

/** Prices of credits, plans first. */
export function CreditPrices({ plans }: { readonly plans: Plans }): JSX.Element {
  return <Table label="More credits" columns={itemColumns} rows={[...plans.plans, ...plans.packs]} />
}
