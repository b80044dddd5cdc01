import type { OpenApiDocument } from '../contract/openapi.ts'
import type { OperationObject } from '../contract/path-item.ts'

export interface ShownOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** The operations that the docs show; `HEAD` and `OPTIONS` follow from them. */
export function operationsOf({ paths }: OpenApiDocument): readonly ShownOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET', path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'POST', path, operation: post }]),
  ])
}

/** Method and path, which lead to the operation. */
export function operationLink(docsUrl: string, { method, path, operation }: ShownOperation): string {
  return `[\`${method} ${path}\`](${docsUrl}#${operation.operationId})`
}

export function priceText(price: OperationObject['x-price']): string {
  if (price === 0) return 'Free.'
  if (typeof price === 'number') return `${price} ${price === 1 ? 'credit' : 'credits'}.`
  const prices = Object.entries(price).map(([choice, amount]) => `${choice} ${amount}`)
  return `Credits: ${prices.join(', ')}.`
}
