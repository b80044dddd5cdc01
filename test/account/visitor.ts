import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export interface PageAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Location header; empty without one. */
  readonly location: string
  readonly h1: string
  readonly title: string
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: string | Buffer
  /** Cookie to send instead of the stored one; null for none. */
  readonly cookie?: string | null
}

/** A browser without script: it stores the session cookie and sends the Origin of its forms. */
export interface Visitor {
  /** Session cookie as `name=value`; null for none. */
  readonly cookie: string | null
  ask(method: string, path: string, options?: AskOptions): Promise<PageAnswer>
  get(path: string, options?: AskOptions): Promise<PageAnswer>
  post(path: string, fields?: Readonly<Record<string, string>>, options?: AskOptions): Promise<PageAnswer>
  /** Reads the one-time value of the form on a page. */
  form(path: string): Promise<string>
  /** Creates another visitor with the same cookie. */
  copy(): Visitor
}

export interface VisitorOptions {
  readonly port: number
  /** Agent that keeps connections between requests. */
  readonly agent: Agent
  readonly origin: string
  /** Receives every secret that is sent, which no log line may have. */
  readonly hidden: Set<string>
  readonly from?: string | undefined
  readonly cookie?: string | null
  /** Called before each request, so that no two requests have the same time. */
  readonly tick: () => void
}

const personal = ['email', 'password', 'current', 'token', 'key', 'form', 'body', 'query']

export function createVisitor(options: VisitorOptions): Visitor {
  const { port, agent, origin, hidden, from } = options
  let cookie = options.cookie ?? null

  function ask(
    method: string,
    path: string,
    { headers = {}, body, cookie: sent = cookie }: AskOptions = {},
  ): Promise<PageAnswer> {
    options.tick()
    const all: Record<string, string | readonly string[] | undefined> = {
      Host: new URL(origin).host,
      ...(sent === null ? {} : { Cookie: sent }),
      ...(from === undefined ? {} : { 'X-Forwarded-For': from }),
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    const given = Object.entries(all).filter(([, value]) => value !== undefined)
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: Object.fromEntries(given) as Record<string, string>,
      })
      outgoing.on('error', reject)
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())
          keep(answer)
          resolve(answer)
        })
      })
      outgoing.end(body)
    })
  }

  function keep({ headers, text }: PageAnswer): void {
    const key = /id="new-key">([^<]*)</.exec(text)?.[1]
    if (key !== undefined) hidden.add(key)
    for (const line of headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const value = pair.slice(pair.indexOf('=') + 1)
      cookie = value === '' ? null : pair
      hidden.add(value)
    }
  }

  const visitor: Visitor = {
    get cookie() {
      return cookie
    },
    ask,
    get: (path, more) => ask('GET', path, more),
    post(path, fields = {}, more = {}) {
      for (const name of personal) if (fields[name] !== undefined) hidden.add(fields[name])
      return ask('POST', path, {
        body: new URLSearchParams(fields).toString(),
        ...more,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
          Origin: origin,
          ...more.headers,
        },
      })
    },
    async form(path) {
      const { text } = await ask('GET', path)
      const form = /name="form" value="([\w-]{22})"/.exec(text)?.[1]
      if (form === undefined) throw new Error(`no form on ${path}`)
      return form
    },
    copy: () => createVisitor({ ...options, cookie }),
  }
  return visitor
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): PageAnswer {
  return {
    status,
    headers,
    text,
    location: headers.location ?? '',
    h1: /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '',
    title: /<title>(.*?)<\/title>/.exec(text)?.[1] ?? '',
  }
}
