import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { Clock } from '#base/node/clock.ts'
import { createStripeWorld, type StripeObject, type StripeWorld } from './stripe-world.ts'

export interface StripeStandIn {
  readonly url: string
  readonly webhookSecret: string
  readonly world: StripeWorld
  /** Method and path of each request, oldest first. */
  readonly asked: string[]
  /** Fault of every answer; null for none. With `garbled` the request takes effect, but its answer cannot be read. */
  fault: 'silent' | 'error' | 'not json' | 'not stripe' | 'denied' | 'garbled' | null
  /** Body and signature of an event as Stripe sends it, signed now or `ageSeconds` ago. */
  signed(event: StripeObject, ageSeconds?: number): { readonly raw: Uint8Array; readonly signature: string }
  /** Stops the server, so that connections are refused. */
  stop(): Promise<void>
}

/** Starts a server on loopback that speaks Stripe's API as far as payments use it. */
export async function startStripeStandIn(clock: Clock): Promise<StripeStandIn> {
  const world = createStripeWorld(clock)
  const webhookSecret = 'whsec_stand_in'
  const signer = new Stripe('sk_test_stand_in')
  const keyed = new Map<string, { readonly fields: string; readonly answer: Answer }>()
  const asked: string[] = []
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const standIn: StripeStandIn = {
    url: `http://127.0.0.1:${port}`,
    webhookSecret,
    world,
    asked,
    fault: null,
    signed(event, ageSeconds = 0) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(clock.now() / 1000) - ageSeconds
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
      return { raw: Buffer.from(payload), signature }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const body = Buffer.concat(chunks).toString()
    const fields = new URLSearchParams(request.method === 'POST' ? body : url.search)
    asked.push(`${request.method} ${url.pathname}`)
    const send = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' }).end(text)
    }
    if (standIn.fault === 'silent') return
    if (standIn.fault === 'error') return send(500, '{"error":{"type":"api_error","message":"down"}}')
    if (standIn.fault === 'denied') {
      return send(401, '{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_test_***"}}')
    }
    if (standIn.fault === 'not json') return send(200, '<h1>Welcome</h1>')
    if (standIn.fault === 'not stripe') return send(200, '{"hello":["world"]}')
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const known = typeof key === 'string' ? keyed.get(key) : undefined
    if (known !== undefined && known.fields !== body)
      return send(...failure(400, 'idempotency_error', 'idempotency_key_in_use'))
    const made = known?.answer ?? serve(world, `${request.method} ${url.pathname}`, fields)
    if (typeof key === 'string' && made[0] < 500) keyed.set(key, { fields: body, answer: made })
    if (standIn.fault === 'garbled') send(made[0], made[1].slice(0, -1))
    else send(...made)
  }
  return standIn
}

type Answer = [status: number, text: string]

const failure = (status: number, type: string, code: string): Answer => [
  status,
  JSON.stringify({ error: { type, code, message: 'refused' } }),
]

function serve(world: StripeWorld, asked: string, fields: URLSearchParams): Answer {
  const [method, path = ''] = asked.split(' ')
  const [, , ...parts] = path.split('/')
  const name = parts[0] === 'checkout' || parts[0] === 'billing_portal' ? parts.splice(0, 2).join('/') : parts.shift()
  const [id, action] = parts
  const ok = (value: unknown): Answer => [200, JSON.stringify(value)]
  if (id === undefined && method === 'POST')
    return name === 'checkout/sessions' ? open(world, fields) : portal(world, fields)
  if (id === undefined) return ok(listOf(world, name ?? '', fields))
  const object = world.objects.get(id)
  if (object === undefined) return failure(404, 'invalid_request_error', 'resource_missing')
  if (method === 'GET') return ok(expanded(world, object, fields))
  if (action === 'expire') {
    if (object.status !== 'open') return failure(400, 'invalid_request_error', 'checkout_session_not_open')
    world.expire(id)
  } else if (method === 'DELETE') {
    if (object.status === 'canceled') return failure(404, 'invalid_request_error', 'resource_missing')
    world.endSubscription(id)
  } else {
    const ends = fields.get('cancel_at_period_end')
    if (ends !== null) object.cancel_at_period_end = ends === 'true'
    if (fields.get('cancel_at') === '') object.cancel_at = null
  }
  return ok(object)
}

