import type { AccountDeps } from '../account-deps.ts'
import { note } from '../actions/visitor.ts'
import {
  alreadySent,
  barred,
  doneText,
  goTo,
  notFound,
  PageError,
  type Reply,
  refusedFor,
  shown,
  tooMany,
} from '../frame/reply.ts'
import { type OwnCall, ownAction, ownPage, type PageRoute } from '../frame/route.ts'
import { Balance } from '../pages/balance.tsx'
import { Offers, PaymentTable, PlanPanel } from '../pages/offers.tsx'
import { Paging, pageOf, pageSize } from '../pages/table.tsx'
import { periodsOf } from '../payments/plan-standing.ts'
import { isForm, newForm } from '../people/tokens.ts'
import { paymentRoutes } from './payment.tsx'

const title = 'Credits'

export function creditsRoutes(deps: AccountDeps): readonly PageRoute[] {
  const from = (): string => '/credits'
  return [
    {
      path: '/credits',
      title,
      get: ownPage(async (call) => shown(title, await creditsPage(deps, call), doneText(call.query))),
    },
    { path: '/credits/checkout', title, post: ownAction(['item', 'form'], (call) => checkout(deps, call), { from }) },
    {
      path: '/credits/plan',
      title,
      post: ownAction(['action'], (call) => changePlan(deps, call), { from, evenBanned: true }),
    },
    {
      path: '/credits/portal',
      title,
      post: ownAction([], (call) => portal(deps, call), { from, evenBanned: true }),
    },
    ...paymentRoutes(deps),
  ]
}

async function checkout(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { payments } = deps
  if (payments.kind === 'none') throw notFound()
  const { form = '', item = '' } = call.fields
  if (!isForm(form)) throw new PageError(400, 'The form has no value of its own. Open its page again.')
  const { person, account } = call.who
  const result = await payments.checkout({ accountId: account.id, email: person.email, item, form })
  switch (result.kind) {
    case 'redirect':
      return goTo(result.url)
    case 'off':
      throw notFound()
    case 'unknown_item':
      return refusedFor(title, 'item', 'That is not sold here.', () => creditsPage(deps, call))
    case 'has_plan':
      throw new PageError(409, 'Your account has a plan already, or one is being paid for.')
    case 'too_many':
      throw tooMany(
        result.retryAfterSeconds,
        'At most five checkouts are open at once, and ten are opened an hour. Pay or cancel an open one under Credits. ',
      )
    case 'form_used':
      throw alreadySent()
  }
}

async function changePlan(deps: AccountDeps, call: OwnCall): Promise<Reply> {
  const { payments } = deps
  if (payments.kind === 'none') throw notFound()
  const { action } = call.fields
  if (action !== 'cancel' && action !== 'keep') {
    return refusedFor(title, 'action', 'Choose whether the plan ends or goes on.', () => creditsPage(deps, call))
  }
  if (action === 'keep' && call.who.ban !== null) throw barred('A banned account cannot do this.')
  const result = await payments.changePlan(call.who.account.id, action)
  if (result === 'no_plan') throw new PageError(409, 'Your account has no plan.')
  await note(deps, call, 'plan-changed', action)
  return goTo(`/credits?done=plan-${action === 'cancel' ? 'cancelled' : 'kept'}`)
}

async function portal({ payments }: AccountDeps, { who }: OwnCall): Promise<Reply> {
  const url = await payments.portalUrl(who.account.id)
  if (url === null) throw notFound()
  return goTo(url)
}

async function creditsPage(deps: AccountDeps, { who, query }: OwnCall) {
  const { ledger, payments, people, randomBytes } = deps
  const { id } = who.account
  const page = pageOf(query.page)
  const part = { skip: (page - 1) * pageSize, limit: pageSize + 1 }
  const [usage, plan, newest] = await Promise.all([ledger.usage(id), payments.planOf(id), people.paymentPage(id, part)])
  const form = (): string => newForm(randomBytes)
  const sells = payments.kind !== 'none' && who.ban === null
  return (
    <>
      <Balance usage={usage} plan={plan} payments={await periodsOf(people, id, usage, plan)} />
      {plan !== null && <PlanPanel plan={plan} hasPortal={payments.kind === 'stripe'} />}
      {sells && payments.plans !== null && <Offers plans={payments.plans} hasPlan={plan !== null} form={form} />}
      {payments.kind === 'none' && <p>Nothing is sold here. Ask the operator of this service for more credits.</p>}
      {newest.length > 0 && <PaymentTable payments={newest.slice(0, pageSize)} sells={sells} />}
      <Paging page={page} isLast={newest.length <= pageSize} at={(number) => `/credits?page=${number}`} />
    </>
  )
}
