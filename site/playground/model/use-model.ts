import { type Remote, wrap } from 'comlink'
import { onBeforeUnmount, shallowRef } from 'vue'
import { type Failure, failureOf } from '../../worker/failures.ts'
import type { ModelSession } from './model-session.ts'
import type { OpenedModel } from './open-model.ts'

/** A model that is open in a worker of its own. */
export interface ModelInWorker {
  /** Changes with each model, also if the same file is opened again. */
  readonly id: number
  readonly name: string
  readonly size: number
  readonly opened: OpenedModel
  /** Example rows, if the model is an example. */
  readonly rows: string | null
  readonly session: Remote<ModelSession>
}

export type FileToOpen = Pick<ModelInWorker, 'name' | 'rows'> & { readonly file: Blob }

/** Opens models one at a time: a new one ends the worker of the one before, and so all work on it. */
export function useModel() {
  const model = shallowRef<ModelInWorker | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const opening = shallowRef<string | null>(null)
  let worker: Worker | undefined
  let id = 0
  let last: FileToOpen | undefined

  function end(): void {
    worker?.terminate()
    worker = undefined
    model.value = null
    opening.value = null
  }

  /** Opens what `take` gives, which is a download for an example. */
  async function open(name: string, take: () => Promise<FileToOpen> | FileToOpen): Promise<void> {
    end()
    const own = ++id
    failure.value = null
    opening.value = name
    try {
      const file = await take()
      if (own !== id) return
      worker = new Worker(new URL('./model.worker.ts', import.meta.url), { type: 'module' })
      const session = wrap<ModelSession>(worker)
      const opened = await session.open(file.file)
      if (own !== id) return
      last = file
      model.value = { id: own, name: file.name, rows: file.rows, size: file.file.size, opened, session }
    } catch (error) {
      if (own !== id) return
      end()
      failure.value = failureOf(error)
    }
    opening.value = null
  }

  onBeforeUnmount(() => {
    id++
    end()
  })
  return {
    model,
    failure,
    opening,
    open,
    /** Ends all work and opens the same model anew, with the given rows. */
    restart: (rows: string): Promise<void> => open(last?.name ?? '', () => ({ ...last!, rows })),
  }
}
