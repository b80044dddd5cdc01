import { createHash } from 'node:crypto'
import { randomBase62 } from '@riftline/base/node'

/** The payment that a form opens: the same form has the same, also when it is sent twice at once to two processes. */
export function checkoutPaymentId(accountId: string, form: string): string {
  return paymentId(`${accountId} form ${form}`)
}

/** The payment of a later period of a plan: whoever finds the invoice first makes the one record of it. */
export function renewalPaymentId(invoice: string): string {
  return paymentId(`invoice ${invoice}`)
}

function paymentId(name: string): string {
  let round = 0
  const bytes = (size: number): Uint8Array =>
    createHash('shake256', { outputLength: size }).update(`riftline ${name} ${round++}`).digest()
  return `pay_${randomBase62(16, bytes)}`
}
