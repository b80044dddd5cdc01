import { Agent, type IncomingMessage, request } from 'node:http'
import { matchBody } from '../../support/server-catalogue.ts'

/** A charged answer that a client received to its last byte. */
export interface Acknowledged {
  readonly requestId: string
  readonly credits: number
  readonly atMs: number
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  /** Statuses and errors of calls that did not end in a whole 200. */
  readonly failures: readonly string[]
  /** Stops making calls; resolves when those in flight have ended. */
  stop(): Promise<void>
}

/** Every other client sends batches. */
const calls = [
  { path: '/v1/predict', body: JSON.stringify(matchBody), charged: '2' },
  { path: '/v1/predict/batch', body: JSON.stringify({ requests: [matchBody, matchBody, matchBody] }), charged: '6' },
] as const

/** Keeps `clients` predictions in flight, each on its own connection, until they are stopped or their connection ends. */
export function startLoad(port: number, keys: readonly string[], clients: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const acknowledged: Acknowledged[] = []
  const failures: string[] = []
  let stopped = false
  const client = async (key: string, one: (typeof calls)[number]): Promise<void> => {
    for (let open = true; open && !stopped; ) {
      const outcome = await predict(agent, port, key, one)
      open = outcome.open
      if (outcome.requestId === undefined) failures.push(outcome.failure)
      else acknowledged.push({ requestId: outcome.requestId, credits: outcome.credits, atMs: performance.now() })
    }
  }
  const clientsDone = Promise.all(
    Array.from({ length: clients }, (_, index) =>
      client(keys[index % keys.length] ?? '', calls[index % 2] ?? calls[0]),
    ),
  )
  return {
    acknowledged,
    failures,
    async stop() {
      stopped = true
      await clientsDone
      agent.destroy()
    },
  }
}

/** Outcome of a call. `open`: the server did not announce or show that the connection ends. */
type Outcome =
  | { readonly open: boolean; readonly requestId: string; readonly credits: number }
  | { readonly open: boolean; readonly requestId?: undefined; readonly credits?: undefined; readonly failure: string }

function predict(agent: Agent, port: number, key: string, one: (typeof calls)[number]): Promise<Outcome> {
  const { path, body } = one
  return new Promise((resolve) => {
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length }
    const broken = (error: Error): void => resolve({ open: false, failure: error.message })
    const call = request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers })
    call.on('error', broken)
    call.on('response', (response) => {
      response.on('error', broken)
      response.on('data', () => {})
      response.on('end', () => resolve(outcomeOf(response, one.charged)))
    })
    call.end(body)
  })
}

function outcomeOf({ headers, complete, statusCode }: IncomingMessage, price: string): Outcome {
  const { 'x-request-id': requestId, 'x-credits-charged': charged } = headers
  const open = headers.connection !== 'close'
  if (complete && statusCode === 200 && charged === price)
    return { open, requestId: String(requestId), credits: Number(price) }
  return { open, failure: `${statusCode} charged ${charged}` }
}
