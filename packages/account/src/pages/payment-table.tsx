import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Payment, PaymentStatus } from '../payments/payment.ts'
import { Hidden, Submit } from './field.tsx'
import { Head, Table } from './table.tsx'
import { countText, moneyText, Time } from './text.tsx'

const columns = [
  { name: 'Time' },
  { name: 'For' },
  { name: 'Credits', isNumber: true },
  { name: 'Amount', isNumber: true },
  { name: 'Status' },
  { name: 'Receipt' },
] as const

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

interface PaymentTableProps {
  readonly payments: readonly Payment[]
  /** Whether an open checkout can be gone on with. */
  readonly sells: boolean
}

export function PaymentTable({ payments, sells }: PaymentTableProps): JSX.Element {
  return (
    <>
      <h2>Payments</h2>
      <Table label="Payments">
        <Head columns={columns} />
        <tbody>
          {payments.map((payment) => (
            <tr data-payment={payment.id} data-status={payment.status}>
              <td>
                <Time at={payment.createdAt} />
              </td>
              <td>{payment.name}</td>
              <td data-label="Credits" class="number">
                {countText(payment.credits)}
              </td>
              <td data-label="Amount" class="number">
                {moneyText(payment.amount, payment.currency)}
              </td>
              <td data-label="Status">{statusText[payment.status]}</td>
              <td data-label="Receipt">
                <PaymentCell payment={payment} sells={sells} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
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
