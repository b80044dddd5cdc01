import { type Remote, wrap } from 'comlink'
import { fetchPack, forgetPack, type OnPackProgress } from './fetch-pack.ts'
import type { PredictorWorker } from './predictor.worker.ts'
import type { PredictorFacts } from './predictor-service.ts'

/** A predictor in a worker of its own, held by a page. */
export interface OpenPredictor {
  /** Rejects if the artifacts cannot be fetched or parsed. */
  facts(): Promise<PredictorFacts>
  /**
   * Asks the worker as soon as the artifacts are loaded. Rejects with `Cancelled` when the worker is stopped before the answer.
   *
   * @example
   * const answer = await predictor.ask((worker) => worker.predict({ blueTeam: 'T1', redTeam: 'Gen.G' }))
   */
  ask<Answer>(question: (worker: Remote<PredictorWorker>) => Promise<Answer>): Promise<Answer>
  /** Stops the worker, with all that it was asked, and starts another one. */
  restart(): void
  /** Stops the worker for good; a page calls this when it is left. */
  close(): void
}

/** Reason of a rejection: the worker was stopped before it answered. */
export class Cancelled extends Error {
  constructor() {
    super('the work was cancelled')
    this.name = 'Cancelled'
  }
}

/** Opens a predictor; the artifacts are fetched once in a visit, by the first page that opens one. */
export function openPredictor(onProgress: OnPackProgress = () => {}): OpenPredictor {
  let running = start(onProgress)
  return {
    facts: () => running.facts,
    ask: (question) => running.ask(question),
    restart() {
      running.stop()
      running = start(onProgress)
    },
    close() {
      running.stop()
    },
  }
}

function start(onProgress: OnPackProgress) {
  const worker = new Worker(new URL('./predictor.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<PredictorWorker>(worker)
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may wait at the moment of a failure.
  failed.catch(() => {})
  worker.onerror = ({ message }) => fail(new Error(message || 'the script of the worker cannot be loaded'))
  const facts = Promise.race([failed, load(remote, onProgress)])
  facts.catch(() => {})
  return {
    facts,
    ask: async <Answer>(question: (worker: Remote<PredictorWorker>) => Promise<Answer>): Promise<Answer> => {
      await facts
      return Promise.race([failed, question(remote)])
    },
    stop() {
      worker.terminate()
      fail(new Cancelled())
    },
  }
}

async function load(remote: Remote<PredictorWorker>, onProgress: OnPackProgress): Promise<PredictorFacts> {
  const pack = await fetchPack(onProgress)
  try {
    return await remote.load(pack)
  } catch (error) {
    forgetPack()
    throw error
  }
}
