import { createOpenApi } from '../contract/openapi.ts'
import { type PreparedBody, prepareBodyInBackground, preparedAnswer } from '../http/prepared-body.ts'
import { readParameters } from '../http/target.ts'
import type { Route } from '../router.ts'

/** `GET /openapi.json`: the contract, without a key, cacheable by anybody. It is made when it is first asked for. */
export function openApiRoute(config: { readonly ratePerMinute: number }): Route {
  let prepared: Promise<PreparedBody> | undefined
  return {
    path: '/openapi.json',
    methods: ['GET', 'HEAD'],
    handle: async ({ exchange: { request }, target }) => {
      readParameters(target)
      prepared ??= prepareBodyInBackground(createOpenApi(config))
      const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers
      return preparedAnswer(await prepared, ifNoneMatch, acceptEncoding, 'public')
    },
  }
}
