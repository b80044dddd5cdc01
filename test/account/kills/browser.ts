import { request } from 'node:http'

export interface Answer {
  readonly status: number
  /** Path and query of the Location header; empty without one. */
  readonly location: string
  readonly text: string
}

/** A browser without script; an answer is null when the connection broke before its end. */
export interface Browser {
  get(url: string, path: string): Promise<Answer | null>
  /** Sends a form with the page's own origin. */
  post(url: string, path: string, fields: Readonly<Record<string, string>>): Promise<Answer | null>
}

export function createBrowser(): Browser {
  let cookie: string | null = null

  function keep(lines: readonly string[] = []): void {
    const [pair] = lines[0]?.split(';') ?? []
    if (pair !== undefined) cookie = pair.endsWith('=') ? null : pair
  }

  function send(url: string, method: string, path: string, body: string | null): Promise<Answer | null> {
    const form = {
      Origin: url,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body?.length ?? 0,
    }
    const headers = { ...(cookie === null ? {} : { Cookie: cookie }), ...(body === null ? {} : form) }
    return new Promise((resolve) => {
      const lost = (): void => resolve(null)
      const call = request(`${url}${path}`, { method, headers, agent: false })
      call.on('error', lost)
      call.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', lost)
        response.on('end', () => {
          if (!response.complete) return lost()
          keep(response.headers['set-cookie'])
          const { location = '' } = response.headers
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: response.statusCode ?? 0,
            location: location.replace(/^http:..127\.0\.0\.1:[0-9]+/, ''),
            text,
          })
        })
      })
      call.end(body ?? undefined)
    })
  }

  return {
    get: (url, path) => send(url, 'GET', path, null),
    post: (url, path, fields) => send(url, 'POST', path, new URLSearchParams(fields).toString()),
  }
}
