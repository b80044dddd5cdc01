import type { OpenApiDocument } from '../contract/openapi.ts'
import type { OperationObject } from '../contract/path-item.ts'

/** Inputs of the pages and texts about `/v1`. */
export interface DocsSource {
  /** The document of `createOpenApi`. */
  readonly document: OpenApiDocument
  /** Address of the API, without a slash at the end. */
  readonly baseUrl: string
  /** Whole URL of the reference, without a slash at the end; the errors are at `/errors` below it. */
  readonly docsUrl: string
}

export interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** Returns the operations that a reader looks for; `HEAD` and `OPTIONS` follow from them. */
export function operationsOf({ paths }: OpenApiDocument): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET', path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'POST', path, operation: post }]),
  ])
}

/** Writes a price as a sentence, such as `Credits: winner 1, all 2.` */
export function priceText(price: OperationObject['x-price']): string {
  if (price === 0) return 'Free.'
  if (typeof price === 'number') return `${price} ${price === 1 ? 'credit' : 'credits'}.`
  const prices = Object.entries(price).map(([choice, amount]) => `${choice} ${amount}`)
  return `Credits: ${prices.join(', ')}.`
}
