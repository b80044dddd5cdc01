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

export const listRequest = (name: string): ApiRequest => ({
  method: 'GET',
  path: `/v1/${name}`,
  charged: false,
  tagged: true,
})

export const usageRequest: ApiRequest = { method: 'GET', path: '/v1/usage', charged: false, tagged: false }

export const detailRequest = (name: string, id: number): ApiRequest => ({
  method: 'GET',
  path: `/v1/${name}/${encodeURIComponent(id)}`,
  charged: true,
  tagged: false,
})

/** Passes on every parameter that has a value; the server checks them. */
export function oddsRequest(query: object): ApiRequest {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.append(name, String(value))
  return { method: 'GET', path: `/v1/odds?${parameters}`, charged: true, tagged: false }
}

export const predictRequest = (name: string, body: object): ApiRequest => ({
  method: 'POST',
  path: `/v1/${name}`,
  body: JSON.stringify(body),
  charged: true,
  tagged: false,
})
