import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Payment, PaymentStatus } from '../payments/payment.ts'
import { priceText } from '../payments/price-text.ts'
import { countText } from './count-text.ts'
import { Head, Table } from './table.tsx'
import { Time } from './time.tsx'

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

export function PaymentTable({ payments }: { readonly payments: readonly Payment[] }): JSX.Element {
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
                {priceText(payment.amount, payment.currency)}
              </td>
              <td data-label="Status">{statusText[payment.status]}</td>
              <td data-label="Receipt">
                {paid.includes(payment.status) ? <a href={`/credits/payments/${payment.id}`}>Receipt</a> : '-'}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