function open(world: StripeWorld, fields: URLSearchParams): Answer {
  const customer = fields.get('customer')
  if (customer !== null && !world.objects.has(customer))
    return failure(400, 'invalid_request_error', 'resource_missing')
  const price = (field: string): string | null => fields.get(`line_items[0][price_data][${field}]`)
  const mode = fields.get('mode')
  if ((mode === 'subscription') !== (price('recurring][interval') === 'month')) {
    return failure(400, 'invalid_request_error', 'parameter_invalid')
  }
  const made = world.add('cs_test', 'checkout.session', {
    mode,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: fields.get('client_reference_id'),
    amount_total: Number(price('unit_amount')),
    currency: price('currency'),
    customer,
    customer_email: fields.get('customer_email'),
    invoice: null,
    subscription: null,
    payment_intent: null,
    metadata: { payment: fields.get('metadata[payment]'), account: fields.get('metadata[account]') },
    success_url: fields.get('success_url'),
    cancel_url: fields.get('cancel_url'),
  })
  made.url = `https://checkout.stripe.com/c/pay/${made.id}`
  return [200, JSON.stringify(made)]
}

function portal(world: StripeWorld, fields: URLSearchParams): Answer {
  const customer = fields.get('customer') ?? ''
  if (!world.objects.has(customer)) return failure(400, 'invalid_request_error', 'resource_missing')
  return [
    200,
    JSON.stringify({ id: 'bps_1', object: 'billing_portal.session', url: `https://billing.stripe.com/p/${customer}` }),
  ]
}

function listOf(world: StripeWorld, name: string, fields: URLSearchParams): object {
  const kinds: Readonly<Record<string, string>> = {
    invoice_payments: 'invoice_payment',
    'checkout/sessions': 'checkout.session',
  }
  const newestFirst = world.of(kinds[name] ?? name.slice(0, -1)).reverse()
  const since = Number(fields.get('created[gte]') ?? 0)
  const charge = fields.get('charge')
  const status = fields.get('status')
  const intent = fields.get('payment[payment_intent]')
  const matching = newestFirst.filter(
    (one) =>
      Number(one.created) >= since &&
      (charge === null || one.charge === charge) &&
      (status === null || one.status === status) &&
      (intent === null || Object(one.payment).payment_intent === intent),
  )
  const after = matching.findIndex(({ id }) => id === fields.get('starting_after'))
  // Pages are short, so that every list has several.
  const limit = Math.min(2, Number(fields.get('limit') ?? 10))
  const data = matching.slice(after + 1, after + 1 + limit)
  return { object: 'list', url: `/v1/${name}`, data, has_more: after + 1 + limit < matching.length }
}

/** Writes objects in place of their ids, as `expand` asks, and leaves out an invoice's payments otherwise. */
function expanded(world: StripeWorld, object: StripeObject, fields: URLSearchParams): object {
  const paths = [...fields].filter(([key]) => key.startsWith('expand')).map(([, path]) => path.split('.'))
  let whole: object = object
  for (const path of paths) whole = expand(world, whole, path)
  if (object.object !== 'invoice' || paths.some(([first]) => first === 'payments')) return whole
  return { ...whole, payments: undefined }
}

function expand(world: StripeWorld, object: object, [field, ...rest]: readonly string[]): object {
  if (field === undefined) return object
  const value: unknown = Reflect.get(object, field)
  const found = typeof value === 'string' ? world.objects.get(value) : undefined
  return found === undefined ? object : { ...object, [field]: expand(world, found, rest) }
}
