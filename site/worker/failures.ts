import { type Candidate, RiftlineError } from '@riftline/base'
import { transferHandlers } from 'comlink'

/** An error as a page shows it. */
export interface Failure {
  /** Code of a `RiftlineError`, else null. */
  readonly code: string | null
  readonly message: string
  /** Field of the request that the error is about, if the message does not begin with it. */
  readonly field: string | null
  /** Entities that an unknown name may mean. */
  readonly candidates: readonly Candidate[]
}

/** Reads what a function of a worker threw. */
export function failureOf(error: unknown): Failure {
  const { code = null, field = null, candidates = [] } = error as Partial<Failure>
  return { code, message: error instanceof Error ? error.message : String(error), field, candidates }
}

interface ThrownHandler {
  serialize(thrown: { readonly value: unknown }): [{ readonly value: unknown }, unknown[]]
}

/** Lets errors keep their codes on the way from a worker to its page. A worker calls this once, before `expose`. */
export function keepErrorCodes(): void {
  const handler = transferHandlers.get('throw') as unknown as ThrownHandler
  const { serialize } = handler
  handler.serialize = (thrown) => {
    const sent = serialize(thrown)
    if (thrown.value instanceof RiftlineError) {
      const { code, field, candidates } = thrown.value
      Object.assign(sent[0].value as object, { code, ...(field && { field }), ...(candidates && { candidates }) })
    }
    return sent
  }
}
