import type { AccountDeps } from '../account-deps.ts'
import { readWebhook } from '../frame/read-body.ts'
import { goTo, notFound, PageError, type Reply, refusedFor, shown } from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { statusText } from '../pages/offers.tsx'
import { Facts } from '../pages/table.tsx'
import { creditsText, moneyText, Time } from '../pages/text.tsx'
import type { Payment, PaymentStatus } from '../payments/payment.ts'
import type { TestAction } from '../payments/payment-provider.ts'

const title = 'Test payment'

export function paymentRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/credits/return',
      title: 'Credits',
      get: ownPage((call) => goBack(deps, call, call.query.payment ?? '')),
    },
    {
      path: '/credits/test/{id}',
      title,
      get: ownPage(async (call) => shown(title, testPage(await testPayment(deps, call)))),
      post: ownAction(['action'], (call) => act(deps, call)),
    },
    { path: '/credits/payments/{id}', title: 'Receipt', get: ownPage((call) => receipt(deps, call)) },
    {
      path: '/credits/payments/{id}/cancel',
      title: 'Credits',
      post: ownAction([], (call) => cancel(deps, call), { from: () => '/credits', evenBanned: true }),
    },
    {
      path: '/webhooks/stripe',
      title: 'Webhook',
      hook: async ({ request, response }) => {
        if (deps.payments.kind !== 'stripe') return { status: 404 }
        const { 'stripe-signature': signature } = request.headers
        const raw = await readWebhook({ request, response })
        return deps.payments.webhook(raw, typeof signature === 'string' ? signature : null)
      },
    },
  ]
}

/** Answers people who return from the provider. The payment is read from the provider, because the URL proves nothing. */
async function goBack(deps: AccountDeps, call: OwnCall, id: string): Promise<Reply> {
  await ownPayment(deps, call, id)
  const payment = await deps.payments.settle(id)
  return goTo(`/credits?done=${doneOf(payment)}`)
}

/** Closes a checkout; a payment made in the meantime stays paid. */
async function cancel(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const payment = await deps.payments.cancel(await ownPayment(deps, call, call.id))
  return goTo(`/credits?done=${doneOf(payment)}`)
}

function doneOf(payment: Payment | null): string {
  if (payment === null || payment.status === 'open') return 'pending'
  if (payment.status === 'mismatch' || payment.status === 'unclaimed') return 'not-given'
  return payment.status === 'failed' || payment.status === 'expired' ? 'not-paid' : 'paid'
}

async function act(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const payment = await testPayment(deps, call)
  const { action } = call.fields
  if (action !== 'pay' && action !== 'decline' && action !== 'refund') {
    return refusedFor(title, 'action', 'Choose what becomes of the payment.', () => testPage(payment))
  }
  const result = await deps.payments.act(payment.id, action)
  if (result === null) throw notFound()
  if (result === 'refused') throw new PageError(409, 'This payment is closed: that can no longer be done.')
  return goTo(`/credits/return?payment=${payment.id}`)
}

async function receipt(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const payment = await ownPayment(deps, call, call.id)
  if (payment.provider === 'test') return shown('Receipt', testReceipt(payment))
  const url = await deps.payments.receiptUrl(payment)
  if (url === null) throw notFound()
  return goTo(url)
}

async function testPayment(deps: AccountDeps, call: OwnCall): Promise<Payment> {
  const payment = await ownPayment(deps, call, call.id)
  if (deps.payments.kind !== 'test' || payment.provider !== 'test') throw notFound()
  return payment
}

/** Returns a payment of the account. @throws PageError 404, also for another account's payment */
async function ownPayment({ people }: AccountDeps, { who }: OwnCall, id: string): Promise<Payment> {
  const payment = await people.payment(id)
  if (payment === null || payment.accountId !== who.account.id) throw notFound()
  return payment
}

const buttons: { readonly [Status in PaymentStatus]?: readonly (readonly [TestAction, string, string?])[] } = {
  open: [
    ['pay', 'Pay'],
    ['decline', 'Decline', 'danger'],
  ],
  granted: [['refund', 'Refund', 'second']],
}

function testPage(payment: Payment) {
  const { id, status } = payment
  return (
    <>
      <p class="notice">
        <strong>No money moves.</strong> This page stands in for a payment provider while the service is tried out.
      </p>
      <Facts of={factsOf(payment)} />
      <form method="post" action={`/credits/test/${id}`} class="actions">
        {(buttons[status] ?? []).map(([action, name, kind]) => (
          <button type="submit" name="action" value={action} class={kind}>
            {name}
          </button>
        ))}
      </form>
      <p>
        <a href="/credits">All payments</a>
      </p>
    </>
  )
}

function testReceipt(payment: Payment) {
  return (
    <>
      <p class="notice">No money moves: this is a receipt of a test payment.</p>
      <Facts of={factsOf(payment)} />
      <p>
        <a href={`/credits/test/${payment.id}`}>Test payment</a> · <a href="/credits">All payments</a>
      </p>
    </>
  )
}

function factsOf({ id, name, credits, amount, currency, status, createdAt }: Payment) {
  return [
    ['For', `${name}, ${creditsText(credits)}`],
    ['Amount', moneyText(amount, currency)],
    ['Status', statusText[status]],
    ['Opened', <Time at={createdAt} />],
    ['Payment', <code>{id}</code>],
  ] as const
}
