import { addMonths } from '#account/payments/test-provider.ts'
import type { Clock } from '#base/node/clock.ts'

/** One of Stripe's objects, as its API writes it. */
export type StripeObject = { id: string; object: string; [field: string]: unknown }

export interface StripeWorld {
  readonly objects: Map<string, StripeObject>
  /** Events so far, oldest first. */
  readonly events: StripeObject[]
  add(prefix: string, object: string, fields: Readonly<Record<string, unknown>>): StripeObject
  get(id: string): StripeObject
  of(object: string): StripeObject[]
  /** Completes a checkout; `later` leaves the money on its way. */
  pay(session: string, how?: { readonly later?: boolean; readonly amount?: number; readonly account?: string }): void
  /** Ends a payment under way: it arrives or fails. */
  arrive(session: string, paid: boolean): void
  expire(session: string): void
  /** Begins the plan's next period and returns its invoice; `later` leaves the money on its way. */
  renew(subscription: string, paid: boolean | 'later'): string
  payInvoice(invoice: string): void
  endSubscription(subscription: string): void
  refund(charge: string, amount: number): void
  failRefund(charge: string): void
  dispute(charge: string, status?: string): string
  closeDispute(dispute: string, status: string): void
  /** The charge that paid a session or an invoice. */
  chargeOf(id: string): string
}

