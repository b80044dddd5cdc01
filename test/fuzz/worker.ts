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
  /** Distance between the numbers of this thread. */
  readonly step: number
  /** Shared double that holds the number being tried. */
  readonly progress: SharedArrayBuffer
}

export interface Found {
  readonly number: number
  /** Origin, mutations and core's fault, one a line. */
  readonly report: string
  readonly document?: string | Uint8Array
}

/** A finding, or the counts since the last message of counts; `done` marks a thread's last message. */
export type Message = Found | { readonly tally: Tally; readonly done: boolean }

const reportEvery = 2000

/** Tries its numbers one after another. The parent watches `progress` and ends a hanging thread. */
async function work(
  { format, seed, first, end, step, progress }: Task,
  post: (message: Message) => void,
): Promise<void> {
  Error.stackTraceLimit = 0 // stack traces of a million refusals would take half of the time
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
