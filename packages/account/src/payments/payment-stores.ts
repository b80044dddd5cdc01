import type { NewGrant, StandingGrant } from '@riftline/ledger'
import type { Payment } from './payment.ts'

/** Where payments are kept: with the people. Whatever a promise resolves is durable, and a change is whole or not there. */
export interface PaymentStore {
  /** Once per id: gives what is kept under it. */
  addPayment(payment: Payment): Promise<Payment>
  payment(id: string): Promise<Payment | null>
  /**
   * Changes a payment atomically, also among several processes. `change` is pure and may be called again; what it throws is
   * thrown here, and nothing changes. Giving the same object back writes nothing.
   *
   * @returns the payment as it is now; null where there is none
   */
  changePayment(id: string, change: (payment: Payment) => Payment): Promise<Payment | null>
  /** Of one account, or all; oldest first. */
  payments(accountId?: string): Promise<readonly Payment[]>
  /** A part of an account's payments, newest first. */
  paymentPage(accountId: string, page: { readonly skip: number; readonly limit: number }): Promise<readonly Payment[]>
}

/** What payments need of the ledger. */
export interface PaymentLedger {
  /** Once per account and `ref`: gives the grant that has it. */
  grant(accountId: string, grant: NewGrant): Promise<Pick<StandingGrant, 'reversed'>>
  /** Takes back what is unspent; a repeat gives the same number. */
  reverseGrant(accountId: string, ref: string, why: string): Promise<number>
}
