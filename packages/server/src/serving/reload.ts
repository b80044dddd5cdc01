import { errorFields, type Log } from '@riftline/base/node'
import type { ServerConfig } from '../config.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { loadServing } from './load-serving.ts'
import { readLogosFile } from './logos-file.ts'
import { type ArtifactsVersion, type CurrentServing, type Serving, withListedLogos } from './serving.ts'
import { folderIdentity } from './watch-artifacts.ts'

/** Result of a reload; `asOf` is the data date of the artifacts served now, whatever the outcome. */
export type ReloadOutcome =
  | { readonly kind: 'swapped' | 'unchanged'; readonly asOf: string }
  | { readonly kind: 'refused'; readonly asOf: string; readonly reason: string }

/** Why artifacts are taken anew: SIGHUP, `riftline reload`, or a folder that has changed. */
export type ReloadTrigger = 'signal' | 'command' | 'folder'

/** Takes artifacts anew while the server runs. */
export interface Reloader {
  /** Never rejects: a folder that cannot be used is refused and logged, and what was served stays. */
  reload(trigger: ReloadTrigger): Promise<ReloadOutcome>
}

export interface ReloadDeps {
  readonly serving: CurrentServing
  /** Null when the folder holds the known version. */
  readonly load: (known: ArtifactsVersion) => Promise<Serving | null>
  /** Changes with every change of the folder. */
  readonly identity: () => Promise<string>
  readonly log: Log
  readonly metrics: Metrics
}

/** A folder that is replaced while it is read is read again, this many times at most. */
const attempts = 3

/**
 * Takes a new artifacts folder: checked in full first, then swapped in one step. A request keeps the serving it began
 * with. Triggers that come while a reload runs share the one after it.
 */
export function createReloader({ serving, load, identity, log, metrics }: ReloadDeps): Reloader {
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<ReloadOutcome> | null = null

  async function loadSettled(): Promise<Serving | null> {
    for (let attempt = 1; ; attempt++) {
      const before = await identity()
      try {
        return await load(serving.current.version)
      } catch (error) {
        if (attempt === attempts || before === (await identity())) throw error
      }
    }
  }

  async function run(trigger: ReloadTrigger): Promise<ReloadOutcome> {
    const outcome = await attempt()
    metrics.count('artifacts_reloads_total', { outcome: outcome.kind })
    const { kind, ...fields } = outcome
    log({ level: kind === 'refused' ? 'error' : 'info', event: `artifacts_${kind}`, trigger, ...fields })
    return outcome
  }

  async function attempt(): Promise<ReloadOutcome> {
    try {
      const loaded = await loadSettled()
      if (loaded !== null) serving.current = loaded
      return { kind: loaded === null ? 'unchanged' : 'swapped', asOf: serving.current.version.asOf }
    } catch (error) {
      return { kind: 'refused', asOf: serving.current.version.asOf, reason: errorFields(error).error }
    }
  }

  return {
    reload(trigger) {
      if (waiting !== null) return waiting
      const outcome = last.then(() => {
        waiting = null
        return run(trigger)
      })
      waiting = outcome
      last = outcome
      return outcome
    },
  }
}

/** Takes the artifacts of a folder anew, and the operator's logos with them. */
export function createFolderReloader(
  parts: Omit<ReloadDeps, 'load' | 'identity'> & { readonly config: ServerConfig },
  folder: () => string,
  load: typeof loadServing,
): Reloader {
  const { config, serving, log } = parts
  return createReloader({
    ...parts,
    identity: () => folderIdentity(folder()),
    async load(known) {
      const loaded = await load(folder(), config, known)
      return withListedLogos(serving.current, loaded, await readLogosFile(config.dataFolder, log))
    },
  })
}
