import { randomUUID } from 'node:crypto'
import type { Client, ClientOptions, FetchInit } from '@riftline/client'
import { createClientIn } from '#client/client.ts'
import { type Runtime, systemRuntime } from '#client/runtime.ts'
import { calmFetch } from './calm-fetch.ts'

export interface ImpatientClient {
  readonly client: Client
  /** Milliseconds of each wait between two attempts; the waits are recorded, not waited. */
  readonly waits: readonly number[]
  /** Requests in order of their attempts. */
  readonly sent: readonly FetchInit[]
}

/** Creates a client that records its waits between attempts instead of waiting. */
export function createImpatientClient(options: ClientOptions, runtime: Partial<Runtime> = {}): ImpatientClient {
  const waits: number[] = []
  const sent: FetchInit[] = []
  const { fetch = calmFetch } = options
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
  }
  const recorded = (url: string, init: FetchInit): ReturnType<typeof fetch> => {
    sent.push(init)
    return fetch(url, init)
  }
  const client = createClientIn(
    { ...systemRuntime, newKey: randomUUID, wait, ...runtime },
    { ...options, fetch: recorded },
  )
  return { client, waits, sent }
}
