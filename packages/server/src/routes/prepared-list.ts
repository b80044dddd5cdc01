import { prepareBody, preparedAnswer } from '../http/prepared-body.ts'
import { readParameters } from '../http/target.ts'
import type { Route } from '../router.ts'

/** A free list of the catalogue, sorted by id, prepared once. */
export function listRoute<T extends { readonly id: number }>(name: string, items: readonly T[]): Route {
  const sorted = [...items].sort((a, b) => a.id - b.id)
  const prepared = prepareBody({ count: sorted.length, [name]: sorted })
  return {
    path: `/v1/${name}`,
    methods: ['GET', 'HEAD'],
    handle: ({ exchange: { request }, target }) => {
      readParameters(target)
      return preparedAnswer(prepared, request.headers['if-none-match'], request.headers['accept-encoding'])
    },
  }
}
