import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Payment, PaymentStatus } from '../payments/payment.ts'
import { Hidden, Submit } from './field.tsx'
import { Table, type TableColumn } from './table.tsx'
import { countText, moneyText, Time } from './text.tsx'

/** Statuses in words. */
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
  {
    name: 'Amount',
    look: 'number',
    isLabelled: true,
    cell: ({ amount, currency }) => moneyText(amount, currency),
  },
  { name: 'Status', isLabelled: true, cell: ({ status }) => statusText[status] },
  { name: 'Receipt', isLabelled: true, cell: (payment) => <PaymentCell payment={payment} sells={sells} /> },
]

interface PaymentTableProps {
  readonly payments: readonly Payment[]
  /** Whether an open checkout can be gone on with. */
  readonly sells: boolean
}

export function PaymentTable({ payments, sells }: PaymentTableProps): JSX.Element {
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

function PaymentCell({ payment, sells }: { readonly payment: Payment; readonly sells: boolean }): JSX.Element {
  const { id, status, item, form } = payment
  if (paid.includes(status)) return <a href={`/credits/payments/${id}`}>Receipt</a>
  if (status !== 'open' || form === null) return <>-</>
  return (
    <>
      {sells && (
        <form method="post" action="/credits/checkout">
          <Hidden name="item" value={item} />
          <Hidden name="form" value={form} />
          <Submit name="Continue to pay" kind="link" />
        </form>
      )}
      <form method="post" action={`/credits/payments/${id}/cancel`}>
        <Submit name="Cancel checkout" kind="link" />
      </form>
    </>
  )
}
