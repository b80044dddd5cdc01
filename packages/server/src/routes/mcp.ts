import type { CreditStore } from '@riftline/ledger'
import type { McpPost, McpReply } from '@riftline/mcp'
import { countRequests } from '@riftline/predictor'
import type { Charge, ChargedAnswer } from '../charging/charge-call.ts'
import type { AppConfig } from '../config.ts'
import { type Answer, answerError, jsonType } from '../http/answer.ts'
import { HttpError, RequestAborted } from '../http/http-error.ts'
import type { Tools } from '../observe/metrics.ts'
import { type Call, type CallHandler, type Route, type RouteTable, routeCall } from '../router.ts'

export interface McpDeps extends Pick<Tools, 'log' | 'metrics'> {
  readonly credits: Pick<CreditStore, 'balance'>
  readonly config: AppConfig
  /** Address of the API. */
  readonly baseUrl: () => string
}

/**
 * `POST /mcp`: tools by the Model Context Protocol, without sessions. A tool calls its route inside this process: with the key, the
 * `Idempotency-Key` and the client of the message, and for the same charge. The code of the protocol is loaded at the first call.
 * @param routes the routes that tools may call
 */
export function mcpRoute(deps: McpDeps, routes: RouteTable<CallHandler>): Route<CallHandler> {
  let loading: Promise<AnswerPost> | undefined
  async function load(): Promise<AnswerPost> {
    const { openMcpAnswerer } = await import('@riftline/mcp')
    return openMcpAnswerer({ contract: () => import('../openapi.ts'), log: deps.log })
  }
  return {
    path: '/mcp',
    methods: ['POST'],
    readsJson: true,
    mostBytes: 262_144,
    workOf: (json) => countRequests(Object(Object(json).params).arguments),
    isLong: true,
    guard({ request: { headers } }) {
      const { origin } = headers
      if (origin === undefined || origin === new URL(deps.baseUrl()).origin || deps.config.mcpOrigins.includes(origin))
        return
      throw new HttpError('origin_not_allowed', 'pages of this origin may not call the tools')
    },
    async handle(call, json) {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return answerMessage(deps, routes, await loading, call, json)
    },
  }
}

type AnswerPost = (post: McpPost) => Promise<McpReply>

async function answerMessage(
  deps: McpDeps,
  routes: RouteTable<CallHandler>,
  answerPost: AnswerPost,
  call: Call,
  json: unknown,
): Promise<ChargedAnswer> {
  let charge: Charge | null = null
  let given: Answer | null | undefined
  const ask: McpPost['ask'] = async (request) => {
    // Tags and encodings of the message are not those of the route's answer.
    const called = await routeCall(routes, { ...call, headers: {} }, request).catch((thrown: unknown) => ({
      answer: answerError(deps, call, thrown),
      charge: null,
    }))
    ;({ answer: given, charge } = called)
    if (given === null) throw new RequestAborted()
    const balance = charge?.balance ?? (await deps.credits.balance(call.caller.accountId).catch(() => null))
    const headers = {
      ...Object.fromEntries(Object.entries(given.headers).map(([name, value]) => [name.toLowerCase(), value])),
      'x-request-id': call.requestId,
      'x-credits-charged': String(charge?.credits ?? 0),
      ...(balance !== null && { 'x-credits-remaining': String(balance) }),
    }
    return { status: given.status, headers, body: String(given.body) }
  }
  const { status, body } = await answerPost({ json, headers: call.headers, ask })
  if (given === null) throw new RequestAborted()
  // The whole server cannot answer now, which is said as on every other path.
  if (given?.status === 503) return { answer: given, charge: null }
  const replayed = given?.headers['Idempotent-Replayed']
  const headers = {
    ...(body !== '' && { 'Content-Type': jsonType }),
    ...(replayed !== undefined && { 'Idempotent-Replayed': replayed }),
  }
  return { answer: { status, headers, body }, charge }
}
