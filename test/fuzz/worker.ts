import { parentPort, workerData } from 'node:worker_threads'
import { createFuzzer } from './fuzzer.ts'
import { fuzzMeasured } from './measured.ts'
import { count, type Tally } from './tally.ts'

/** Task from the parent. */
export interface Task {
  readonly format: string | undefined
  readonly seed: number
  readonly first: number
  readonly end: number
  /** Every `step`-th number is this thread's. */
  readonly step: number
  /** One double: the number being tried. */
  readonly progress: SharedArrayBuffer
}

export interface Found {
  readonly number: number
  /** Origin, mutations and what core did wrong, a line each. */
  readonly report: string
  readonly document?: string | Uint8Array
}

/** A finding; or the counts since the last ones, of which the last message of a thread is `done`. */
export type Message = Found | { readonly tally: Tally; readonly done: boolean }

const reportEvery = 2000

/** Tries its numbers one after another. The parent watches `progress` and ends a thread that hangs. */
async function work(
  { format, seed, first, end, step, progress }: Task,
  post: (message: Message) => void,
): Promise<void> {
  Error.stackTraceLimit = 0 // the stacks of a million refusals would be half of the work
  const fuzzer = createFuzzer(format)
  const current = new Float64Array(progress)
  let tally: Tally = new Map()
  let tried = 0
  for (let number = first; number < end; number += step) {
    current[0] = number
    const outcome = await fuzzMeasured(fuzzer, seed, number)
    const { mutant, failure } = outcome
    count(tally, outcome)
    if (failure !== null) {
      post({ number, report: [mutant.origin, ...mutant.notes, failure].join('\n'), document: mutant.show() })
    }
    if (++tried % reportEvery === 0) {
      post({ tally, done: false })
      tally = new Map()
    }
  }
  post({ tally, done: true })
}

await work(workerData as Task, (message) => parentPort?.postMessage(message))
