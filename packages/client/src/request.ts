import type { PlayerListOptions } from './options.ts'

/** One call of the API, whatever number of attempts it takes. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** From `/v1` on, with the query. */
  readonly path: string
  /** JSON */
  readonly body?: string
  /** Whether an answer costs credits. */
  readonly charged: boolean
  /** Whether the answer has an ETag, so that the server sends it again only after a change. */
  readonly tagged: boolean
}

/** Names are without number, so only whole lists are kept for their tags. */
export function listRequest(list: string, { active, name, team, role }: PlayerListOptions = {}): ApiRequest {
  const query = parametersOf({ active, name, team, role })
  return { method: 'GET', path: `/v1/${list}${query}`, charged: false, tagged: name === undefined }
}

export const usageRequest: ApiRequest = { method: 'GET', path: '/v1/usage', charged: false, tagged: false }

export const detailRequest = (name: string, id: number): ApiRequest => ({
  method: 'GET',
  path: `/v1/${name}/${encodeURIComponent(id)}`,
  charged: true,
  tagged: false,
})

/** Passes on every parameter that has a value; the server checks them. */
export function oddsRequest(query: object): ApiRequest {
  return { method: 'GET', path: `/v1/odds${parametersOf(query)}`, charged: true, tagged: false }
}

function parametersOf(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.append(name, String(value))
  const text = String(parameters)
  return text === '' ? '' : `?${text}`
}

export const predictRequest = (name: string, body: object): ApiRequest => ({
  method: 'POST',
  path: `/v1/${name}`,
  body: JSON.stringify(body),
  charged: true,
  tagged: false,
})