/** Creates the objects at Stripe and records an event for each change. */
export function createStripeWorld(clock: Clock): StripeWorld {
  const objects = new Map<string, StripeObject>()
  const events: StripeObject[] = []
  let count = 0
  const seconds = (): number => Math.floor(clock.now() / 1000)

  function add(prefix: string, object: string, fields: Readonly<Record<string, unknown>>): StripeObject {
    count += 1
    const made = { id: `${prefix}_${String(count).padStart(6, '0')}`, object, created: seconds(), ...fields }
    objects.set(made.id, made)
    return made
  }

  function get(id: string): StripeObject {
    const found = objects.get(id)
    if (found === undefined) throw new Error(`no ${id}`)
    return found
  }

  const textOf = (object: StripeObject, field: string): string => String(object[field])
  const of = (object: string): StripeObject[] => [...objects.values()].filter((one) => one.object === object)

  function tell(type: string, object: StripeObject): void {
    events.push({ id: `evt_${events.length}`, object: 'event', api_version: '2019-01-01', type, data: { object } })
  }

  function charge(amount: number, customer: string, metadata: object): { intent: StripeObject; charge: StripeObject } {
    const fields = { amount, amount_refunded: 0, disputed: false, refunded: false, customer }
    const made = add('ch', 'charge', { ...fields, receipt_url: 'https://pay.stripe.com/receipts/1' })
    const intent = add('pi', 'payment_intent', { status: 'succeeded', metadata, latest_charge: made.id })
    made.payment_intent = intent.id
    return { intent, charge: made }
  }

  function invoice(subscription: StripeObject, reason: string, from: number, paid: boolean): StripeObject {
    const period = { start: from, end: addMonths(from * 1000, 1) / 1000 }
    const made = add('in', 'invoice', {
      status: paid ? 'paid' : 'open',
      billing_reason: reason,
      amount_paid: 0,
      attempt_count: 1,
      currency: subscription.currency,
      customer: subscription.customer,
      hosted_invoice_url: 'https://invoice.stripe.com/i/1',
      lines: { object: 'list', data: [{ parent: { type: 'subscription_item_details' }, period }], has_more: false },
      parent: { subscription_details: { metadata: subscription.metadata, subscription: subscription.id } },
      payments: { object: 'list', data: [], has_more: false },
    })
    Object.assign(subscription, { latest_invoice: made.id, paidTo: period.end })
    if (paid) collect(made, Number(subscription.amount))
    return made
  }

  function collect(made: StripeObject, amount: number): void {
    const { intent } = charge(amount, textOf(made, 'customer'), {})
    const payment = { type: 'payment_intent', payment_intent: intent.id }
    const part = add('inpay', 'invoice_payment', { invoice: made.id, status: 'paid', payment })
    Object.assign(made, { status: 'paid', amount_paid: amount, payments: { data: [part], has_more: false } })
    tell('invoice.paid', made)
  }

  function complete(session: StripeObject, amount: number): void {
    const customer = textOf(session, 'customer')
    if (session.mode === 'payment') {
      const { intent } = charge(amount, customer, Object(session.metadata))
      Object.assign(session, { payment_status: 'paid', payment_intent: intent.id, amount_total: amount })
    } else {
      const fields = { status: 'active', cancel_at_period_end: false, cancel_at: null, currency: session.currency }
      const subscription = add('sub', 'subscription', { ...fields, customer, amount, metadata: session.metadata })
      const first = invoice(subscription, 'subscription_create', seconds(), true)
      Object.assign(session, { payment_status: 'paid', subscription: subscription.id, invoice: first.id })
    }
  }

  return {
    objects,
    events,
    add,
    get,
    of,
    pay(id, { later = false, amount, account } = {}) {
      const session = get(id)
      if (session.status !== 'open') throw new Error(`${id} is ${session.status}`)
      if (session.customer === null) session.customer = add('cus', 'customer', {}).id
      if (account !== undefined) session.client_reference_id = account
      Object.assign(session, { status: 'complete', url: null })
      if (later)
        session.payment_intent = add('pi', 'payment_intent', { status: 'processing', metadata: session.metadata }).id
      else complete(session, amount ?? Number(session.amount_total))
      tell('checkout.session.completed', session)
    },
    arrive(id, paid) {
      const session = get(id)
      if (paid) complete(session, Number(session.amount_total))
      else get(textOf(session, 'payment_intent')).status = 'requires_payment_method'
      tell(`checkout.session.async_payment_${paid ? 'succeeded' : 'failed'}`, session)
    },
    expire(id) {
      const session = get(id)
      if (session.status !== 'open') return
      Object.assign(session, { status: 'expired', url: null })
      tell('checkout.session.expired', session)
    },
    renew(id, paid) {
      const subscription = get(id)
      const made = invoice(subscription, 'subscription_cycle', Number(subscription.paidTo), paid === true)
      subscription.status = paid === false ? 'past_due' : 'active'
      if (paid === false) tell('invoice.payment_failed', made)
      if (paid === 'later') {
        const intent = add('pi', 'payment_intent', { status: 'processing', metadata: {}, latest_charge: null })
        const payment = { type: 'payment_intent', payment_intent: intent.id }
        made.payments = { data: [{ invoice: made.id, status: 'open', payment }], has_more: false }
      }
      tell('customer.subscription.updated', subscription)
      return made.id
    },
    payInvoice(id) {
      const made = get(id)
      const subscription = get(Object(made.parent).subscription_details.subscription)
      subscription.status = 'active'
      collect(made, Number(subscription.amount))
    },
    endSubscription(id) {
      get(id).status = 'canceled'
      tell('customer.subscription.deleted', get(id))
    },
    refund(id, amount) {
      const made = get(id)
      const sum = Number(made.amount_refunded) + amount
      add('re', 'refund', { charge: id, amount, status: 'succeeded' })
      Object.assign(made, { amount_refunded: sum, refunded: sum === made.amount })
      tell('charge.refunded', made)
    },
    failRefund(id) {
      for (const refund of of('refund')) if (refund.charge === id) refund.status = 'failed'
      Object.assign(get(id), { amount_refunded: 0, refunded: false })
    },
    dispute(id, status = 'needs_response') {
      get(id).disputed = true
      const made = add('du', 'dispute', { charge: id, status })
      tell('charge.dispute.created', made)
      return made.id
    },
    closeDispute(id, status) {
      get(id).status = status
      tell('charge.dispute.closed', get(id))
    },
    chargeOf(id) {
      const paid = get(id)
      if (paid.object === 'invoice')
        return textOf(get(Object(paid.payments).data[0].payment.payment_intent), 'latest_charge')
      if (typeof paid.invoice === 'string') return this.chargeOf(paid.invoice)
      return textOf(get(textOf(paid, 'payment_intent')), 'latest_charge')
    },
  }
}
