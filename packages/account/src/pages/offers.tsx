import type { PriceLine } from '../account-deps.ts'
import type { Payment, PaymentStatus } from '../payments/payment.ts'
import type { CurrentPlan } from '../payments/plan-standing.ts'
import type { Item, Plans } from '../payments/plans.ts'
import { ButtonForm } from './field.tsx'
import { Table, type TableColumn } from './table.tsx'
import { countText, creditsText, Day, moneyText, Time } from './text.tsx'

interface OffersProps {
  readonly plans: Plans
  readonly hasPlan: boolean
  /** Makes the one-time value of a form. */
  readonly form: () => string
}

export function Offers({ plans: { plans, packs }, hasPlan, form }: OffersProps) {
  const groups = [
    ['Plans', hasPlan ? [] : plans],
    ['Top-ups', packs],
  ] as const
  return (
    <>
      {groups.map(
        ([heading, items]) =>
          items.length > 0 && (
            <>
              <h2>{heading}</h2>
              <ul class="offers">
                {items.map((item) => (
                  <Offer item={item} form={form()} />
                ))}
              </ul>
            </>
          ),
      )}
    </>
  )
}

function Offer({ item, form }: { readonly item: Item; readonly form: string }) {
  const isPlan = item.kind === 'plan'
  return (
    <li>
      <h3>{item.name}</h3>
      <p class="price">
        {moneyText(item.amount, item.currency)}
        {isPlan && <small> a month</small>}
      </p>
      <p class="quiet">
        {creditsText(item.credits)}
        {isPlan ? ' a month' : ', which do not expire'}
      </p>
      <ButtonForm
        action="/credits/checkout"
        name={`${isPlan ? 'Subscribe to' : 'Buy'} ${item.name}`}
        hidden={{ item: item.item, form }}
      />
    </li>
  )
}

const states: Readonly<Record<CurrentPlan['state'], string>> = {
  renews: 'renews by itself',
  ends: 'ends with this period',
  unpaid: 'could not be renewed: check how you pay',
  unknown: 'the payment provider does not answer right now',
}

export function PlanPanel({ plan, hasPortal }: { readonly plan: CurrentPlan; readonly hasPortal: boolean }) {
  const change =
    plan.state === 'ends'
      ? ({ name: 'Keep plan', kind: 'second', hidden: { action: 'keep' } } as const)
      : ({ name: 'Cancel plan', kind: 'danger', hidden: { action: 'cancel' } } as const)
  return (
    <>
      <h2>Your plan</h2>
      <p>
        <strong>{plan.name}</strong>: {creditsText(plan.credits)} a month for {moneyText(plan.amount, plan.currency)};{' '}
        {states[plan.state]}, paid until <Day at={plan.period.to} />.
      </p>
      <div class="actions">
        <ButtonForm action="/credits/plan" {...change} />
        {hasPortal && <ButtonForm action="/credits/portal" name="Manage payment method" kind="second" />}
      </div>
    </>
  )
}

const priceColumns: readonly TableColumn<PriceLine>[] = [
  { name: 'Call', cell: ({ what }) => what },
  { name: 'Credits', look: 'number', cell: ({ credits }) => credits },
]

export function Prices({ lines }: { readonly lines: readonly PriceLine[] }) {
  return <Table label="Prices" columns={priceColumns} rows={lines} />
}

const itemColumns: readonly TableColumn<Item>[] = [
  { name: 'Pack or plan', cell: ({ kind, name }) => (kind === 'plan' ? `${name}, each month` : name) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => countText(credits) },
  { name: 'Price', look: 'number', cell: ({ amount, currency }) => moneyText(amount, currency) },
]

export function CreditPrices({ plans }: { readonly plans: Plans }) {
  return <Table label="More credits" columns={itemColumns} rows={[...plans.plans, ...plans.packs]} />
}

export const statusText: Readonly<Record<PaymentStatus, string>> = {
  open: 'waiting for payment',
  granted: 'paid',
  partly_refunded: 'refunded in part',
  refunded: 'refunded',
  disputed: 'disputed',
  mismatch: 'paid, but it does not fit what was sold',
  unclaimed: 'paid, but not given',
  failed: 'failed',
  expired: 'not paid',
}

const paid: readonly PaymentStatus[] = ['granted', 'partly_refunded', 'refunded', 'disputed', 'mismatch', 'unclaimed']

const columns = (sells: boolean): readonly TableColumn<Payment>[] => [
  { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'For', cell: ({ name }) => name },
  { name: 'Credits', look: 'number', isLabelled: true, cell: ({ credits }) => countText(credits) },
  { name: 'Amount', look: 'number', isLabelled: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
  { name: 'Status', isLabelled: true, cell: ({ status }) => statusText[status] },
  { name: 'Receipt', isLabelled: true, cell: (payment) => <PaymentCell payment={payment} sells={sells} /> },
]

/** Table of payments. @param props.sells whether open checkouts can be continued */
export function PaymentTable({ payments, sells }: { readonly payments: readonly Payment[]; readonly sells: boolean }) {
  return (
    <>
      <h2>Payments</h2>
      <Table
        label="Payments"
        columns={columns(sells)}
        rows={payments}
        marks={({ id, status }) => ({ 'data-payment': id, 'data-status': status })}
      />
    </>
  )
}

function PaymentCell({ payment, sells }: { readonly payment: Payment; readonly sells: boolean }) {
  const { id, status, item, form } = payment
  if (paid.includes(status)) return <a href={`/credits/payments/${id}`}>Receipt</a>
  if (status !== 'open' || form === null) return <>-</>
  return (
    <>
      {sells && <ButtonForm action="/credits/checkout" name="Continue to pay" kind="link" hidden={{ item, form }} />}
      <ButtonForm action={`/credits/payments/${id}/cancel`} name="Cancel checkout" kind="link" />
    </>
  )
}
