import { RiftlineError } from '@riftline/base'

/** The provider cannot be reached, refuses our key or answers something else than it should: try again later (503). */
export function providerUnreachable(why: string, cause?: unknown): RiftlineError {
  return new RiftlineError(unreachable, `payment provider: ${why}`, { cause })
}

export function isProviderUnreachable(error: unknown): boolean {
  return error instanceof RiftlineError && error.code === unreachable
}

/** Text of a page for an error after which the call can be repeated (503); null for another error. */
export function whyLater(error: unknown): string | null {
  if (isProviderUnreachable(error)) return 'The payment provider does not answer.'
  return error instanceof RiftlineError && error.code === busy ? 'The payment is being changed right now.' : null
}

/** Others changed a payment each time that it was settled: try again later (503). */
export function paymentBusy(payment: string, rounds: number): RiftlineError {
  return new RiftlineError(busy, `payment ${payment} was changed by others ${rounds} times`)
}

/** A payment was made and has not arrived: what would leave it without an owner waits for it. */
export function paymentUnderWay(payment: string): RiftlineError {
  return new RiftlineError(underWay, `payment ${payment} is under way; try again when it has arrived or failed`)
}

export function isPaymentUnderWay(error: unknown): boolean {
  return error instanceof RiftlineError && error.code === underWay
}

const underWay = 'payment_under_way'
const unreachable = 'payment_provider_unreachable'
const busy = 'payment_busy'
