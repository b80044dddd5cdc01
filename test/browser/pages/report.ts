import { type Answer, answers, type EngineName, type Model, prediction } from './answers.ts'

/** Work that the server sends to every page. */
export interface Work {
  readonly models: readonly Model[]
  readonly engines: readonly EngineName[]
  readonly artifacts: Record<string, string>
  readonly request: unknown
}

/** Report of a page or worker. */
export interface Report {
  readonly answers: readonly Answer[]
  /** Prediction through the whole flow, as JSON. */
  readonly prediction: string
  /** Attempts of core to make code from strings while it scored trees, as the browser reports them. */
  readonly evalAttempts: number
  /** Actions that the policy allows, tried after core has finished. */
  readonly allowed: { readonly eval: boolean; readonly wasmFromBytes: boolean }
}

/** The used parts of a page's or worker's scope; this project has no browser types. */
const scope = globalThis as unknown as {
  addEventListener?(type: string, listener: (event: { readonly blockedURI: string }) => void): void
  readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => unknown }
}

const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Does the work in the current place and reports it. */
export async function report({ models, engines, artifacts, request }: Work, kernels?: object): Promise<Report> {
  const blocked: string[] = []
  scope.addEventListener?.('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI))
  const found = await answers(models, engines, kernels)
  await new Promise((resolve) => setTimeout(resolve, 0)) // violations arrive in a later task
  const evalAttempts = blocked.filter((what) => what === 'eval').length
  return {
    answers: found,
    prediction: prediction(artifacts, request),
    evalAttempts,
    allowed: {
      eval: works(() => new Function('return 1')()),
      wasmFromBytes: works(() => new scope.WebAssembly.Module(emptyModule)),
    },
  }
}

function works(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}
