import { invalidArgument, RiftlineError } from '@riftline/base'
import type { Timers } from '@riftline/base/node'
import type { Stripe } from 'stripe'
import type { z } from 'zod'
import { isLoopbackUrl } from '../urls.ts'
import { providerUnreachable } from './payment-provider.ts'

export interface StripeClientOptions {
  readonly secretKey: string
  /** Where a stand-in listens, for tests: http or https, loopback, no path. Null: Stripe. */
  readonly apiUrl: string | null
  /** For one attempt. */
  readonly timeoutMs: number
  /** Further attempts, with the same idempotency key. */
  readonly retries: number
  readonly timers: Timers
}

/** Stripe's API, asked within bounds: what comes back is checked, and what does not come is one error. */
export interface StripeClient {
  readonly stripe: Stripe
  /** @throws RiftlineError `payment_provider_unreachable`, `checkout_changed` (an idempotency key with other fields) */
  ask<T>(schema: z.ZodType<T>, call: (stripe: Stripe) => Promise<unknown>): Promise<T>
  /** As `ask`. Null: Stripe has no such object. */
  find<T>(schema: z.ZodType<T>, call: (stripe: Stripe) => Promise<unknown>): Promise<T | null>
}

/** @throws RiftlineError `invalid_argument` for an API URL that is not loopback */
export async function createStripeClient(options: StripeClientOptions): Promise<StripeClient> {
  const { secretKey, timeoutMs, retries, timers } = options
  const { Stripe: Library } = await import('stripe')
  const stripe = new Library(secretKey, {
    ...hostOf(options.apiUrl),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
  // The library's timeout begins anew with each byte, and it waits at most two seconds between attempts.
  const deadlineMs = (timeoutMs + 2_000) * (retries + 1)

  async function answered<T>(schema: z.ZodType<T>, call: (stripe: Stripe) => Promise<unknown>): Promise<T> {
    const parsed = schema.safeParse(await within(timers, deadlineMs, call(stripe)))
    if (parsed.success) return parsed.data
    const { path, message } = parsed.error.issues[0]!
    throw providerUnreachable(`unexpected answer at ${path.map(String).join('.')}: ${message}`)
  }

  async function find<T>(schema: z.ZodType<T>, call: (stripe: Stripe) => Promise<unknown>): Promise<T | null> {
    try {
      return await answered(schema, call)
    } catch (error) {
      if (error instanceof RiftlineError) throw error
      if (!(error instanceof Library.errors.StripeError)) throw providerUnreachable('no answer', error)
      if (error.code === 'resource_missing') return null
      if (error.type === 'StripeIdempotencyError') {
        throw new RiftlineError('checkout_changed', 'another checkout was opened under this id')
      }
      // Stripe's messages may repeat parts of the key; its names for the fault do not.
      throw providerUnreachable(
        [error.type, error.code, error.statusCode, error.requestId].filter((part) => part != null).join(' '),
      )
    }
  }

  return {
    stripe,
    find,
    async ask(schema, call) {
      const found = await find(schema, call)
      if (found === null) throw providerUnreachable('an object is missing')
      return found
    },
  }
}

function hostOf(apiUrl: string | null): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === null) return {}
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null
  const isPlain = url !== null && `${url.origin}/` === url.href && /^https?:$/.test(url.protocol)
  if (url === null || !isPlain || !isLoopbackUrl(apiUrl)) {
    throw invalidArgument('apiUrl', 'http(s)://<loopback address>:<port>', '(a URL)')
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (protocol === 'http' ? '80' : '443'),
    protocol,
  }
}

function within<T>(timers: Timers, milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(milliseconds, () => reject(providerUnreachable('no whole answer in time')))
    answer.then(resolve, reject).finally(cancel)
  })
}
