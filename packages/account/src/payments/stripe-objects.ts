// What is read of Stripe's objects, in the API version that the library asks for. Everything else is left alone.

export type Metadata = Readonly<Record<string, string>>

export interface List<T> {
  readonly data: readonly T[]
  readonly has_more: boolean
}

export interface Charge {
  readonly id: string
  readonly amount: number | null
  readonly amount_refunded: number
  readonly disputed: boolean
  readonly payment_intent: string | null
  readonly receipt_url: string | null
}

export interface PaymentIntent {
  readonly id: string
  readonly status: string
  readonly metadata: Metadata
  readonly latest_charge: Charge | string | null
}

export interface Session {
  readonly id: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly payment_status: string
  readonly client_reference_id: string | null
  /** Of the lines, before discounts and taxes. */
  readonly amount_subtotal: number | null
  readonly amount_total: number | null
  readonly currency: string | null
  readonly customer: string | null
  readonly invoice: string | null
  readonly metadata: Metadata
  readonly payment_intent: PaymentIntent | string | null
}

interface InvoiceParent {
  readonly subscription_details: { readonly metadata: Metadata; readonly subscription: string } | null
}

export interface ListedInvoice {
  readonly id: string
  readonly status: string | null
  readonly billing_reason: string | null
  readonly attempt_count: number
  readonly parent: InvoiceParent | null
}

export interface Invoice extends ListedInvoice {
  readonly amount_paid: number
  readonly currency: string
  readonly customer: string | null
  readonly hosted_invoice_url: string | null
  readonly lines: { readonly data: readonly InvoiceLine[] }
  readonly payments: { readonly data: readonly InvoicePart[] } | null
}

/** Times are in seconds. */
export interface InvoiceLine {
  /** Before discounts and customer balance. */
  readonly amount: number | null
  readonly parent: { readonly type: string } | null
  readonly period: { readonly start: number; readonly end: number }
}

interface InvoicePart {
  readonly status: string
  readonly payment: { readonly payment_intent: string | null; readonly charge: string | null }
}

export interface Subscription {
  readonly id: string
  readonly status: string
  readonly cancel_at_period_end: boolean
  readonly cancel_at: number | null
  readonly latest_invoice: string | null
  readonly metadata: Metadata
}

export interface Dispute {
  readonly id: string
  readonly charge: string
  readonly status: string
}

export interface Refund {
  readonly id: string
  readonly charge: string | null
  readonly amount: number
  readonly status: string | null
}

export interface Event {
  readonly type: string
  readonly data: { readonly object: { readonly id: string | null } }
}
